import { expect, it } from 'vitest'
import { runStep } from './run-step.mjs'

async function run(script: string, live = false) {
  let shown = ''
  const outcome = await runStep(
    { name: 'step', lane: 'sources', command: process.execPath, args: ['-e', script] },
    { live, write: (text) => (shown += text) },
  )
  return { ok: outcome.ok, shown }
}

it('keeps the output of a step that passes to itself', async () => {
  expect(await run("console.log('all is well')")).toEqual({ ok: true, shown: '' })
})

it('shows all that a failing step said', async () => {
  expect(await run("console.log('one'); console.error('two'); process.exit(3)")).toEqual({
    ok: false,
    shown: expect.stringMatching(/one[\s\S]*two|two[\s\S]*one/),
  })
})

it('shows the output of a live step as it comes', async () => {
  expect((await run("console.log('test 1 passed')", true)).shown).toBe('test 1 passed\n')
})

it('fails a step whose command is not there', async () => {
  const write = () => undefined
  expect(await runStep({ name: 'gone', lane: 'sources', command: './no-such-command', args: [] }, { live: false, write })).toMatchObject({
    ok: false,
  })
})
