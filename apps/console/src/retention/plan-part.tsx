'use client'

import type { RetentionPlan, RetentionResult } from '@countersign/client'
import { useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { Dialog } from '../decisions/dialog.tsx'
import { describeSize } from '../documents/describe-size.ts'
import { api } from '../frame/api.ts'
import { useSend } from '../frame/use-send.ts'
import { useTimes } from '../frame/use-times.ts'
import settings from '../settings/settings.module.css'
import styles from './retention.module.css'

type Graph = RetentionPlan['graphs'][number]

/** What is old enough, but needed all the same, and by what. */
function Kept({ kept }: Pick<Graph, 'kept'>) {
  const t = useTranslations('settings.retention.kept')
  const times = useTimes()
  const words = (['review', 'fork', 'hold'] as const)
    .filter((why) => kept[why] > 0)
    .map((why) => t(why, { count: times.number(kept[why]) }))
  return words.length === 0 ? t('none') : words.join(', ')
}

function PlanTable({ plan }: { plan: RetentionPlan }) {
  const t = useTranslations('settings.retention')
  const times = useTimes()
  const figures = ({ runs, checkpoints, bytes }: Pick<RetentionPlan, 'runs' | 'checkpoints' | 'bytes'>) => (
    <>
      <td className="num">{times.number(runs)}</td>
      <td className="num">{times.number(checkpoints)}</td>
      <td className="num">{describeSize(bytes, times)}</td>
    </>
  )
  return (
    <div className={styles.scroll}>
      <table className={styles.table} aria-label={t('planTitle')}>
        <thead>
          <tr>
            {(['graph', 'runs', 'checkpoints', 'bytes', 'kept'] as const).map((column) => (
              <th key={column} scope="col" className={['runs', 'checkpoints', 'bytes'].includes(column) ? 'num' : undefined}>
                {t(`planColumns.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {plan.graphs.map((graph) => (
            <tr key={graph.graph}>
              <th scope="row">{graph.graph}</th>
              {figures(graph)}
              <td className="dim">
                <Kept kept={graph.kept} />
              </td>
            </tr>
          ))}
        </tbody>
        {plan.graphs.length > 1 && (
          <tfoot>
            <tr>
              <th scope="row">{t('total')}</th>
              {figures(plan)}
              <td />
            </tr>
          </tfoot>
        )}
      </table>
    </div>
  )
}

/** Asks once more, with the figures, then deletes. */
function ApplyDialog({ plan, onDone, onClose }: { plan: RetentionPlan; onDone: (result: RetentionResult) => void; onClose: () => void }) {
  const t = useTranslations('settings.retention')
  const times = useTimes()
  const { busy, problem, send } = useSend()
  const apply = async () => {
    if (busy) return
    const result = await send(() => api.applyRetention())
    if (result) onDone(result)
  }
  return (
    <Dialog
      title={t('applyTitle', { count: plan.checkpoints })}
      help={t('applyHelp', { size: describeSize(plan.bytes, times), runs: plan.runs })}
      send={t(busy ? 'applying' : 'apply')}
      onSend={() => void apply()}
      onClose={onClose}
    >
      {busy && <progress className={styles.progress} aria-label={t('applying')} />}
      {problem && (
        <p role="alert" className={settings.problem}>
          {problem}
        </p>
      )}
    </Dialog>
  )
}

function Applied({ result }: { result: RetentionResult }) {
  const t = useTranslations('settings.retention')
  const times = useTimes()
  const { runs, checkpoints, bytes } = result
  return (
    <p className="notice" data-state="done" role="status">
      {t('applied', { runs, checkpoints, size: describeSize(bytes, times) })}
    </p>
  )
}

/** What the policies would delete now, on request; and the way to let it go. */
export function PlanPart() {
  const t = useTranslations('settings.retention')
  const { busy, problem, send } = useSend()
  const [plan, setPlan] = useState<RetentionPlan | null>(null)
  const [result, setResult] = useState<RetentionResult | null>(null)
  const [asked, ask] = useState(false)
  const look = async () => {
    setResult(null)
    setPlan((await send(() => api.planRetention())) ?? null)
  }
  return (
    <section className={styles.plan} aria-label={t('planTitle')}>
      <div className={styles.actions}>
        <button type="button" className="btn" aria-disabled={busy || undefined} onClick={() => void look()}>
          {t(busy ? 'planning' : 'plan')}
        </button>
        {plan && plan.checkpoints > 0 && (
          <button type="button" className="btn" onClick={() => ask(true)}>
            {t('apply')}
          </button>
        )}
      </div>
      {problem && (
        <p role="alert" className={settings.problem}>
          {problem}
        </p>
      )}
      {result && <Applied result={result} />}
      {plan && plan.graphs.length > 0 && <PlanTable plan={plan} />}
      {plan && plan.checkpoints === 0 && <p className="dim">{t('planNothing')}</p>}
      {plan && asked && (
        <ApplyDialog
          plan={plan}
          onClose={() => ask(false)}
          onDone={(done) => {
            ask(false)
            setPlan(null)
            setResult(done)
          }}
        />
      )}
    </section>
  )
}
