import { deflateSync } from 'node:zlib'

/** A text that shrinks more than this repeats itself; the limit is Whisper's own (Radford et al. 2022, section 4.5). */
const LIMIT = 2.4

/** Whether a transcript is stuck in a loop, which models of speech fall into where they hear nothing they know. */
export function isStuck(text: string): boolean {
  const bytes = Buffer.from(text)
  return bytes.length / deflateSync(bytes).length > LIMIT
}
