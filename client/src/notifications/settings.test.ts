import { mkdtemp, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { readNotifications } from './settings.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'countersign-settings-'))
})

const HOOK = { kind: 'webhook', url: 'https://ops.example.test/in', secret: { env: 'HOOK_SECRET' }, events: ['review.*'] }
const ENV = { HOOK_SECRET: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' }
const read = async (
  settings: unknown,
  { env = ENV, consoleUrl = 'https://desk.example.test' }: { env?: object; consoleUrl?: string | null } = {},
) => {
  const file = path.join(folder, 'notifications.json')
  await writeFile(file, typeof settings === 'string' ? settings : JSON.stringify(settings))
  return readNotifications({ file, consoleUrl, env: { ...env } })
}

test('settings name events one by one or by kind, and secrets by their variable', async () => {
  const { channels } = await read({ channels: { ops: HOOK } })
  expect(channels).toMatchObject([{ name: 'ops', kind: 'webhook', allowPrivate: false, language: 'en' }])
  expect(channels[0]?.events).toContain('review.decided')
  expect(channels[0]?.events).not.toContain('comment.added')
})

test.each([
  ['no JSON', '{', {}, /not usable: .*JSON/],
  ['an unknown event', { channels: { ops: { ...HOOK, events: ['review.eaten'] } } }, {}, /channels\.ops\.events\.0: is no event/],
  ['an unknown kind', { channels: { ops: { ...HOOK, kind: 'pigeon' } } }, {}, /channels\.ops\.kind/],
  ['a secret in the file', { channels: { ops: { ...HOOK, secret: 'whsec_x' } } }, {}, /channels\.ops\.secret/],
  ['a misspelt key', { channels: { ops: { ...HOOK, evnets: [] } } }, {}, /evnets/],
  ['a secret that is not set', { channels: { ops: HOOK } }, { env: {} }, /channel ops needs the environment variable HOOK_SECRET/],
  ['a secret that is too short', { channels: { ops: HOOK } }, { env: { HOOK_SECRET: 'short' } }, /shorter than 24 bytes/],
  ['no address for links', { channels: { ops: HOOK } }, { consoleUrl: null }, /COUNTERSIGN_CONSOLE_URL/],
])('%s stops the worker at its start, with a sentence that says where', async (_name, settings, places, words) => {
  await expect(read(settings, places)).rejects.toMatchObject({ code: 'invalid_input', message: expect.stringMatching(words) })
})
