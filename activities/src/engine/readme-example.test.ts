import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Command, MemorySaver } from '@langchain/langgraph'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const CODE = /```ts\n(?<code>[\s\S]*?)```/
const SEND_MONEY = `
export const sent: { order: string; amount: number; idempotencyKey: string }[] = []
export async function sendMoney(payment: { order: string; amount: number; idempotencyKey: string }): Promise<void> {
  sent.push(payment)
}
`

describe("the README's graph of one's own", () => {
  let folder: string

  beforeAll(() => {
    // Inside the project, where the packages it imports are found.
    mkdirSync('.countersign', { recursive: true })
    folder = mkdtempSync(join(process.cwd(), '.countersign', 'readme-'))
    writeFileSync(join(folder, 'refund-graph.ts'), exampleOf('README.md'))
    writeFileSync(join(folder, 'send-money.ts'), SEND_MONEY)
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ extends: '../../tsconfig.json', include: ['*.ts'], exclude: [] }))
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it('has at most 25 lines, and is the one of the guide', () => {
    expect(exampleOf('README.md').trimEnd().split('\n').length).toBeLessThanOrEqual(25)
    expect(exampleOf('docs/writing-a-graph.md')).toBe(exampleOf('README.md'))
  })

  it('passes the type checker', () => {
    expect(execFileSync('node_modules/.bin/tsc', ['-p', folder], { encoding: 'utf8' })).toBe('')
  })

  it('asks above 20, pays what was approved once, and pays nothing else', async () => {
    const { refundGraph } = await import(join(folder, 'refund-graph.ts'))
    const { sent } = await import(join(folder, 'send-money.ts'))
    const graph = refundGraph.graph.compile({ checkpointer: new MemorySaver() })
    const run = (thread_id: string) => ({ configurable: { thread_id, countersign: { run: thread_id, effectKey: `${thread_id}/task` } } })
    const answer = (verb: string) => new Command({ resume: { verb, value: null, reason: null, by: 'ada', review: 'rv_1' } })

    await graph.invoke({ order: 'A-17', amount: 120 }, run('large'))
    expect(sent).toEqual([])
    expect(await graph.invoke(answer('approve'), run('large'))).toMatchObject({ outcome: 'paid' })
    await graph.invoke({ order: 'A-18', amount: 500 }, run('refused'))
    expect(await graph.invoke(answer('reject'), run('refused'))).toMatchObject({ outcome: 'reject' })
    expect(await graph.invoke({ order: 'A-19', amount: 5 }, run('small'))).toMatchObject({ outcome: 'paid' })
    expect(sent).toEqual([
      { order: 'A-17', amount: 120, idempotencyKey: 'large/task' },
      { order: 'A-19', amount: 5, idempotencyKey: 'small/task' },
    ])
  })
})

/** The first TypeScript block of a document. */
function exampleOf(document: string): string {
  return CODE.exec(readFileSync(document, 'utf8'))?.groups?.code ?? ''
}
