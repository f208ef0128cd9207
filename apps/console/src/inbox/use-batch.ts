'use client'

import type { BatchInput, BatchItemView, BatchView } from '@countersign/client'
import { useCallback, useEffect, useState } from 'react'
import { api } from '../frame/api.ts'
import { EVERYTHING, listenToChanges } from '../frame/changes.ts'
import { type ClientError, clientError } from '../server/client-error.ts'

/** While changes pour in, a running batch is read at most this often. */
const READ_EVERY_MS = 200
const PAGE = 200

/** Where a batch stands for the person who makes it. */
export type BatchStage =
  | { at: 'preparing' }
  | { at: 'preview'; batch: BatchView; odd: BatchItemView[] }
  | { at: 'running'; batch: BatchView }
  | { at: 'ended'; batch: BatchView; refused: BatchItemView[] }
  | { at: 'failed'; problem: ClientError | 'unknown' }

/** The ids of all items but those left out. */
async function idsWithout(batch: string, without: ReadonlySet<string>): Promise<string[]> {
  const ids: string[] = []
  let after: string | undefined
  do {
    const page = await api.listBatchItems(batch, { status: 'pending', limit: PAGE, after })
    ids.push(...page.items.map(({ review }) => review).filter((review) => !without.has(review)))
    after = page.next ?? undefined
  } while (after !== undefined)
  return ids
}

async function ended(batch: BatchView): Promise<BatchStage> {
  const refused = batch.refused > 0 ? (await api.listBatchItems(batch.id, { status: 'refused', limit: PAGE })).items : []
  return { at: 'ended', batch, refused }
}

/** Follows the running batch: reads it whenever it is told to have changed, until it is done or stopped. */
function useProgress(running: string | null, setStage: (stage: BatchStage) => void): void {
  useEffect(() => {
    if (running === null) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let left = false
    const read = async () => {
      try {
        const batch = await api.getBatch(running)
        const stage: BatchStage = batch.status === 'running' ? { at: 'running', batch } : await ended(batch)
        if (!left) setStage(stage)
      } catch {
        // Not reached just now: what it does, it does without this page; the stream tells when it is back.
      }
    }
    const readSoon = () => {
      timer ??= setTimeout(() => {
        timer = undefined
        void read()
      }, READ_EVERY_MS)
    }
    const stop = listenToChanges(({ kind, id }) => {
      if (id === EVERYTHING || (kind === 'batch' && id === running)) readSoon()
    })
    // It may have come to its end before anybody listened.
    readSoon()
    return () => {
      left = true
      clearTimeout(timer)
      stop()
    }
  }, [running, setStage])
}

/** Makes a batch of the input at once, and runs it when told to. */
export function useBatch(input: BatchInput) {
  const [stage, setStage] = useState<BatchStage>({ at: 'preparing' })
  useProgress(stage.at === 'running' && stage.batch.status === 'running' ? stage.batch.id : null, setStage)
  const attempt = useCallback((work: () => Promise<BatchStage>): void => {
    work().then(setStage, (error: unknown) => setStage({ at: 'failed', problem: clientError(error) ?? 'unknown' }))
  }, [])
  useEffect(() => {
    attempt(async () => {
      const batch = await api.createBatch(input)
      const { items } = batch.odd > 0 ? await api.listBatchItems(batch.id, { odd: true, limit: PAGE }) : { items: [] }
      return { at: 'preview', batch, odd: items }
    })
  }, [input, attempt])

  const run = async (batch: BatchView): Promise<BatchStage> => {
    const started = await api.startBatch(batch.id)
    return started.status === 'running' ? { at: 'running', batch: started } : await ended(started)
  }
  return {
    stage,
    /** Runs it without the reviews left out: a batch is what its preview showed, so leaving some out makes another one. */
    start(batch: BatchView, without: ReadonlySet<string>) {
      setStage({ at: 'running', batch })
      attempt(async () => {
        if (without.size === 0) return await run(batch)
        const { verb, reason, value, node } = input
        const reviews = await idsWithout(batch.id, without)
        return await run(await api.createBatch({ verb, reason, value, node, reviews }))
      })
    },
    stop: (batch: BatchView) => attempt(async () => await ended(await api.stopBatch(batch.id))),
    goOn: (batch: BatchView) => attempt(() => run(batch)),
  }
}
