'use client'

import { useTranslations } from 'use-intl/react'
import { Dialog } from '../decisions/dialog.tsx'
import styles from './review.module.css'
import type { Desk } from './use-desk.ts'

const KEYS = [
  ['j', 'next'],
  ['k', 'previous'],
  ['c', 'claim'],
  ['a', 'approve'],
  ['r', 'reject'],
  ['e', 'edit'],
  ['Tab', 'tab'],
  ['↑ ↓', 'arrows'],
  ['↵', 'enter'],
  ['1–9', 'digits'],
  ['0', 'none'],
  ['n', 'add'],
  ['s', 'escalate'],
  ['m', 'comment'],
  ['t', 'hand'],
  ['g', 'goOn'],
  ['u', 'undo'],
  ['Ctrl ↵', 'send'],
  ['Esc', 'escape'],
  ['?', 'keys'],
] as const

/** Every key of the review page. */
export function KeysDialog({ onClose }: { desk: Desk; onClose: () => void }) {
  const t = useTranslations('review.keys')
  return (
    <Dialog title={t('title')} onClose={onClose}>
      <dl className={styles.keys}>
        {KEYS.map(([key, what]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{t(what)}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
