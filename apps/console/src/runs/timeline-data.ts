import type { CheckpointView } from '@countersign/client'

/** What a checkpoint is called by: the nodes whose writes it holds, and what made it. */
interface TimelineLabel {
  nodes: string[]
  source: string
}

/** The checkpoints of a run as the slider needs them, oldest first: in columns, for a run may have thousands. */
export interface TimelineData {
  ids: string[]
  /** Ms since 1970 of the first, then ms since the one before. */
  at: number[]
  steps: number[]
  /** Index into `labels`. */
  label: number[]
  labels: TimelineLabel[]
}

/** The columns of a list of checkpoints. */
export function timelineData(checkpoints: CheckpointView[]): TimelineData {
  const labels: TimelineLabel[] = []
  const known = new Map<string, number>()
  const labelOf = ({ nodes, source }: CheckpointView): number => {
    const key = JSON.stringify([source, ...nodes])
    const index = known.get(key) ?? labels.push({ nodes, source }) - 1
    known.set(key, index)
    return index
  }
  const times = checkpoints.map(({ at }) => Date.parse(at))
  return {
    ids: checkpoints.map(({ id }) => id),
    at: times.map((time, index) => time - (times[index - 1] ?? 0)),
    steps: checkpoints.map(({ step }) => step),
    label: checkpoints.map(labelOf),
    labels,
  }
}

/** When each was made, in ms since 1970. */
export function timesOf({ at }: TimelineData): number[] {
  let time = 0
  return at.map((since) => {
    time += since
    return time
  })
}

/** Checkpoints that no step of the graph made: a person's change, a fork, another input. The first one is always an input. */
export function specialOf({ label, labels }: TimelineData): { index: number; source: string }[] {
  return label.flatMap((one, index) => {
    const source = labels[one]?.source ?? 'loop'
    return source === 'loop' || (source === 'input' && index === 0) ? [] : [{ index, source }]
  })
}
