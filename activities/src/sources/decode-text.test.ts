import iconv from 'iconv-lite'
import { describe, expect, test } from 'vitest'
import { decodeText, encodingProblem } from './decode-text.ts'

const SAMPLES: Record<string, string> = {
  shift_jis: '日本語のテキストです。これは文字コードの判定を試すための文章です。',
  gb18030: '这是一个用于检测字符编码的中文文本，包含足够多的汉字。',
  'windows-1251': 'Это русский текст для проверки определения кодировки.',
  'iso-8859-8': 'זהו טקסט בעברית לבדיקת זיהוי הקידוד של המסמך',
  'windows-1252': 'Le café de la préfecture où l’été s’achève, déjà fermé.',
}

describe('a text is read in the encoding it is in', () => {
  test.each(Object.entries(SAMPLES))('%s, found by statistics, which is told', (encoding, text) => {
    const decoded = decodeText(iconv.encode(text, encoding))
    expect(decoded.text).toBe(text)
    expect(encodingProblem(decoded)).toMatch(/^its encoding was taken for .*, which is a guess$/)
  })

  test.each(['utf-8', 'utf-16le', 'utf-16be', 'utf-32le', 'utf-32be'])('%s with its mark is certain', (encoding) => {
    for (const text of Object.values(SAMPLES)) {
      const decoded = decodeText(iconv.encode(text, encoding, { addBOM: true }))
      expect(decoded.text.replace(/^\ufeff/, '')).toBe(text)
      expect(encodingProblem(decoded)).toBeUndefined()
    }
  })
})

test('UTF-8 with a broken place stays UTF-8, and says how much is lost', () => {
  const bytes = Buffer.concat([Buffer.from('Élève, à côté, très âgé, naïf; '), Buffer.from([0xff]), Buffer.from(' là-bas, où l’été dure.')])
  const decoded = decodeText(bytes)
  expect(decoded.text).toBe('Élève, à côté, très âgé, naïf; \ufffd là-bas, où l’été dure.')
  expect(encodingProblem(decoded)).toBe('1 of its characters could not be decoded (taken for utf-8)')
})
