import { SLICE_SECONDS } from '../../../sources/audio/audio-protocol.ts'
import type { AudioPart, RecordingState } from '../state.ts'

/** What a task of the transcriber is sent: all that it needs, since it sees nothing else of the state. */
export interface TranscriberTask {
  document: string
  hash: string
  language: string | null
  parts: AudioPart[]
  /** The slices that the parts lie in, from the one at `firstSlice` (0 for the recording's first) on. */
  slices: string[]
  firstSlice: number
}

/** About two minutes of sound: a task that dies costs so much again. */
const PARTS = 4
/** Parts without a pause between them stay together up to here, so that the words around the cut are put together. */
const MOST_PARTS = 12

/** Windows of neighbouring parts. */
export function partWindows(parts: readonly AudioPart[]): AudioPart[][] {
  const windows: AudioPart[][] = []
  for (const part of parts) {
    const window = windows.at(-1)
    if (window === undefined || window.length >= (part.joined ? MOST_PARTS : PARTS)) windows.push([part])
    else window.push(part)
  }
  return windows
}

/** The slices that some parts lie in. */
export function slicesFor(parts: readonly AudioPart[], { slices }: RecordingState): Pick<TranscriberTask, 'slices' | 'firstSlice'> {
  const firstSlice = Math.floor((parts[0]?.from ?? 0) / SLICE_SECONDS)
  return { firstSlice, slices: slices.slice(firstSlice, Math.ceil((parts.at(-1)?.to ?? 0) / SLICE_SECONDS)) }
}
