import { rm } from 'node:fs/promises'
import { stopOwned } from './stack.mjs'

// Started by watchOwner: home, pid and start time of the owner, and what to do with the home folder afterwards.
const [home = '', pid = '', startTime = '', after = ''] = process.argv.slice(2)

process.stdin.resume()
process.stdin.once('end', async () => {
  await stopOwned(home, { pid: Number(pid), startTime })
  if (after === 'remove') await rm(home, { recursive: true, force: true })
})
