'use client'

import type { BatchInput, BatchItemView, BatchView } from '@countersign/client'
import { useCallback, useEffect, useState } from 'react'
import { api } from '../frame/api.ts'
import { type ClientError, clientError } from '../server/client-error.ts'

/** How often a running batch is asked how far it is. */
const ASK_MS = 700
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

/** Asks for the batch until it is done or stopped. */
function useProgress(stage: BatchStage, setStage: (stage: BatchStage) => void): void {
  useEffect(() => {
    if (stage.at !== 'running') return
    const { id } = stage.batch
    const timer = setTimeout(() => {
      api
        .getBatch(id)
        .then(async (batch) => setStage(batch.status === 'running' ? { at: 'running', batch } : await ended(batch)))
        // Not reached just now: what it does, it does without this page.
        .catch(() => setStage({ ...stage }))
    }, ASK_MS)
    return () => clearTimeout(timer)
  }, [stage, setStage])
}

/** Makes a batch of the input at once, and runs it when told to. */
export function useBatch(input: BatchInput) {
  const [stage, setStage] = useState<BatchStage>({ at: 'preparing' })
  useProgress(stage, setStage)
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
        const { verb, reason } = batch
        const reviews = await idsWithout(batch.id, without)
        return await run(await api.createBatch({ verb, reason: reason ?? undefined, reviews }))
      })
    },
    stop: (batch: BatchView) => attempt(async () => await ended(await api.stopBatch(batch.id))),
    goOn: (batch: BatchView) => attempt(() => run(batch)),
  }
}
