import { expect, test } from 'vitest'
import { createShutdown } from './shutdown.ts'

test('what was started last is stopped first, once, and one that fails does not keep the others running', async () => {
  const order: string[] = []
  const shutdown = createShutdown()
  const part = (name: string, error?: Error) => ({
    name,
    async stop() {
      order.push(name)
      if (error !== undefined) throw error
    },
  })
  for (const each of [part('servers'), part('worker', new Error('would not go')), part('console')]) shutdown.add(each)

  const [errors] = await Promise.all([shutdown.stopAll(), shutdown.stopAll()])

  expect(order).toEqual(['console', 'worker', 'servers'])
  expect(errors.map(({ message }) => message)).toEqual(['would not go'])
})

test('a part that comes up while the rest is being stopped is stopped too', async () => {
  const shutdown = createShutdown()
  const stopped: string[] = []
  shutdown.add({
    name: 'first',
    async stop() {
      shutdown.add({
        name: 'late',
        async stop() {
          stopped.push('late')
        },
      })
      stopped.push('first')
    },
  })

  await shutdown.stopAll()

  expect(stopped).toEqual(['first', 'late'])
})

test('a part that hangs while it is asked to stop can still be killed', async () => {
  const shutdown = createShutdown()
  let release: (() => void) | undefined
  let killed = false
  shutdown.add({
    name: 'worker',
    stop: () =>
      new Promise<void>((resolve) => {
        release = resolve
      }),
    kill() {
      killed = true
      release?.()
    },
  })

  const stopping = shutdown.stopAll()
  shutdown.killAll()
  await stopping

  expect(killed).toBe(true)
})
