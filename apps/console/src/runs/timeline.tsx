'use client'

import type { CheckpointView } from '@countersign/client'
import { useRouter } from 'next/navigation'
import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { useKeys } from '../frame/use-keys.ts'
import { type RunQuery, runHref } from './run-query.ts'
import styles from './timeline.module.css'

interface Props {
  run: string
  query: RunQuery
  checkpoints: CheckpointView[]
  /** Index of the checkpoint the page is set to. */
  at: number
  waits: boolean
}

/** With more checkpoints than this the names would run into each other. */
const NAMED = 18
const SETTLE_MS = 120

/** How a checkpoint is called: by the nodes whose writes it holds, else by what made it. */
function useNames(): (checkpoint: CheckpointView) => string {
  const t = useTranslations('runs.timeline.source')
  return ({ source, nodes }) => {
    if (nodes.length === 1) return nodes[0] ?? ''
    if (nodes.length > 1) return `${nodes[0]} +${nodes.length - 1}`
    const known = (['input', 'loop', 'fork', 'update'] as const).find((one) => one === source)
    return known ? t(known) : source
  }
}

/**
 * Sets the page to another checkpoint a moment after the slider rests; the newest one needs no mention in the address.
 * The page arrives after the slider has moved on when somebody keeps pressing: that page is an echo and moves nothing back.
 */
function useMove({ run, query, checkpoints, at }: Props): [number, (to: number) => void] {
  const router = useRouter()
  const [wanted, setWanted] = useState(at)
  const asked = useRef<number[]>([])
  useEffect(() => {
    const echo = asked.current.indexOf(at)
    if (echo < 0) setWanted(at)
    asked.current = asked.current.slice(echo + 1)
  }, [at])
  useEffect(() => {
    if (wanted === at) return
    const checkpoint = wanted === checkpoints.length - 1 ? undefined : checkpoints[wanted]?.id
    const timer = setTimeout(() => {
      asked.current.push(wanted)
      router.replace(runHref(run, query, { checkpoint }), { scroll: false })
    }, SETTLE_MS)
    return () => clearTimeout(timer)
  }, [wanted, at, run, query, checkpoints, router])
  return [wanted, (to) => setWanted(Math.max(0, Math.min(checkpoints.length - 1, to)))]
}

function Ticks({
  checkpoints,
  at,
  waits,
  move,
}: {
  checkpoints: CheckpointView[]
  at: number
  waits: boolean
  move: (to: number) => void
}) {
  const nameOf = useNames()
  return checkpoints.map((checkpoint, index) => (
    <button
      key={checkpoint.id}
      type="button"
      tabIndex={-1}
      className={styles.tick}
      aria-label={nameOf(checkpoint)}
      data-at={index === at || undefined}
      data-waits={(waits && index === checkpoints.length - 1) || undefined}
      style={{ left: `${placeOf(index, checkpoints.length)}%` }}
      onClick={() => move(index)}
    >
      <i />
      <span>{nameOf(checkpoint)}</span>
    </button>
  ))
}

const placeOf = (index: number, count: number): number => (count < 2 ? 50 : 4 + (92 * index) / (count - 1))

/** The checkpoints of a run as a slider: moving it sets the whole page to that moment. */
export function Timeline(props: Props) {
  const t = useTranslations('runs.timeline')
  const nameOf = useNames()
  const { checkpoints, waits } = props
  const [at, move] = useMove(props)
  const shown = checkpoints[at]
  useKeys({ ArrowLeft: () => move(at - 1), ArrowRight: () => move(at + 1), '[': () => move(at - 1), ']': () => move(at + 1) })
  if (!shown) return null
  const place = t('place', { at: at + 1, count: checkpoints.length, name: nameOf(shown) })
  return (
    <section className={styles.time} aria-label={t('checkpoints')}>
      <div className={styles.words}>
        <span>
          {t('checkpoints')} <span className={styles.help}>· {t('help')}</span>
        </span>
        <span>
          <span className={styles.name}>{nameOf(shown)} · </span>
          {t('count', { at: at + 1, count: checkpoints.length })} · <ExactTime at={shown.at} />
        </span>
      </div>
      <div className={styles.track}>
        <input
          type="range"
          min={0}
          max={Math.max(0, checkpoints.length - 1)}
          value={at}
          aria-label={t('checkpoint')}
          aria-valuetext={place}
          onChange={(event) => move(Number(event.target.value))}
        />
        {checkpoints.length <= NAMED ? (
          <Ticks checkpoints={checkpoints} at={at} waits={waits} move={move} />
        ) : (
          <span className={styles.alone} style={{ left: `${placeOf(at, checkpoints.length)}%` }}>
            {nameOf(shown)}
          </span>
        )}
      </div>
    </section>
  )
}

/** A time of day to the millisecond, in the reader's zone, which the server does not know. */
function ExactTime({ at }: { at: string }) {
  const [text, setText] = useState('')
  useEffect(
    () =>
      setText(
        new Date(at).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit', second: '2-digit', fractionalSecondDigits: 3 }),
      ),
    [at],
  )
  return <time dateTime={at}>{text}</time>
}
