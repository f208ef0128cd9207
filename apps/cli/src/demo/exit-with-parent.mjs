// Preloaded into every process that the demo starts: ends it when the demo is gone, even when that was killed outright.
const PATIENCE_MS = 15_000

process.once('disconnect', () => {
  process.kill(process.pid, 'SIGTERM')
  setTimeout(() => process.kill(process.pid, 'SIGKILL'), PATIENCE_MS).unref()
})
// A listener keeps the channel, and with it the process, alive; this one must not.
process.channel?.unref()
