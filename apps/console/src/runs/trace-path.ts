import type { AttemptView, CheckpointView, GraphView, RunStatus } from '@countersign/client'
import { costOf } from './cost-of.ts'

/** What a node of the drawing is, seen from one checkpoint. */
export type NodeLook = 'done' | 'current' | 'waiting' | 'parked' | 'untouched'

export interface TracedNode {
  id: string
  kind: GraphView['nodes'][number]['kind']
  look: NodeLook
  /** How often its writes were committed up to here. */
  times: number
  /** How it stands there, how often it ran, how long and at what cost, in a few words; empty where it did not run. */
  note: string
}

/** The words of a node's note, in the reader's language. */
export interface NoteWords {
  waits: string
  stopped: string
  ran(times: number): string
  attempts(count: number): string
  took(ms: number): string
  tokens(count: number): string
}

export interface TracedEdge {
  from: string
  to: string
  conditional: boolean
  label: string
  /** How often the run went this way. */
  times: number
}

export interface Trace {
  nodes: TracedNode[]
  edges: TracedEdge[]
}

interface Seen {
  drawing: GraphView
  /** Up to and including the selected checkpoint, oldest first. */
  checkpoints: CheckpointView[]
  attempts: AttemptView[]
  /** Status of the run where the selected checkpoint is its newest; null in the past. */
  status: RunStatus | null
  words: NoteWords
}

const edgeKey = (from: string, to: string): string => `${from}\u0000${to}`

function countSteps(checkpoints: CheckpointView[]): { nodes: Map<string, number>; edges: Map<string, number> } {
  const nodes = new Map<string, number>()
  const edges = new Map<string, number>()
  const add = (counts: Map<string, number>, key: string) => counts.set(key, (counts.get(key) ?? 0) + 1)
  let before = ['__start__']
  for (const { nodes: ran, next } of checkpoints) {
    for (const node of ran) {
      add(nodes, node)
      for (const from of before) add(edges, edgeKey(from, node))
    }
    if (ran.length > 0) before = ran
    if (next.length === 0 && ran.length > 0) for (const from of ran) add(edges, edgeKey(from, '__end__'))
  }
  return { nodes, edges }
}

function currentLook(status: RunStatus | null): NodeLook {
  if (status === 'waiting') return 'waiting'
  return status === 'parked' ? 'parked' : 'current'
}

function noteOf(words: NoteWords, look: NodeLook, times: number, attempts: AttemptView[]): string {
  const { ms, tokens, finished } = costOf(attempts)
  const notes = [
    look === 'waiting' ? words.waits : look === 'parked' ? words.stopped : '',
    times > 1 ? words.ran(times) : '',
    attempts.length > Math.max(1, times) ? words.attempts(attempts.length) : '',
    finished > 0 ? words.took(ms) : '',
    tokens > 0 ? words.tokens(tokens) : '',
  ]
  return notes.filter(Boolean).join(' · ')
}

/** The drawing of a graph with the way a run took through it, as far as the selected checkpoint. */
export function tracePath({ drawing, checkpoints, attempts, status, words }: Seen): Trace {
  const counts = countSteps(checkpoints)
  const newest = checkpoints.at(-1)
  const next = new Set(newest?.next ?? [])
  // Attempts made from the selected checkpoint come after it: they belong to the picture only where it is the newest.
  const known = new Set((status === null ? checkpoints.slice(0, -1) : checkpoints).map((checkpoint) => checkpoint.id))
  const nodes = drawing.nodes.map(({ id, kind }): TracedNode => {
    const times = counts.nodes.get(id) ?? 0
    const ended = kind === 'end' && newest !== undefined && newest.next.length === 0 && newest.nodes.length > 0
    const done = times > 0 || (kind === 'start' && checkpoints.length > 0) || ended
    const look = next.has(id) ? currentLook(status) : done ? 'done' : 'untouched'
    const mine = attempts.filter((attempt) => attempt.node === id && known.has(attempt.checkpoint))
    return { id, kind, look, times, note: noteOf(words, look, times, mine) }
  })
  const edges = drawing.edges.map(({ from, to, conditional, label }): TracedEdge => {
    const entered = next.has(to) && (newest?.nodes.includes(from) ?? false) ? 1 : 0
    const times = (counts.edges.get(edgeKey(from, to)) ?? 0) + entered
    return { from, to, conditional, label: label ?? '', times }
  })
  return { nodes, edges }
}
