'use client'

import { useRouter } from 'next/navigation'
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { useKeys } from '../frame/use-keys.ts'
import { useTimes } from '../frame/use-times.ts'
import { type RunQuery, runHref } from './run-query.ts'
import styles from './timeline.module.css'
import { specialOf, type TimelineData, timesOf } from './timeline-data.ts'

interface Props {
  run: string
  query: RunQuery
  data: TimelineData
  /** Index of the checkpoint the page is set to. */
  at: number
  waits: boolean
  /** What can be done from the moment that is shown. */
  children?: ReactNode
}

/** With more checkpoints than this the names would run into each other. */
const NAMED = 18
/** Thin marks, at most; a run of thousands shows them as a ruler. */
const MARKS = 160
/** Changes and forks that are marked, at most: the newest. */
const SPECIAL = 40
const SETTLE_MS = 120

/** How a checkpoint is called: by the nodes whose writes it holds, else by what made it. */
function useNames({ label, labels }: TimelineData): (index: number) => string {
  const t = useTranslations('runs.timeline.source')
  return (index) => {
    const { nodes, source } = labels[label[index] ?? -1] ?? { nodes: [], source: 'loop' }
    if (source === 'loop' && nodes.length === 1) return nodes[0] ?? ''
    if (source === 'loop' && nodes.length > 1) return `${nodes[0]} +${nodes.length - 1}`
    const known = (['input', 'loop', 'fork', 'update'] as const).find((one) => one === source)
    return known ? t(known) : source
  }
}

/**
 * Sets the page to another checkpoint a moment after the slider rests; the newest one needs no mention in the address.
 * The page arrives after the slider has moved on when somebody keeps pressing: that page is an echo and moves nothing back.
 */
function useMove({ run, query, data: { ids }, at }: Props): [number, (to: number) => void] {
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
    const checkpoint = wanted === ids.length - 1 ? undefined : ids[wanted]
    const timer = setTimeout(() => {
      asked.current.push(wanted)
      router.replace(runHref(run, query, { checkpoint }), { scroll: false })
    }, SETTLE_MS)
    return () => clearTimeout(timer)
  }, [wanted, at, run, query, ids, router])
  return [wanted, (to) => setWanted(Math.max(0, Math.min(ids.length - 1, to)))]
}

interface MarksProps {
  data: TimelineData
  at: number
  waits: boolean
  move: (to: number) => void
}

const placeOf = (index: number, count: number): number => (count < 2 ? 4 : 4 + (92 * index) / (count - 1))
const leftOf = (index: number, count: number) => ({ left: `${placeOf(index, count)}%` })

/** Few checkpoints: each with its name. */
function Ticks({ data, at, waits, move }: MarksProps) {
  const nameOf = useNames(data)
  const count = data.ids.length
  return data.ids.map((id, index) => (
    <button
      key={id}
      type="button"
      tabIndex={-1}
      className={styles.tick}
      aria-label={nameOf(index)}
      data-at={index === at || undefined}
      data-waits={(waits && index === count - 1) || undefined}
      data-source={data.labels[data.label[index] ?? -1]?.source}
      style={leftOf(index, count)}
      onClick={() => move(index)}
    >
      <i />
      <span>{nameOf(index)}</span>
    </button>
  ))
}

/** Many: a ruler, with what no step of the graph made standing out. */
function Ruler({ data, at, waits, move }: MarksProps) {
  const t = useTranslations('runs.timeline')
  const nameOf = useNames(data)
  const special = useMemo(() => specialOf(data).slice(-SPECIAL), [data])
  const count = data.ids.length
  const width = `${100 / (Math.min(count, MARKS) - 1)}%`
  return (
    <>
      <span className={styles.ruler} aria-hidden="true" style={{ backgroundSize: `${width} 100%` }} />
      {special.map(({ index, source }) => {
        const mark = t('mark', { what: nameOf(index), at: index + 1 })
        return (
          <button
            key={index}
            type="button"
            tabIndex={-1}
            className={styles.special}
            aria-label={mark}
            title={mark}
            data-source={source}
            style={leftOf(index, count)}
            onClick={() => move(index)}
          />
        )
      })}
      <span className={styles.alone} data-waits={(waits && at === count - 1) || undefined} style={leftOf(at, count)}>
        {nameOf(at)}
      </span>
    </>
  )
}

/** The checkpoints of a run as a slider: moving it sets the whole page to that moment. */
export function Timeline(props: Props) {
  const t = useTranslations('runs.timeline')
  const times = useTimes()
  const { data, waits } = props
  const nameOf = useNames(data)
  const [at, move] = useMove(props)
  const moments = useMemo(() => timesOf(data), [data])
  useKeys({ ArrowLeft: () => move(at - 1), ArrowRight: () => move(at + 1), '[': () => move(at - 1), ']': () => move(at + 1) })
  const count = data.ids.length
  const time = moments[at]
  if (time === undefined) return null
  const few = count <= NAMED
  return (
    <section className={styles.time} aria-label={t('checkpoints')}>
      <div className={styles.words}>
        <span>
          {t('checkpoints')} <span className={styles.help}>· {few ? t('help') : t('more', { count: times.number(count) })}</span>
        </span>
        <span className="grow" />
        <span className={styles.place}>
          <span className={styles.name}>{nameOf(at)} · </span>
          {t('count', { at: times.number(at + 1), count: times.number(count) })} · <ExactTime at={time} />
        </span>
        {props.children}
      </div>
      <div className={styles.track}>
        <input
          type="range"
          min={0}
          max={Math.max(0, count - 1)}
          value={at}
          aria-label={t('checkpoint')}
          aria-valuetext={t('place', { at: at + 1, count, name: nameOf(at) })}
          onChange={(event) => move(Number(event.target.value))}
        />
        {few ? <Ticks data={data} at={at} waits={waits} move={move} /> : <Ruler data={data} at={at} waits={waits} move={move} />}
      </div>
    </section>
  )
}

/** A time of day to the millisecond, in the reader's zone, which the server does not know. */
function ExactTime({ at }: { at: number }) {
  const [text, setText] = useState('')
  useEffect(
    () =>
      setText(
        new Date(at).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit', second: '2-digit', fractionalSecondDigits: 3 }),
      ),
    [at],
  )
  return <time dateTime={new Date(at).toISOString()}>{text}</time>
}
