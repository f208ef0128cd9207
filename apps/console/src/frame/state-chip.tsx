import type { AttemptView, DocumentView, ReviewSummary, RunStatus } from '@countersign/client'
import { type IconName, NamedIcon } from './icons.tsx'

type State = RunStatus | ReviewSummary['status'] | AttemptView['status'] | DocumentView['vetted']

const LOOKS: Record<State, { icon: IconName; word: string }> = {
  running: { icon: 'running', word: 'running' },
  waiting: { icon: 'waiting', word: 'waiting' },
  open: { icon: 'waiting', word: 'waiting' },
  parked: { icon: 'parked', word: 'parked' },
  failed: { icon: 'parked', word: 'failed' },
  done: { icon: 'done', word: 'done' },
  decided: { icon: 'done', word: 'decided' },
  aborted: { icon: 'stopped', word: 'aborted' },
  cancelled: { icon: 'stopped', word: 'cancelled' },
  withdrawn: { icon: 'stopped', word: 'withdrawn' },
  superseded: { icon: 'stopped', word: 'replaced' },
  person: { icon: 'done', word: 'checked by a person' },
  machine: { icon: 'dot', word: 'accepted by rule' },
  none: { icon: 'dot', word: 'not checked' },
}

/** A state as an icon and a word; colour only repeats what they say. */
export function StateChip({ state }: { state: State }) {
  const look = LOOKS[state]
  return (
    <span className="chip" data-state={state}>
      <NamedIcon name={look.icon} size={12} />
      {look.word}
    </span>
  )
}
