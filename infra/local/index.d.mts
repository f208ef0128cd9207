/** The servers of one machine: an embedded Postgres with pgvector and a Temporal server, kept in one home folder. */

export type ServerName = 'postgres' | 'temporal'
export type BinaryName = 'postgres' | 'temporal' | 'test-server'
export type BinaryPaths = Record<BinaryName, string | undefined>

export interface StartStackOptions {
  /** Folder of data, logs and state. Default: `COUNTERSIGN_HOME`, else `.countersign` in the project. */
  home?: string
  /** Folder of the downloaded binaries. Default: `COUNTERSIGN_CACHE`, else `~/.cache/countersign` (root: `/var/cache/countersign`). */
  cache?: string
  /** Which servers are wanted; both when left out. */
  need?: readonly ServerName[]
  /** Let the servers run on after this process. Otherwise they stop with it, even when it is killed. */
  keepRunning?: boolean
  /** False starts Temporal without its web UI. */
  temporalUi?: boolean
  /** False gives up Temporal's power-loss safety for speed; for tests. */
  durable?: boolean
  /** Postgres settings on top of the usual ones, for example `{ fsync: 'off' }`. */
  postgresSettings?: Record<string, string>
  /** False ignores `DATABASE_URL` and `TEMPORAL_ADDRESS`; for tests, which must not touch anybody's servers. */
  useExternal?: boolean
  /** True deletes the home folder when this process dies without `stop()`; for tests. */
  removeHomeWithOwner?: boolean
  /** Receives one line per slow step, such as a download. */
  log?: (line: string) => void
}

export interface Stack {
  /** `postgres://…`; `DATABASE_URL` when that is set. Empty when Postgres was not asked for. */
  databaseUrl: string
  /** `host:port` of Temporal's gRPC service; `TEMPORAL_ADDRESS` when that is set. Empty when it was not asked for. */
  temporalAddress: string
  temporalUiUrl: string | undefined
  home: string
  /** The servers that this call started (or took over from an owner that is gone), thus those that `stop` stops. */
  startedHere: ServerName[]
  /** Stops what this call started and waits for its end; data stays. Safe to repeat. */
  stop(): Promise<void>
}

export interface ServerStatus {
  running: boolean
  /** Someone else runs it: its address came from the environment. */
  external: boolean
  pid?: number
}

export interface StackStatus {
  home: string
  postgres: ServerStatus & { url: string }
  temporal: ServerStatus & { address: string; uiUrl: string | undefined }
}

/** An error a person can act on. `retryable` means the same call may succeed later. */
export declare class LocalStackError extends Error {
  readonly code: string
  readonly retryable: boolean
  constructor(code: string, message: string, options?: { retryable?: boolean; cause?: unknown })
}

/**
 * Starts the wanted servers, or finds them running. Safe to repeat and to call from several processes at once: one starts
 * them, the others find them. Data and, where they are still free, ports are those of the last time.
 * Throws {@link LocalStackError}: `unsupported_platform`, `python_missing`, `download_failed`, `wrong_hash`,
 * `server_failed`, `data_version`, `locked`, `unreachable_folder`.
 */
export declare function startStack(options?: StartStackOptions): Promise<Stack>

/** Stops every server that was started in this home, and nothing else; returns their names. Safe to repeat. */
export declare function stopStack(home?: string): Promise<ServerName[]>

/** What runs in this home now. Starts nothing. */
export declare function stackStatus(home?: string): Promise<StackStatus>

/** Downloads the needed binaries that are missing (hash-checked, kept in the cache). Safe to repeat and to call at once. */
export declare function fetchBinaries(options: {
  need: readonly BinaryName[]
  cache?: string
  log?: (line: string) => void
}): Promise<BinaryPaths>

/** What a model's folder is said to hold, checked when it is opened. */
export type ModelType = 'hf_encoder' | 'sentence_transformer' | 'hf_causal_lm' | 'onnx' | 'gguf' | 'ocr' | 'asr' | 'cross_encoder'

export interface ModelFile {
  path: string
  bytes: number
  sha256: string
}

/** A model that can be installed: what its folder holds, and where that comes from. */
export interface ModelManifest {
  /** Also the name of its folder. */
  name: string
  type: ModelType
  title: string
  description: string
  /** SPDX. */
  licence: string
  files: ModelFile[]
  /** When set-up installs it: always, for the tests alone, or only when it is asked for. */
  install: 'always' | 'tests' | 'asked'
  /** Tried in order. */
  sources: readonly unknown[]
}

export interface ModelState extends Pick<ModelManifest, 'name' | 'type' | 'title' | 'licence'> {
  /** Null for a model of one's own, of which only the installed files are known. */
  description: string | null
  bytes: number
  /** Outdated: its folder holds other files than this version of Countersign knows. */
  state: 'installed' | 'missing' | 'outdated'
  folder: string
}

/** Where models are: COUNTERSIGN_MODELS in `env`, else `models` in the cache. */
export interface ModelPlace {
  cache?: string
  env?: NodeJS.ProcessEnv
}

export interface InstallOptions extends ModelPlace {
  /** A folder that has the model's files already: nothing is downloaded. */
  from?: string
  log?: (line: string) => void
  /** Bytes that have come of a download that tells. */
  received?: (bytes: number) => void
  signal?: AbortSignal
}

/** The models that Countersign knows, by name. */
export declare function knownModels(): Promise<ModelManifest[]>

/** The manifest of a known name, or of a JSON file of one's own. Throws `model_unknown`, `bad_manifest`. */
export declare function findManifest(name: string): Promise<ModelManifest>

/**
 * Makes sure that a model is there: whole and checked, or not at all. Safe to repeat and to call from several processes at once.
 * Throws `python_missing`, `download_failed`, `wrong_hash`, `bad_archive`, `files_missing`, `locked`.
 */
export declare function installModel(manifest: ModelManifest, options?: InstallOptions): Promise<{ folder: string; installed: boolean }>

/** The known models and those of one's own that are installed. */
export declare function listModels(place?: ModelPlace): Promise<ModelState[]>

/** Reads a model's files and compares them with their hashes. Throws `model_missing`. */
export declare function verifyModel(
  name: string,
  place?: ModelPlace,
): Promise<{ name: string; folder: string; files: number; changed: { path: string; found: 'missing' | 'changed' }[] }>

/** Takes a model away. Throws `model_missing`. */
export declare function removeModel(name: string, place?: ModelPlace): Promise<{ name: string; folder: string; bytes: number }>

/**
 * Installs the models that set-up brings along (with `tests` those of the tests, too) where they are missing and wanted; gives the
 * folder of models. Safe to repeat and to call from several processes at once.
 */
export declare function fetchModels(options?: {
  cache?: string
  log?: (line: string) => void
  env?: NodeJS.ProcessEnv
  tests?: boolean
}): Promise<string>

/** Paths of the binaries that are on this machine already. */
export declare function binaryPaths(options?: { cache?: string }): Promise<BinaryPaths>

/** A TCP port on 127.0.0.1 that nothing listens on; `preferred` when that one is free. */
export declare function freePort(preferred?: number): Promise<number>

/** A connection string for people to read, without its password; the whole of it is in `stack.json` and in `--json`. */
export declare function hidePassword(url: string): string
