'use client'

import type { CheckpointState, HistoryEntry } from '@countersign/client'
import Link from 'next/link'
import { useRouter } from 'next/navigation'
import { useTranslations } from 'use-intl/react'
import { describeSize } from '../documents/describe-size.ts'
import { RelativeTime } from '../frame/clock.tsx'
import { useTimes } from '../frame/use-times.ts'
import { plainName } from './plain-name.ts'
import styles from './run.module.css'
import { type RunQuery, runHref } from './run-query.ts'

/** A checkpoint that the one shown can be compared with. */
export interface Choice {
  id: string
  /** Counts from one. */
  at: number
  name: string
}

interface Props {
  run: string
  query: RunQuery
  checkpoint: Omit<CheckpointState, 'values'> | null
  /** What caused it; null where the history does not say. */
  entry: HistoryEntry | null
  /** How many keys of the state this step changed, where only those are shown. */
  changed: number | null
  choices: Choice[]
}

/** What made this checkpoint, who and why where somebody did, and when. */
function Caused({ entry }: { entry: HistoryEntry }) {
  const t = useTranslations('travel.moment')
  const times = useTimes()
  const { kind, by, reason } = entry.cause
  return (
    <span>
      {by === null ? t(kind) : t(kind === 'loop' ? 'loop' : `${kind}By`, { by })} · <RelativeTime at={entry.at} /> ·{' '}
      {t('wrote', { size: describeSize(entry.bytes, times) })}
      {reason && <> · “{reason}”</>}
    </span>
  )
}

/** The subgraphs that ran in the next step, each with its own history; and the runs that were forked here. */
function Onward({ run, query, entry }: { run: string; query: RunQuery; entry: HistoryEntry }) {
  const t = useTranslations('travel.moment')
  return (
    <>
      {entry.subgraphs.map(({ namespace, node, checkpoints }) => (
        <Link
          key={namespace}
          className="link"
          href={runHref(run, query, { inside: namespace, checkpoint: undefined, with: undefined })}
          prefetch={false}
          scroll={false}
        >
          {t('inside', { node, count: checkpoints })}
        </Link>
      ))}
      {entry.forks.length > 0 && (
        <Link className="link" href={runHref(run, query, { tab: 'lineage' })} prefetch={false} scroll={false}>
          {t('forks', { count: entry.forks.length })}
        </Link>
      )}
    </>
  )
}

/** What the state is compared with: the step before, or any other checkpoint of the run. */
function Compared({ run, query, checkpoint, choices }: Pick<Props, 'run' | 'query' | 'choices'> & { checkpoint: { id: string } }) {
  const t = useTranslations('travel.moment')
  const router = useRouter()
  const go = (other: string | undefined) => router.replace(runHref(run, query, { with: other }), { scroll: false })
  const pinned = query.with === checkpoint.id
  return (
    <div className={styles.compared}>
      <label>
        {t('compare')}{' '}
        <select className="input" value={query.with ?? ''} onChange={(event) => go(event.target.value || undefined)}>
          <option value="">{t('parent')}</option>
          {choices.map(({ id, at, name }) => (
            <option key={id} value={id}>
              {t('entry', { at, name })}
            </option>
          ))}
        </select>
      </label>
      <button type="button" className="btn tight quiet" title={t('pinHelp')} onClick={() => go(pinned ? undefined : checkpoint.id)}>
        {t(pinned ? 'unpin' : 'pin')}
      </button>
    </div>
  )
}

/** Which moment of the run is shown, what caused it, and what it is compared with. */
export function Moment({ run, query, checkpoint, entry, changed, choices }: Props) {
  const t = useTranslations('runs.moment')
  if (!checkpoint) return <p className="dim small">{t('none')}</p>
  const bold = (text: string) => () => <b>{text}</b>
  return (
    <>
      <div className={styles.moment}>
        <p>
          {t.rich('after', { node: bold(plainName(checkpoint)), step: checkpoint.step })}
          {checkpoint.next.length > 0 && <> · {t.rich('next', { node: bold(checkpoint.next.join(', ')) })}</>}
          {changed !== null && <> · {t('changed', { count: changed })}</>}
        </p>
        {entry && (
          <p className={styles.caused}>
            <Caused entry={entry} />
            <Onward run={run} query={query} entry={entry} />
          </p>
        )}
      </div>
      {choices.length > 1 && <Compared run={run} query={query} checkpoint={checkpoint} choices={choices} />}
    </>
  )
}
