import type { CaptionTrack } from './player-response.ts'

export const isAutomatic = ({ kind }: CaptionTrack): boolean => kind === 'asr'

/**
 * The captions to read: those in the asked language (a variant of it counts), written by people before automatic ones. In no asked
 * language, or where there are none in it: those in the language that is spoken, as the automatic ones tell it; then any that people wrote.
 */
export function chooseTrack(tracks: readonly CaptionTrack[], language: string | null): CaptionTrack | null {
  const spoken = tracks.find(isAutomatic)?.languageCode ?? null
  const inLanguage = (wanted: string | null): CaptionTrack[] =>
    wanted === null ? [] : tracks.filter(({ languageCode }) => base(languageCode) === base(wanted)).sort(exactFirst(wanted))
  const candidates = [...humanFirst(inLanguage(language)), ...humanFirst(inLanguage(spoken)), ...humanFirst(tracks)]
  return candidates[0] ?? null
}

/** The language of a code such as `pt-BR` or `zh_Hant`. */
const base = (code: string): string => code.toLowerCase().split(/[-_]/)[0] ?? ''
const exactFirst = (wanted: string) => (a: CaptionTrack, b: CaptionTrack) =>
  Number(b.languageCode.toLowerCase() === wanted.toLowerCase()) - Number(a.languageCode.toLowerCase() === wanted.toLowerCase())
const humanFirst = (tracks: readonly CaptionTrack[]): CaptionTrack[] => [
  ...tracks.filter((track) => !isAutomatic(track)),
  ...tracks.filter(isAutomatic),
]
