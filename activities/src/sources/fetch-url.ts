export interface FetchedFile {
  bytes: Uint8Array
  name: string
  mime: string | null
}
export type FetchUrl = (url: string, options: { maxBytes: number; signal: AbortSignal }) => Promise<FetchedFile>
