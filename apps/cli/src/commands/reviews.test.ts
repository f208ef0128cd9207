import { PassThrough, Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Scene, setScene } from '../../../../client/test/scene.ts'
import { runProgram } from '../program.ts'
import type { CliContext } from '../session.ts'

let scene: Scene

beforeAll(async () => {
  scene = await setScene()
  for (const name of ['ada', 'bob']) await scene.person(name)
})
afterAll(() => scene.close())

async function countersign(
  line: string | string[],
  stdin: CliContext['stdin'] = Readable.from([]),
  { isTTY, interruptOn }: { isTTY?: true; interruptOn?: string } = {},
) {
  const written = { out: '', err: '' }
  const interrupted = new AbortController()
  const sink = (channel: keyof typeof written) => ({
    isTTY,
    write(text: string) {
      written[channel] += text
      if (interruptOn !== undefined && written[channel].includes(interruptOn)) interrupted.abort()
      return true
    },
  })
  const code = await runProgram(Array.isArray(line) ? line : wordsOf(line), {
    env: {},
    stdin,
    stdout: sink('out'),
    stderr: sink('err'),
    signal: interrupted.signal,
    localStack: () => Promise.reject(new Error('no stack')),
    describeGraphs: () => Promise.reject(new Error('no project')),
    diagnose: () => Promise.reject(new Error('no installation')),
    connect: async (env) => scene.client({ user: env.COUNTERSIGN_USER ?? 'ada' }),
  })
  return { code, ...written }
}

const wordsOf = (line: string): string[] => [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '')

const typing = (line: string): CliContext['stdin'] => Object.assign(new PassThrough().end(`${line}\n`), { isTTY: true as const })

describe('a review', () => {
  test('is claimed, shown to others as taken, released and decided', async () => {
    const { id } = await scene.review(await scene.run())
    expect(await countersign(`reviews claim ${id}`)).toMatchObject({ code: 0, out: expect.stringContaining('is yours until') })
    const taken = await countersign(`--user bob reviews decide ${id} approve`)
    expect(taken).toMatchObject({ code: 4, err: expect.stringContaining('ada is working on this review') })
    expect((await countersign(`--user bob reviews show ${id}`)).out).toMatch(/claimed +by ada, free again in 4 min/)
    expect((await countersign('reviews list --mine')).out).toContain(id)
    expect((await countersign('reviews list --free')).out).not.toContain(id)
    expect(await countersign(`reviews release ${id}`)).toMatchObject({ code: 0 })
    expect(await countersign(`--user bob reviews decide ${id} approve`)).toMatchObject({
      code: 0,
      out: expect.stringContaining('approve by bob'),
    })
    expect(await countersign(`reviews decide ${id} approve`)).toMatchObject({
      code: 4,
      err: expect.stringContaining('bob decided this review'),
    })
  })

  test('is named by its run where it is the only one, and by its own id where it is not', async () => {
    const run = await scene.run()
    const first = await scene.review(run)
    expect((await countersign(`reviews show ${run}`)).out).toContain(first.id)
    const second = await scene.review(run)
    expect(await countersign(`reviews decide ${run} approve`)).toMatchObject({ code: 4, err: expect.stringContaining(second.id) })
    expect(await countersign(`reviews decide ${await scene.run()} approve`)).toMatchObject({ code: 3 })
  })

  test('is given away, moved in time, talked about, handed on and sent back', async () => {
    const { id } = await scene.review(await scene.run())
    expect((await countersign(`reviews assign ${id} bob`)).out).toBe(`${id} is for bob\n`)
    expect((await countersign('--user bob reviews list --assigned')).out).toContain(id)
    expect((await countersign(`reviews assign ${id} --nobody`)).out).toContain("is nobody's")
    expect((await countersign(`reviews assign ${id}`)).code).toBe(2)
    expect((await countersign(`reviews due ${id} 30m`)).out).toMatch(/is due in (29|30) min/)
    expect((await countersign('reviews list --due soon')).out).toContain(id)
    expect((await countersign(`reviews comment ${id} "@bob is this net?"`)).out).toContain('told: bob')
    expect((await countersign(`reviews escalate ${id} approver --reason "above my limit"`)).out).toContain('Handed on to the role approver')
    const shown = await countersign(`reviews show ${id}`)
    expect(shown.out).toMatch(/who decides +the role approver/)
    expect(shown.out).toContain('@bob is this net?')
    await countersign(`reviews decide ${id} approve`)
    expect((await countersign(`reviews send-back ${id} --reason "look again"`)).out).toContain('open again, for the second time')
  })

  test('with candidates is chosen by id, or none of them with a reason', async () => {
    const candidates = ['a', 'b'].map((id) => ({ id, label: `Firm ${id}`, value: id }))
    const request = { kind: 'choice' as const, verbs: ['choose' as const], candidates, proposal: null }
    const { id } = await scene.review(await scene.run(), request)
    expect((await countersign(`reviews show ${id}`)).out).toMatch(/CANDIDATE +IS\n?.*\na +Firm a/)
    expect(await countersign(`reviews decide ${id} choose`)).toMatchObject({ code: 2, err: expect.stringContaining('Candidates: a, b') })
    expect(await countersign(`reviews decide ${id} choose --none`)).toMatchObject({ code: 2, err: expect.stringContaining('reason') })
    expect(await countersign(`reviews decide ${id} choose --candidate b`)).toMatchObject({ code: 0 })
  })
})

describe('a batch', () => {
  test('shows what stands out and asks; anything but yes decides nothing', async () => {
    const run = await scene.run()
    for (const total of [1, 2, 3]) await scene.review(run, { proposal: { total }, confidence: 0.9 })
    const odd = await scene.review(run, { kind: 'question', verbs: ['respond'], title: 'Who pays?' })
    const asked = await countersign(`reviews batch approve --run ${run}`, typing('no'))
    expect(asked.err).toContain('4 reviews are selected; 1 stands out:')
    expect(asked.err).toContain(odd.id)
    expect(asked.err).toContain('Approve these 4 reviews? [y/N]')
    expect(asked.err).toContain('Nothing was decided.')
    const others = await countersign(`reviews batch approve --run ${run} --without-odd`, typing(''))
    expect(others.err).toContain('Approve these 3 reviews?')
    expect((await scene.client().listReviews({ run, status: 'open' })).items).toHaveLength(4)
  })

  test('shows how far it has come, and Ctrl-C stops it: what is not decided stays open', async () => {
    const run = await scene.run()
    for (const total of [1, 2, 3]) await scene.review(run, { proposal: { total }, confidence: 0.9 })
    // Nothing delivers it to a worker here, so it stands where it began.
    const stopped = await countersign(`reviews batch approve --run ${run} --yes`, undefined, { isTTY: true, interruptOn: '0 of 3 decided' })
    expect(stopped).toMatchObject({ code: 130, out: expect.stringContaining('Stopped: 0 approved, 3 left as they were') })
    expect((await scene.client().listReviews({ run, status: 'open' })).items).toHaveLength(3)
  })

  test('that was stopped goes on by its id, for its maker; one that was never started is asked about', async () => {
    const run = await scene.run()
    for (const total of [1, 2]) await scene.review(run, { proposal: { total }, confidence: 0.9 })
    const tty = { isTTY: true as const, interruptOn: '0 of 2 decided' }
    const stopped = await countersign(`reviews batch approve --run ${run} --yes`, undefined, tty)
    const [, id = ''] = /resume-batch (\S+)/.exec(stopped.err) ?? []
    expect(await scene.client().getBatch(id)).toMatchObject({ status: 'stopped' })
    const begun = await countersign(`reviews resume-batch ${id}`, undefined, tty)
    expect(begun).toMatchObject({ code: 130, out: expect.stringContaining('2 left as they were') })
    const events = await scene.database.pool.query(`select event from countersign.audit where data ->> 'batch' = $1 order by seq`, [id])
    expect(events.rows.map(({ event }) => event)).toEqual([
      'batch.created',
      ...['batch.started', 'batch.stopped', 'batch.started', 'batch.stopped'],
    ])
    const [review] = (await scene.client().listReviews({ run, status: 'open' })).items
    const fresh = await scene.client().createBatch({ verb: 'approve', reviews: [review?.id ?? ''] })
    const asked = await countersign(`reviews resume-batch ${fresh.id}`, typing('no'))
    expect(asked.err).toContain('Approve this review? [y/N]')
    expect(await scene.client().getBatch(fresh.id)).toMatchObject({ status: 'preview' })
    expect(await countersign('reviews resume-batch b_none')).toMatchObject({ code: 3, err: expect.stringContaining('b_none') })
  })

  test('asks for nothing where nobody can answer, and takes no half selection', async () => {
    const run = await scene.run()
    const { id } = await scene.review(run)
    expect(await countersign(`reviews batch approve --run ${run}`)).toMatchObject({ code: 2, err: expect.stringContaining('--yes') })
    expect(await countersign('reviews batch approve')).toMatchObject({ code: 2, err: expect.stringContaining('--all') })
    expect(await countersign(`reviews batch approve ${id} --type invoice`)).toMatchObject({ code: 2 })
    expect(await countersign(`reviews batch approve --all --type invoice`)).toMatchObject({ code: 2 })
    expect(await countersign(`reviews batch reject --run ${run} --yes`)).toMatchObject({ code: 2, err: expect.stringContaining('reason') })
  })
})

test('a policy is set, said in words, and taken away', async () => {
  const policy = { quorum: 2, notAuthor: true, deadline: { within: 14_400, steps: [{ after: 7_200, do: 'remind' }] } }
  const said = '2 must agree; due after 4 h, after 2 h a reminder'
  const set = await countersign(['policies', 'set', 'type:invoice', '--value', JSON.stringify(policy)])
  expect(set).toMatchObject({ code: 0, out: `type:invoice: not by whoever started the run; ${said}\n` })
  expect((await countersign('policies list')).out).toContain(said)
  expect(await countersign('policies set type:invoice --value {}x')).toMatchObject({ code: 2, err: expect.stringContaining('is not JSON') })
  const typo = await countersign(['policies', 'set', 'type:invoice', '--value', '{"quorun": 2}'])
  expect(typo).toMatchObject({ code: 2, err: expect.stringContaining('quorun') })
  expect((await countersign('policies set type:invoice --remove')).out).toContain('no policy of its own any more')
  expect((await countersign('policies list')).out).toContain('No policy is set')
})
