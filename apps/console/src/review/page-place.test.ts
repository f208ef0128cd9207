import { expect, test } from 'vitest'
import { pagePlace } from './page-place.ts'

test('a page of a website is at its address', () => {
  expect(pagePlace({ url: 'https://example.org/a?b=1' })).toEqual({ href: 'https://example.org/a?b=1', label: 'https://example.org/a?b=1' })
})

test('a part of a video is at its second', () => {
  expect(pagePlace({ url: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ', time: { from: 300.4, to: 3725 } })).toEqual({
    href: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=300s',
    label: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ · 5:00–1:02:05',
  })
})

test.each(['javascript:alert(1)', 'file:///etc/passwd', 'nonsense', undefined])('%s is nowhere to go', (url) => {
  expect(pagePlace({ url })).toBeNull()
})
