import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { strToU8, zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { checkClaim } from './check-claim.ts'
import { detectKind, detectType } from './detect-kind.ts'
import { ofKind } from './file-type.ts'

const DATA = process.env.COUNTERSIGN_DATA ?? path.resolve(import.meta.dirname, '../../../../shared/data')
const bytes = (text: string, encoding: BufferEncoding = 'utf8') => Buffer.from(text, encoding)
const what = (content: Uint8Array, name: string): string => {
  try {
    return detectKind(content, name)
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

test('content decides, the name only between Markdown and plain text', () => {
  const markdown = '# Title\n\nSome **bold** text.\n\n- a\n- b\n'
  expect(detectKind(bytes(markdown), 'notes.md')).toBe('markdown')
  expect(detectKind(bytes(markdown), 'notes')).toBe('markdown')
  expect(detectKind(bytes(markdown), 'notes.txt')).toBe('text')
  expect(detectKind(bytes('Only words.'), 'words.md')).toBe('markdown')
  expect(detectKind(bytes('# a comment in a script\nls\n'), 'unnamed')).toBe('text')
  expect(detectKind(bytes('%PDF-1.7\n…'), 'page.html')).toBe('pdf')
  expect(detectKind(bytes('<!DOCTYPE html><p>x'), 'page.txt')).toBe('html')
  expect(detectKind(bytes('<!-- saved -->\n<?xml version="1.0"?>\n<HTML lang="en">'), 'page.pdf')).toBe('html')
  expect(detectKind(bytes('<p>a fragment</p>'), 'page')).toBe('html')
  expect(detectKind(bytes('<p align="center">\n\n# A readme\n</p>'), 'README.md')).toBe('markdown')
  expect(detectKind(bytes('a < b and b > c'), 'maths')).toBe('text')
  expect(detectKind(bytes('<invoice><total>1</total></invoice>'), 'invoice.xml')).toBe('text')
})

test('a PDF is one with junk before its header, or without its header when the rest is there', () => {
  expect(detectKind(bytes(`${'x'.repeat(500)}%PDF-1.4`), 'a')).toBe('pdf')
  expect(detectKind(bytes('1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\nstartxref\n9\n%%EOF\n'), 'a')).toBe('pdf')
})

test('text is text in any encoding, and also cut off within a character', () => {
  const words = 'Straße, café, naïve\n'.repeat(20)
  const utf16be = Buffer.from(words, 'utf16le').swap16()
  expect(detectKind(bytes(words, 'utf16le'), 'le.txt')).toBe('text')
  expect(detectKind(utf16be, 'be.txt')).toBe('text')
  expect(detectKind(bytes(words, 'latin1'), 'cp1252.txt')).toBe('text')
  expect(detectKind(bytes(`x${'中'.repeat(40_000)}`), 'zh.txt')).toBe('text')
  expect(detectKind(bytes('\ufeff<html>'), 'bom.html')).toBe('html')
  expect(detectKind(Buffer.from([0x83, 0x65, 0x83, 0x4c, 0x83, 0x58, 0x83, 0x67]), 'sjis.txt')).toBe('text')
  expect(detectKind(bytes(' \n\t '), 'blank.txt')).toBe('text')
})

test('pictures and recordings are known by their exact type', () => {
  const hex = (digits: string) => Buffer.from(digits, 'hex')
  expect(detectType(hex('ffd8ffe000104a464946'), 'a.txt')).toEqual({ kind: 'image', mime: 'image/jpeg' })
  expect(detectType(hex('89504e470d0a1a0a'), 'a.pdf')).toEqual({ kind: 'image', mime: 'image/png' })
  expect(detectType(hex('49492a0008000000'), 'a')).toEqual({ kind: 'image', mime: 'image/tiff' })
  expect(detectType(hex('524946460000000057454250'), 'a')).toEqual({ kind: 'image', mime: 'image/webp' })
  expect(detectType(hex('0000002066747970617669660000'), 'a')).toEqual({ kind: 'image', mime: 'image/avif' })
  expect(detectType(hex('664c614300000022'), 'a')).toEqual({ kind: 'audio', mime: 'audio/flac' })
  expect(detectType(hex('524946460000000057415645'), 'a')).toEqual({ kind: 'audio', mime: 'audio/wav' })
  expect(detectType(hex('4944330400000000'), 'a')).toEqual({ kind: 'audio', mime: 'audio/mpeg' })
  expect(detectType(hex('4f67675300020000'), 'a')).toEqual({ kind: 'audio', mime: 'audio/ogg' })
  const mp4 = (...tracks: string[]) =>
    bytes(`\0\0\0\x20ftypisom${tracks.map((track) => `hdlr\0\0\0\0\0\0\0\0${track}`).join('')}`, 'latin1')
  expect(detectType(mp4('soun'), 'a')).toEqual({ kind: 'audio', mime: 'audio/mp4' })
  expect(what(mp4('vide', 'soun'), 'a')).toContain('a film (MP4). Films are not read: send its sound')
})

test('a table is known by its lines or its name, a mail by its headers', () => {
  const table = 'name;town;amount\nAnn;Rouen;1\n"Bo;b";Caen;2\nCy;Dieppe;3\nDi;Le Havre;4\n'
  expect(detectKind(bytes(table), 'export')).toBe('csv')
  expect(detectKind(bytes(table), 'export.csv')).toBe('csv')
  expect(detectKind(bytes(table), 'export.txt')).toBe('text')
  expect(detectKind(bytes('One, two.\nThree, four.\nFive, six.\nSeven, eight.\nNine, ten.\n'), 'prose')).toBe('text')
  const mail = 'From: a@example.com\r\nTo: b@example.com\r\nSubject: Hello\r\n there\r\nMIME-Version: 1.0\r\n\r\nHi.\r\n'
  expect(detectType(bytes(mail), 'mail.txt')).toEqual({ kind: 'eml', mime: 'message/rfc822' })
  expect(detectKind(bytes('From: Ann\nTo: Bob\n\nA memo.\n'), 'memo.txt')).toBe('text')
  expect(detectKind(bytes('From: Ann\nTo: Bob\n\nA memo.\n'), 'memo.eml')).toBe('eml')
})

test('a zip is what its contents make it', () => {
  const zip = (files: Record<string, string>) =>
    zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])))
  expect(detectKind(zip({ '[Content_Types].xml': '', 'word/document.xml': '', 'word/embeddings/xl/workbook.xml': '' }), 'a.zip')).toBe(
    'docx',
  )
  expect(detectKind(zip({ 'ppt/presentation.xml': '', 'xl/workbook.xml': '' }), 'a')).toBe('pptx')
  expect(detectKind(zip({ 'xl/workbook.xml': '' }), 'a')).toBe('xlsx')
  expect(detectKind(zip({ mimetype: 'application/epub+zip' }), 'a')).toBe('epub')
  const odt = { mimetype: 'application/vnd.oasis.opendocument.text', 'META-INF/manifest.xml': '<manifest:manifest/>' }
  expect(detectKind(zip(odt), 'a')).toBe('odt')
  const locked = zip({ ...odt, 'META-INF/manifest.xml': '<manifest:encryption-data/>' })
  expect(() => detectKind(locked, 'a')).toThrow(expect.objectContaining({ code: 'password_required' }))
  expect(what(zip({ 'notes.txt': 'x' }), 'a')).toContain('an archive (ZIP). Unpack it')
  expect(what(zip({ 'xl/workbook.bin': '' }), 'a')).toContain('xlsb')
  expect(what(bytes('PK\x03\x04 anything', 'latin1'), 'a')).toContain('a damaged Office file or archive')
})

test('what is not supported is named, with what to do', () => {
  const hex = (digits: string) => Buffer.from(digits, 'hex')
  const compound = (stream: string) => Buffer.concat([hex('d0cf11e0a1b11ae1'), Buffer.alloc(1016), bytes(`${stream}\0`, 'utf16le')])
  expect(what(hex(''), 'e.txt')).toBe('"e.txt" is empty (0 bytes).')
  expect(what(bytes('<svg xmlns="x"/>'), 'a')).toContain('a picture (SVG). Save it as PNG')
  expect(what(bytes('{\\rtf1 x}'), 'a')).toContain('rich-text')
  expect(what(compound('WordDocument'), 'a.doc')).toMatch(/old format \(doc\).*save it in the new format \(docx\)/)
  expect(what(compound('Workbook'), 'a.xls')).toContain('(xls)')
  expect(what(compound('PowerPoint Document'), 'a.ppt')).toContain('(ppt)')
  expect(what(compound('__properties_version1.0'), 'a.msg')).toContain('Outlook')
  expect(() => detectType(compound('EncryptedPackage'), 'a.docx')).toThrow(
    expect.objectContaining({ code: 'password_required', message: expect.stringContaining('remove the password') }),
  )
  expect(what(hex('1a45dfa30000'), 'a')).toContain('a film (Matroska or WebM)')
  expect(what(hex('fff15080'), 'a')).toContain('a sound recording (AAC). Save it as MP3')
  expect(what(hex('0102030405060708090a0b0c0e0f'), 'a')).toMatch(/a binary file of an unknown kind\. Supported are PDF, Word/)
  expect(what(hex('7f454c4602010100'), 'a')).toContain('a program')
  // Words that begin like a signature are words.
  expect(detectKind(bytes('BM25 is a ranking function, MZ is not.'), 'a.txt')).toBe('text')
  expect(detectKind(bytes('MZ, the initials of a designer.'), 'a.txt')).toBe('text')
})

describe('a claim about a file', () => {
  const pdf = ofKind('pdf')

  test('holds when the content agrees, and settles which kind of text a text is', () => {
    expect(checkClaim(pdf, null, 'a')).toBe(pdf)
    expect(checkClaim(pdf, 'pdf', 'a')).toBe(pdf)
    expect(checkClaim(pdf, 'document', 'a')).toBe(pdf)
    expect(checkClaim({ kind: 'image', mime: 'image/png' }, 'image', 'a')).toEqual({ kind: 'image', mime: 'image/png' })
    expect(checkClaim(ofKind('text'), 'markdown', 'a')).toEqual(ofKind('markdown'))
    expect(checkClaim(ofKind('markdown'), 'text', 'a')).toEqual(ofKind('text'))
    expect(checkClaim(ofKind('text'), 'csv', 'a')).toEqual(ofKind('csv'))
  })

  test.each([
    [pdf, 'image', /a picture but holds a PDF/],
    [{ kind: 'image', mime: 'image/png' }, 'pdf', /a PDF but holds a picture \(image\/png\)/],
    [ofKind('html'), 'text', /plain text but holds an HTML page/],
    [ofKind('docx'), 'xlsx', /an Excel workbook \(xlsx\) but holds a Word document/],
    [ofKind('text'), 'document', /a document but holds plain text/],
    [{ kind: 'audio', mime: 'audio/flac' }, 'youtube', /a YouTube video but holds a sound recording/],
  ] as const)('%o is not %s', (found, claimed, message) => {
    expect(() => checkClaim(found, claimed, 'a')).toThrow(
      expect.objectContaining({
        code: 'kind_mismatch',
        message: expect.stringMatching(message),
        details: expect.objectContaining({ claimed }),
      }),
    )
  })
})

describe.skipIf(!existsSync(DATA))('real files (skipped where the folder of real documents is absent)', () => {
  const KINDS: Record<string, string> = {
    txt: 'text',
    md: 'markdown',
    htm: 'html',
    png: 'image',
    bmp: 'image',
    jpeg: 'image',
    flac: 'audio',
    wav: 'audio',
  }
  const ODD: Record<string, RegExp> = {
    'empty.txt': /is empty/,
    'password_protected.xlsx': /protected with a password/,
  }

  test.each(['odd', 'office', 'audio', 'pdf/docling', 'pdf/pdfjs'])('%s', (folder) => {
    for (const name of readdirSync(path.join(DATA, folder))) {
      const extension = name.split('.').at(-1) ?? ''
      const kind = what(readFileSync(path.join(DATA, folder, name)), name)
      expect(kind, name).toMatch(ODD[name] ?? new RegExp(`^${KINDS[extension] ?? extension}$`))
    }
  })
})
