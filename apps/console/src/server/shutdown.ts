const holder: typeof globalThis & { countersignShutdown?: AbortController } = globalThis

/**
 * Aborts when the process is asked to stop. Event streams never end by themselves, and the server waits for every
 * response before it exits.
 */
export function shutdownSignal(): AbortSignal {
  if (!holder.countersignShutdown) {
    const controller = new AbortController()
    holder.countersignShutdown = controller
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => controller.abort())
  }
  return holder.countersignShutdown.signal
}
