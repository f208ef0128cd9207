import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { Worker } from '@temporalio/worker'
import { describe, expect, it } from 'vitest'
import '../../infra/test/quiet-temporal.ts'
import { readHistory } from './history-file.ts'

const HISTORIES = path.join(import.meta.dirname, 'histories')
const files = readdirSync(HISTORIES).filter((file) => file.endsWith('.json'))
const workflowsPath = path.join(import.meta.dirname, '..', 'src', 'index.ts')

describe('the workflows as they are now', () => {
  it('have histories to replay', () => {
    expect(files.length).toBeGreaterThan(5)
  })

  // All in one: the workflows are bundled once.
  it('replay every recorded history to the same commands, and would be caught if they did not', { timeout: 120_000 }, async () => {
    const outcomes = new Map<string, string | undefined>()
    for await (const { workflowId, error } of Worker.runReplayHistories({ workflowsPath }, histories())) {
      outcomes.set(workflowId, error?.name)
    }
    const expected = files.map((file): [string, string | undefined] => [file, undefined])
    expect([...outcomes].toSorted()).toEqual([...expected, [CHANGED, 'DeterminismViolationError']].toSorted())
  })
})

/** A run whose activities had another name once. */
const CHANGED = 'a changed history'

async function* histories() {
  const read = async (file: string) => readFile(path.join(HISTORIES, file), 'utf8')
  for (const file of files) yield { workflowId: file, history: readHistory(await read(file)) }
  yield { workflowId: CHANGED, history: readHistory((await read('simple.json')).replaceAll('simple.regular', 'simple.other')) }
}
