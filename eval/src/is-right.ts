const LEGAL_FORMS = /\b(ltd|limited|inc|gmbh|ag|bv|b v|sarl|sas|s a s|pvt|llc|corp|co)\b/g

/**
 * Whether a value read is the true one: amounts to the cent, dates and currencies exactly, names and numbers by their letters and
 * digits. A company's legal form may be missing on either side, since templates leave it out as they like.
 */
export function isRight(field: string, value: unknown, truth: string | number): boolean {
  if (typeof truth === 'number') return typeof value === 'number' && Math.abs(value - truth) < 0.005
  if (typeof value !== 'string') return false
  if (field === 'issuer' || field === 'company') return name(value) === name(truth)
  return letters(value) === letters(truth)
}

function name(text: string): string {
  const words = text
    .toLowerCase()
    .replace(/\./g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
  return letters(words.replace(LEGAL_FORMS, ''))
}

function letters(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
}
