import type { AuditRow } from '@countersign/db'
import { expect, it } from 'vitest'
import { chooseNotices } from './choose-notices.ts'
import type { Channel } from './settings.ts'

const channel: Channel = {
  name: 'hook',
  kind: 'webhook',
  url: 'http://127.0.0.1:1/',
  secret: Buffer.alloc(32),
  allowPrivate: true,
  language: 'en',
  events: new Set(['review.decided']),
}
const entry: AuditRow = {
  tenant: 't',
  seq: 1,
  at: new Date(),
  actor: 'ada',
  event: 'review.decided',
  run: 'r',
  review: 'v',
  document: null,
  data: {},
  position: 1,
  mac: null,
}

it('tells of what a person decided, not of what a replay decides for itself', () => {
  expect(chooseNotices([channel], [entry])).toHaveLength(1)
  expect(chooseNotices([channel], [{ ...entry, actor: 'replay' }])).toEqual([])
})

it('takes what happened more than a day ago for no news', () => {
  const old = { ...entry, at: new Date(Date.now() - 90_000_000) }
  expect(chooseNotices([channel], [old])).toEqual([])
})
