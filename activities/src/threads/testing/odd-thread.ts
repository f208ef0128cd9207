import { serveThread } from '../serve-thread.ts'

/** A thread that misbehaves on request. */
serveThread<string, string>(async (request) => {
  while (request === 'loop');
  if (request === 'fail') throw new RangeError('out of range')
  if (request === 'exit') process.exit(3)
  return { value: `heard ${request}` }
})
