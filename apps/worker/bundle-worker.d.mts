/** See bundle-worker.mjs. */
export declare function bundleWorker(programs: Record<string, string>, outdir: string): Promise<void>
export declare function bundlePrograms(programs: Record<string, string>, outdir: string): Promise<void>
