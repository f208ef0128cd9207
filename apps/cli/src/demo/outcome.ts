import type { RunDetail } from '@countersign/client'

/** One file on its way through the demo. Times are seconds since the demo began. */
export interface TrackedFile {
  path: string
  name: string
  /** Null until it was taken in, and for good when it was refused. */
  run: string | null
  /** Taken in by an earlier demo. */
  earlier: boolean
  refusal: { code: string; message: string } | null
  detail: RunDetail | null
  takenAt: number | null
  endedAt: number | null
}

export type OutcomeKind = 'indexed' | 'decided and indexed' | 'parked' | 'refused' | 'stopped' | 'waiting' | 'running'

/** How a file stands; `message` for those that did not get through: why. */
export interface Outcome {
  kind: OutcomeKind
  message: string | null
  /** Nothing more happens by itself, and nothing that the demo should decide waits. */
  ended: boolean
}

/** Judges a file by its run. A parked run counts as ended: it waits, with its message, for somebody who mends it. */
export function outcomeOf(file: Pick<TrackedFile, 'refusal' | 'detail'>): Outcome {
  const { refusal, detail } = file
  if (refusal !== null) return { kind: 'refused', message: refusal.message, ended: true }
  switch (detail?.status) {
    case 'done':
      return {
        kind: detail.reviews.some(({ status }) => status === 'decided') ? 'decided and indexed' : 'indexed',
        message: null,
        ended: true,
      }
    case 'parked':
      return {
        kind: 'parked',
        message: detail.error?.message ?? detail.reviews.find(({ kind }) => kind === 'incident')?.reason ?? '',
        ended: true,
      }
    case 'aborted':
    case 'cancelled':
      return { kind: 'stopped', message: detail.error?.message ?? `the run was ${detail.status}`, ended: true }
    case 'waiting':
      return { kind: 'waiting', message: detail.reviews.find(({ status }) => status === 'open')?.title ?? null, ended: false }
    default:
      return { kind: 'running', message: null, ended: false }
  }
}

/** What keeps the unattended demo from counting as passed; empty when nothing is missing. */
export function missingIn(files: readonly TrackedFile[], mustBeIndexed: boolean): string[] {
  return files.flatMap((file) => {
    const { kind, message, ended } = outcomeOf(file)
    const unfinished = `${file.name}: ${kind === 'waiting' ? 'still waits for a person' : 'still running'}${file.detail === null ? '' : ` at ${file.detail.next.join(', ')}`}`
    if (!ended) return [unfinished]
    if (kind === 'stopped') return [`${file.name}: ${message}`]
    if ((kind === 'parked' || kind === 'refused') && !message) return [`${file.name}: ${kind} without a message`]
    if ((kind === 'parked' || kind === 'refused') && mustBeIndexed)
      return [`${file.name}: ${kind}, but this sample should be indexed: ${message}`]
    return []
  })
}
