import { serveProcess } from '../serve-process.ts'

const memory: Buffer[] = []

/** A process that misbehaves on request. */
serveProcess<string, string>(async (request) => {
  while (request === 'loop');
  if (request === 'fail') throw new RangeError('out of range')
  if (request === 'exit') process.exit(3)
  if (request === 'crash') process.kill(process.pid, 'SIGSEGV')
  if (request === 'grow') memory.push(Buffer.alloc(100_000_000, 1))
  if (request === 'pid') return String(process.pid)
  return `heard ${request} from ${process.env.WHO}`
})
