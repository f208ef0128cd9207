import { CountersignError } from '@countersign/workflows/contract'
import type { PlayerResponse } from './player-response.ts'

type Why = 'removed' | 'private' | 'age_restricted' | 'live' | 'region_locked' | 'paid' | 'not_a_bot' | 'unplayable'

const SAID: Record<Why, string> = {
  removed: 'There is no such video on YouTube (any more)',
  private: 'The video is private',
  age_restricted: 'The video is age-restricted: YouTube shows it only to people who are signed in',
  live: 'The video is live or has not begun: ingest it when it is over',
  region_locked: 'The video may not be seen in the country of this server',
  paid: 'The video is for members or buyers alone',
  not_a_bot: 'YouTube asks this server to prove that it is no program. Try again later, or from another network',
  unplayable: 'YouTube does not play the video',
}

/** Why YouTube does not give a video, as an error that says so; null where it does. */
export function refusalOf(id: string, { playabilityStatus, videoDetails }: PlayerResponse): CountersignError | null {
  const { status = 'OK', reason, messages = [], errorScreen } = playabilityStatus ?? {}
  const live = videoDetails?.isLive === true || videoDetails?.isUpcoming === true
  if (status === 'OK') return live ? refused(id, 'live', '') : null
  const { subreason } = errorScreen?.playerErrorMessageRenderer ?? {}
  const words = [reason, subreason, ...messages].filter((part) => part !== undefined).join(' ')
  return refused(id, whyOf(status, words), words)
}

function whyOf(status: string, words: string): Why {
  if (/\bprivate\b/i.test(words)) return 'private'
  if (/\bbot\b/i.test(words)) return 'not_a_bot'
  if (/\bcountry\b|\bregion\b|\blocation\b/i.test(words)) return 'region_locked'
  if (/\bmembers?\b|\bpurchase\b|\brent\b|\bpremium\b|\bpay/i.test(words)) return 'paid'
  if (status.startsWith('LIVE_STREAM')) return 'live'
  if (/^(AGE_|CONTENT_CHECK)/.test(status) || /\bage\b|inappropriate/i.test(words)) return 'age_restricted'
  if (status === 'ERROR' || /\bremoved\b|\bdeleted\b|\bterminated\b|\bunavailable\b/i.test(words)) return 'removed'
  return 'unplayable'
}

function refused(id: string, why: Why, words: string): CountersignError {
  const code = why === 'removed' || why === 'private' ? 'not_found' : why === 'not_a_bot' ? 'unavailable' : 'no_transcript'
  const quoted = words === '' ? '' : ` (YouTube: “${words.slice(0, 200)}”)`
  return new CountersignError(code, `${SAID[why]}${quoted}.`, { video: id, reason: why })
}
