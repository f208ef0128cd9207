'use client'

import type { BatchInput, BatchItemView, BatchView } from '@countersign/client'
import { useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { Dialog } from '../decisions/dialog.tsx'
import { ReasonDialog } from '../decisions/reason-dialog.tsx'
import { useSentences } from '../frame/use-sentences.ts'
import { useTimes } from '../frame/use-times.ts'
import styles from './batch.module.css'
import { useBatch } from './use-batch.ts'

type Which = { reviews: string[] } | { filter: Extract<BatchInput, { filter: unknown }>['filter'] }

interface Props {
  verb: 'approve' | 'reject'
  which: Which
  onClose: () => void
}

/** One answer for many: a reason where it needs one, what would be decided and what stands out, then how far it is. */
export function BatchDialog({ verb, which, onClose }: Props) {
  const t = useTranslations('inbox.batch')
  const [reason, setReason] = useState<string | null>(null)
  if (verb === 'reject' && reason === null) {
    return (
      <ReasonDialog
        recent
        title={t('reasonTitle')}
        help={t('reasonHelp')}
        send={t('prepare')}
        missing={t('missing')}
        onSend={setReason}
        onClose={onClose}
      />
    )
  }
  return <BatchRun answer={{ verb, ...(reason === null ? {} : { reason }) }} which={which} onClose={onClose} />
}

/** What is answered: a verb with what it needs. */
export type BatchAnswer = Omit<BatchInput, 'reviews' | 'filter'>

/** Makes the batch, shows what would be decided and what stands out, then how far it is. */
export function BatchRun({ answer, which, onClose }: { answer: BatchAnswer; which: Which; onClose: () => void }) {
  const t = useTranslations('inbox.batch')
  const sentences = useSentences()
  // One batch for one opening of the dialog, however often the list behind it is read anew.
  const [input] = useState<BatchInput>(() => ({ ...answer, ...which }))
  const { stage, start, stop, goOn } = useBatch(input)
  if (stage.at === 'preparing') {
    return (
      <Dialog title={t('preparing')} onClose={onClose}>
        <progress className={styles.progress} aria-label={t('preparing')} />
      </Dialog>
    )
  }
  if (stage.at === 'failed') {
    return (
      <Dialog title={t('stoppedTitle')} onClose={onClose}>
        <p role="alert">{stage.problem === 'unknown' ? t('unknown') : sentences.problem(stage.problem)}</p>
      </Dialog>
    )
  }
  if (stage.at === 'preview') return <Preview {...stage} onStart={(without) => start(stage.batch, without)} onClose={onClose} />
  const refused = stage.at === 'ended' ? stage.refused : []
  return <Progress batch={stage.batch} refused={refused} onStop={stop} onGoOn={goOn} onClose={onClose} />
}

interface PreviewProps {
  batch: BatchView
  odd: BatchItemView[]
  onStart: (without: ReadonlySet<string>) => void
  onClose: () => void
}

/** What would be decided, with those that stand out and why; each can be left out. */
function Preview({ batch, odd, onStart, onClose }: PreviewProps) {
  const t = useTranslations('inbox.batch')
  const sentences = useSentences()
  const [without, setWithout] = useState<ReadonlySet<string>>(new Set())
  const count = batch.total - batch.refused - without.size
  const title = t(`${batch.verb}Title`, { count })
  const toggle = (review: string) =>
    setWithout((now) => {
      const next = new Set(now)
      if (!next.delete(review)) next.add(review)
      return next
    })
  const allOut = odd.length > 0 && odd.every(({ review }) => without.has(review))
  return (
    <Dialog
      title={title}
      help={odd.length === 0 ? t('plain') : t('odd', { odd: batch.odd })}
      send={count > 0 ? t(batch.verb, { count }) : undefined}
      onSend={() => onStart(without)}
      onClose={onClose}
    >
      {odd.length > 0 && (
        <>
          <ul className={styles.items} aria-label={t('oddList')}>
            {odd.map((item) => (
              <li key={item.review}>
                <label>
                  <input type="checkbox" checked={!without.has(item.review)} onChange={() => toggle(item.review)} />
                  <span>
                    <b>{sentences.title(item)}</b>
                    <span className="dim small">{item.odd.map((why, at) => sentences.say(item.oddSays[at], why)).join(' · ')}</span>
                  </span>
                </label>
              </li>
            ))}
          </ul>
          {batch.odd > odd.length && <p className="dim small">{t('more', { count: batch.odd - odd.length })}</p>}
          <button
            type="button"
            className={`btn tight ${styles.leave}`}
            onClick={() => setWithout(allOut ? new Set() : new Set(odd.map(({ review }) => review)))}
          >
            {t(allOut ? 'takeOdd' : 'leaveOdd')}
          </button>
        </>
      )}
      {count <= 0 && <p role="status">{t('none')}</p>}
    </Dialog>
  )
}

interface ProgressProps {
  batch: BatchView
  refused: BatchItemView[]
  onStop: (batch: BatchView) => void
  onGoOn: (batch: BatchView) => void
  onClose: () => void
}

/** How far it is, and at the end what became of each that was not decided. */
function Progress({ batch, refused, onStop, onGoOn, onClose }: ProgressProps) {
  const t = useTranslations('inbox.batch')
  const times = useTimes()
  const sentences = useSentences()
  const done = batch.decided + batch.refused
  const numbers = { decided: times.number(batch.decided), refused: times.number(batch.refused), left: times.number(batch.total - done) }
  const running = batch.status === 'running' || batch.status === 'preview'
  const title = running ? t('runningTitle') : t(batch.status === 'stopped' ? 'stoppedTitle' : 'doneTitle')
  return (
    <Dialog title={title} help={running ? t(done === 0 ? 'waits' : 'background') : undefined} onClose={onClose}>
      <progress className={styles.progress} value={done} max={Math.max(1, batch.total)} aria-label={title} />
      <p role="status" className={styles.figures}>
        {running ? t('progress', { done: times.number(done), total: times.number(batch.total) }) : t('result', numbers)}
      </p>
      {!running && refused.length > 0 && (
        <ul className={styles.items} aria-label={t('refused')}>
          {refused.map((item) => (
            <li key={item.review}>
              <span>
                <b>{sentences.title(item)}</b>
                <span className="dim small">
                  {sentences.problem({ code: item.code ?? '', message: item.message ?? '', says: item.says })}
                </span>
              </span>
            </li>
          ))}
        </ul>
      )}
      {batch.status === 'done' && batch.refused === 0 && <p>{t('refusedNone')}</p>}
      {batch.status === 'running' && (
        <button type="button" className="btn" onClick={() => onStop(batch)}>
          {t('stop')}
        </button>
      )}
      {batch.status === 'stopped' && (
        <button type="button" className="btn" onClick={() => onGoOn(batch)}>
          {t('goOn')}
        </button>
      )}
    </Dialog>
  )
}
