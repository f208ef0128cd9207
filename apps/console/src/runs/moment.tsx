'use client'

import type { CheckpointView } from '@countersign/client'
import { useTranslations } from 'use-intl/react'
import styles from './run.module.css'

interface Props {
  checkpoint: CheckpointView | null
  /** How many keys of the state this step changed, where only those are shown. */
  changed: number | null
}

/** Which moment of the run is shown. */
export function Moment({ checkpoint, changed }: Props) {
  const t = useTranslations('runs.moment')
  if (!checkpoint) return <p className="dim small">{t('none')}</p>
  const bold = (text: string) => () => <b>{text}</b>
  return (
    <p className={styles.moment}>
      {t.rich('after', { node: bold(checkpoint.nodes.join(', ') || checkpoint.source), step: checkpoint.step })}
      {checkpoint.next.length > 0 && <> · {t.rich('next', { node: bold(checkpoint.next.join(', ')) })}</>}
      {changed !== null && <> · {t('changed', { count: changed })}</>}
    </p>
  )
}
