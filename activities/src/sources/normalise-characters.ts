const LIGATURES: Record<string, string> = { ﬀ: 'ff', ﬁ: 'fi', ﬂ: 'fl', ﬃ: 'ffi', ﬄ: 'ffl', ﬅ: 'ft', ﬆ: 'st' }

/**
 * Makes one character of what is one character to a reader: NFC, ligatures spelt out, exotic spaces and line ends made plain,
 * control, zero-width and private-use characters dropped. Digits, case and punctuation stay as they are.
 */
export function normaliseCharacters(text: string): string {
  return (
    text
      .replace(/\r\n?|[\u2028\u2029\u0085]/g, '\n')
      .replace(/[\u00a0\u2000-\u200a\u202f\u205f\u3000]/g, ' ')
      .replace(/[ﬀ-ﬆ]/g, (ligature) => LIGATURES[ligature] ?? ligature)
      // Joiners stay: Persian and the Indic scripts need them.
      .replace(/[^\P{Cc}\n\t]|\p{Co}|[\u00ad\u200b\u2060\ufeff\ufff9-\ufffc]/gu, '')
      .replace(/\p{Surrogate}/gu, '\ufffd')
      .normalize('NFC')
  )
}

/** Also trims line ends and keeps at most one empty line in a row. */
export function normaliseText(text: string): string {
  return normaliseCharacters(text)
    .replace(/[ \t]+$/gm, '')
    .replace(/\n{3,}/g, '\n\n')
    .replace(/^\n+|\s+$/g, '')
}
