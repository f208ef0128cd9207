'use client'

import { useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { useKeys } from '../frame/use-keys.ts'
import { ForkDialog } from './fork-dialog.tsx'
import type { Origin } from './use-fork.ts'

/**
 * Beside the slider: run on from the moment that is shown, or try it without writing anything. `start`: the run's beginning, where a
 * replay starts when nothing runs after the moment that is shown.
 */
export function ForkButtons({ origin, start }: { origin: Origin; start: Origin }) {
  const t = useTranslations('travel.fork')
  const [asked, ask] = useState<'fork' | 'replay' | null>(null)
  useKeys({ f: () => ask('fork') })
  return (
    <>
      <button type="button" className="btn tight" onClick={() => ask('replay')}>
        {t('replay')}
      </button>
      <button type="button" className="btn tight" onClick={() => ask('fork')}>
        {t('button')} <kbd>f</kbd>
      </button>
      {asked && (
        <ForkDialog mode={asked} origin={asked === 'replay' && origin.next.length === 0 ? start : origin} onClose={() => ask(null)} />
      )}
    </>
  )
}

/** For a run that waits or is parked: change its state where it stands. */
export function EditButton({ origin }: { origin: Origin }) {
  const t = useTranslations('travel.fork')
  const [asked, ask] = useState(false)
  return (
    <>
      <button type="button" className="btn" onClick={() => ask(true)}>
        {t('edit')}
      </button>
      {asked && <ForkDialog mode="edit" origin={origin} onClose={() => ask(false)} />}
    </>
  )
}
