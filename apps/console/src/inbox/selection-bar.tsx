'use client'

import { useTranslations } from 'use-intl/react'
import styles from './inbox.module.css'
import type { Marks } from './use-marks.ts'

interface Props {
  marks: Marks
  /** The list has more than is shown, or than is selected. */
  hasMore: boolean
  onDecide: (verb: 'approve' | 'reject') => void
}

/** What can be done with the selected reviews together. */
export function SelectionBar({ marks, hasMore, onDecide }: Props) {
  const t = useTranslations('inbox.marked')
  if (marks.ids.size === 0) return null
  return (
    <div className={styles.bar} role="toolbar" aria-label={t('label')}>
      <b role="status">{marks.all ? t('all') : t('count', { count: marks.ids.size })}</b>
      {!marks.all && hasMore && (
        <button type="button" className="btn quiet tight" onClick={marks.markAll}>
          {t('selectAll')}
        </button>
      )}
      <button type="button" className="btn quiet tight" onClick={marks.clear}>
        {t('clear')} <kbd>Esc</kbd>
      </button>
      <span className="grow" />
      <button type="button" className="btn tight" onClick={() => onDecide('reject')}>
        {t('reject')}
      </button>
      <button type="button" className="btn tight primary" onClick={() => onDecide('approve')}>
        {t('approve')}
      </button>
    </div>
  )
}
