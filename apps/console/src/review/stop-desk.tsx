'use client'

import type { AttemptView } from '@countersign/client'
import { useRouter } from 'next/navigation'
import { RelativeTime } from '../frame/clock.tsx'
import { duration } from '../frame/relative-time.ts'
import { ScrollArea } from '../frame/scroll-area.tsx'
import { useKeys } from '../frame/use-keys.ts'
import type { StateLine } from '../runs/outline-state.ts'
import { StateTree } from '../runs/state-tree.tsx'
import { ActionBar } from './action-bar.tsx'
import { type DeskProps, onwardOf } from './onward.ts'
import styles from './review.module.css'
import { ReviewHead } from './review-head.tsx'
import { ReviewNotices } from './review-notices.tsx'
import { useDecide } from './use-decide.ts'
import { WaysOut } from './ways-out.tsx'

function AttemptLog({ attempts }: { attempts: AttemptView[] }) {
  return (
    <table className={styles.attempts}>
      <thead>
        <tr>
          {['try', 'when', 'took', 'error'].map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {attempts.map((attempt) => (
          <tr key={attempt.fence}>
            <td>{attempt.fence}</td>
            <td>
              <RelativeTime at={attempt.startedAt} />
            </td>
            <td>{attempt.finishedAt ? duration(Date.parse(attempt.finishedAt) - Date.parse(attempt.startedAt)) : ''}</td>
            <td>{attempt.error ? `${attempt.error.code}: ${attempt.error.message}` : attempt.status}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

interface Props extends DeskProps {
  /** The run's state where it stopped. */
  state: StateLine[]
  /** Nodes one can skip to. */
  nodes: string[]
}

/** A run that the engine stopped, parked or at a breakpoint: what happened, with which state, and the ways on. */
export function StopDesk(props: Props) {
  const { review, neighbours, state, nodes } = props
  const router = useRouter()
  const onward = onwardOf(props)
  const decide = useDecide(review, onward, neighbours)
  const open = review.status === 'open'
  useKeys({
    a: () => {
      const verb = review.request.verbs.find((one) => one === 'retry' || one === 'approve')
      if (open && verb) decide({ verb })
    },
    j: () => onward.next && router.push(onward.next),
    k: () => onward.previous && router.push(onward.previous),
  })
  const incident = review.kind === 'incident'
  const error = review.attempts.findLast((attempt) => attempt.error)?.error?.message ?? review.title
  return (
    <main className={styles.review}>
      <ReviewHead review={review} neighbours={neighbours} previous={onward.previous} next={onward.next} />
      <ReviewNotices review={review} changed={false} restoredAt={null} hasTyped={false} onAccept={noop} onDiscard={noop} />
      <ScrollArea className={styles.proposal} label="What happened">
        <div className={styles.sheet}>
          <h2>
            {incident ? 'Stopped at' : 'Paused as the graph asks'} {incident && <span className="mono">{review.node}</span>}
          </h2>
          <p className={incident ? styles.errorline : undefined}>{incident ? error : review.title}</p>
        </div>
        {review.attempts.length > 0 && (
          <div className={styles.sheet}>
            <h2>Attempts ({review.attempts.length})</h2>
            <AttemptLog attempts={review.attempts} />
          </div>
        )}
        <div className={styles.sheet}>
          <h2>State at that moment</h2>
          <StateTree lines={state} />
        </div>
      </ScrollArea>
      <WaysOut review={review} nodes={nodes} onDecide={decide} />
      <ActionBar
        review={review}
        changes={0}
        blocked={false}
        next={onward.next}
        inbox={onward.inbox}
        onApprove={null}
        onReject={noop}
        onEdit={null}
        onAbort={null}
      />
    </main>
  )
}

const noop = () => undefined
