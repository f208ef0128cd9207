// Without characters that look alike: it is read from a screen and typed.
const LETTERS = 'abcdefghijkmnpqrstuvwxyz23456789'

/** Four groups of five letters and digits: 100 bits. 32 of them, so no letter is likelier than another. */
export function makePassword(): string {
  const letters = [...crypto.getRandomValues(new Uint8Array(20))].map((byte) => LETTERS[byte % LETTERS.length])
  return [0, 5, 10, 15].map((start) => letters.slice(start, start + 5).join('')).join('-')
}
