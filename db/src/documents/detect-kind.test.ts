import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { detectKind } from './detect-kind.ts'

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

test('what is not supported is named', () => {
  const hex = (digits: string) => Buffer.from(digits, 'hex')
  expect(what(hex(''), 'e.txt')).toBe('"e.txt" is empty (0 bytes).')
  expect(what(hex('ffd8ffe000104a464946'), 'a.txt')).toBe('"a.txt" is a picture (JPEG). Supported are PDF, plain text, Markdown and HTML.')
  expect(what(hex('0000002066747970617669660000'), 'a')).toContain('a picture (AVIF)')
  expect(what(hex('000000206674797069736f6d0000'), 'a')).toContain('a film or recording (MP4)')
  expect(what(bytes('<svg xmlns="x"/>'), 'a')).toContain('a picture (SVG)')
  expect(what(bytes('{\\rtf1 x}'), 'a')).toContain('rich-text')
  expect(what(Buffer.concat([bytes('PK\x03\x04', 'latin1'), bytes('mimetypeapplication/epub+zip')]), 'a')).toContain('EPUB')
  expect(what(bytes('PK\x03\x04 anything', 'latin1'), 'a')).toContain('an archive (ZIP)')
  expect(what(hex('0102030405060708090a0b0c0e0f'), 'a')).toContain('a binary file of an unknown kind')
  expect(what(hex('7f454c4602010100'), 'a')).toContain('a program')
  // Words that begin like a signature are words.
  expect(detectKind(bytes('BM25 is a ranking function, MZ is not.'), 'a.txt')).toBe('text')
  expect(detectKind(bytes('MZ, the initials of a designer.'), 'a.txt')).toBe('text')
})

describe.skipIf(!existsSync(DATA))('real files (skipped where the folder of real documents is absent)', () => {
  const read = (folder: string) =>
    readdirSync(path.join(DATA, folder)).map((name) => ({ name, kind: what(readFileSync(path.join(DATA, folder, name)), name) }))
  const KINDS: Record<string, RegExp> = {
    pdf: /^pdf$/,
    txt: /^text$/,
    csv: /^text$/,
    eml: /^text$/,
    md: /^markdown$/,
    html: /^html$/,
    htm: /^html$/,
    png: /picture \(PNG\)/,
    bmp: /picture \(BMP\)/,
    jpeg: /picture \(JPEG\)/,
    docx: /Word/,
    odt: /OpenDocument/,
    pptx: /PowerPoint/,
    xlsx: /Excel|Office file in the old format or with a password/,
    flac: /sound recording \(FLAC\)/,
    wav: /sound recording \(WAV\)/,
  }

  test.each(['odd', 'office', 'audio', 'pdf/docling', 'pdf/pdfjs'])('%s', (folder) => {
    for (const { name, kind } of read(folder)) {
      const expected = name === 'empty.txt' ? /is empty/ : KINDS[name.split('.').at(-1) ?? '']
      if (expected) expect(kind, name).toMatch(expected)
    }
  })
})
