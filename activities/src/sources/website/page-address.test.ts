import { describe, expect, test } from 'vitest'
import { linkTarget, pageKey, resolveLink, siteOf } from './page-address.ts'

test.each([
  ['../b?x=1#part', 'https://example.org/b?x=1'],
  ['//example.org/c', 'https://example.org/c'],
  ['?utm_source=mail&page=2&fbclid=abc', 'https://example.org/a/?page=2'],
  ['?utm_source=mail', 'https://example.org/a/'],
  ['mailto:ann@example.org', null],
  ['javascript:void(0)', null],
  ['https://ann:secret@example.org/', null],
  ['http://[', null],
])('the link %s leads to %s', (link, expected) => {
  expect(resolveLink(link, 'https://example.org/a/')).toBe(expected)
})

describe('the same page', () => {
  test.each([
    'http://www.example.org/a/b/?x=1&y=2',
    'https://example.org/a/b?y=2&x=1#part',
    'https://EXAMPLE.org:443/a/b?x=1&y=2&gclid=9',
    'https://example.org./a/b?x=1&y=2',
  ])('is behind %s', (address) => {
    expect(pageKey(address)).toBe(pageKey('https://example.org/a/b?x=1&y=2'))
  })

  test.each(['https://example.org/a/b?x=2&y=2', 'https://example.org/A/b?x=1&y=2', 'https://docs.example.org/a/b?x=1&y=2'])(
    'is not behind %s',
    (address) => {
      expect(pageKey(address)).not.toBe(pageKey('https://example.org/a/b?x=1&y=2'))
    },
  )
})

test('a site is a host with or without www, and its port', () => {
  expect(siteOf('https://www.example.org/x')).toBe('example.org')
  expect(siteOf('http://example.org:8080/x')).toBe('example.org:8080')
  expect(siteOf('https://docs.example.org/x')).toBe('docs.example.org')
})

test('links are told apart by the name they end in', () => {
  expect(
    ['/a', '/a.html', '/a.php?x=b.pdf', '/a.PDF', '/b.docx', '/c.png', '/d.css'].map((path) => linkTarget(`https://x.org${path}`)),
  ).toEqual(['page', 'page', 'page', 'document', 'document', 'other', 'other'])
})
