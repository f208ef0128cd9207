'use client'

import type { AttemptView, DocumentView, ReviewSummary, RunStatus } from '@countersign/client'
import { useTranslations } from 'use-intl/react'
import { type IconName, NamedIcon } from './icons.tsx'

type State = RunStatus | 'partial' | ReviewSummary['status'] | AttemptView['status'] | DocumentView['vetted']

const ICONS: Record<State, IconName> = {
  running: 'running',
  waiting: 'waiting',
  open: 'waiting',
  parked: 'parked',
  failed: 'parked',
  done: 'done',
  partial: 'done',
  decided: 'done',
  aborted: 'stopped',
  cancelled: 'stopped',
  withdrawn: 'stopped',
  superseded: 'stopped',
  person: 'done',
  machine: 'dot',
  none: 'dot',
}

/** How a run stands; one that is done without having read all of its input says so. */
export const standing = ({ status, partial }: { status: RunStatus; partial: string | null }): RunStatus | 'partial' =>
  status === 'done' && partial !== null ? 'partial' : status

/** A state as an icon and a word; colour only repeats what they say. */
export function StateChip({ state }: { state: State }) {
  const t = useTranslations('frame.state')
  return (
    <span className="chip" data-state={state}>
      <NamedIcon name={ICONS[state]} size={12} />
      {t(state)}
    </span>
  )
}
