import { ERROR_CODES, englishOf, SENTENCE_CODES, type Sentence, said } from '@countersign/client/contract'
import { createTranslator } from 'use-intl/core'
import { expect, test } from 'vitest'
import { LOCALES, type Locale } from './locales.ts'
import { MESSAGES } from './messages.ts'
import { createSentences, type Sentences } from './sentences.ts'
import { createTimes } from './times.ts'

/** Throws where a message is missing or lacks a value. */
function speak(locale: Locale): Sentences {
  const onError = (error: Error) => {
    throw error
  }
  const t = createTranslator({ locale, messages: MESSAGES[locale], namespace: 'sentences', onError })
  const words = createTranslator({ locale, messages: MESSAGES[locale], namespace: 'frame', onError })
  return createSentences({ t, locale, times: createTimes({ locale, zone: 'UTC', words }) })
}

/** A value of every name that a sentence has. */
const VALUES: Sentence['values'] = {
  ...{ by: 'ann', user: 'bob', email: 'ann@example.test', node: 'pay', nodes: ['pay'], name: 'total', id: 'rv_1', key: 'k', hash: 'h' },
  ...{
    roles: ['reviewer', 'approver'],
    yours: [],
    people: ['una'],
    verb: 'approve',
    verbs: ['reject'],
    beyond: ['audit'],
    allowed: ['read'],
  },
  ...{ kind: 'choice', usualKind: 'extraction', thing: 'review', status: 'aborted', needed: 'review', candidates: ['a'] },
  ...{
    type: 'receipt',
    documentType: 'receipt',
    usual: 2,
    subject: 'Netpresse',
    message: 'no page',
    issues: 'total',
    address: 'desk.test',
  },
  ...{ count: 2, most: 4000, hours: 12, confidence: 0.41, value: 1989.5, reference: 'ab12' },
  ...{ field: 'password', least: 12 },
  ...{
    run: 'r_1',
    checkpoint: 'c_1',
    step: 3,
    code: 'no_text',
    graph: 'ingest',
    version: '2',
    names: ['total'],
    keys: ['total'],
    path: '/total',
  },
  ...{ at: '2026-05-31T12:00:00Z', until: '2026-05-31T12:00:00Z', freeAt: '2026-05-31T12:00:00Z', why: said('standing.onlyAdmin').says },
}

test.each(LOCALES)('%s says every sentence of the product, with all its values', (locale) => {
  const { say } = speak(locale)
  const unsaid = SENTENCE_CODES.filter((code) => /[{}<]|undefined/.test(say({ code, values: VALUES }, '<not said>')))
  expect(unsaid).toEqual([])
})

test.each(['fr', 'zh'] as const)('%s repeats no English', (locale) => {
  const same = SENTENCE_CODES.filter(
    (code) => speak(locale).say({ code, values: VALUES }, '') === speak('en').say({ code, values: VALUES }, ''),
  )
  expect(same).toEqual([])
})

test.each(['fr', 'zh'] as const)('%s has words for every code of an error', (locale) => {
  const unsaid = Object.keys(ERROR_CODES).filter((code) => speak(locale).problem({ code, message: '' }) === '')
  expect(unsaid).toEqual([])
})

test('roles, verbs, kinds, times and document types are said in the language, names as they are', () => {
  const { english, says } = said('standing.forBoth', { roles: ['reviewer', 'approver'], people: ['una'], yours: [] })
  expect(speak('en').say(says, '')).toBe(english)
  expect(speak('fr').say(says, english)).toBe('Elle s’adresse au rôle relecteur ou approbateur ou à una ; vous êtes sans rôle.')
  expect(speak('zh').say(said('decide.already', { by: 'una', at: '2026-05-31T12:00:00Z', verb: 'reject' }).says, '')).toBe(
    'una 已于 12:00 决定此审核：退回。',
  )
  const title = said('title.doubtfulFields', { documentType: 'receipt', type: 'Receipt', subject: 'Netpresse', count: 1 })
  expect(speak('fr').say(title.says, title.english)).toBe('Reçu · Netpresse · 1 champ douteux')
})

test('a sentence may hold another, in the same language', () => {
  const odd = said('odd.notYours', { why: said('standing.onlyAdmin').says })
  expect(speak('fr').say(odd.says, '')).toBe('pas à vous de décider : Seul un administrateur peut décider.')
})

test('what a graph wrote, and a code of a newer version, stand as they are', () => {
  const sentences = speak('fr')
  expect(sentences.title({ title: 'Refund 120 €?', titleSays: null })).toBe('Refund 120 €?')
  expect(sentences.say({ code: 'standing.tomorrow', values: {} }, 'In words.')).toBe('In words.')
  expect(sentences.problem({ code: 'of_tomorrow', message: 'In words.' })).toBe('In words.')
})

test('an error without a sentence of its own is said by its code, with the English where that is needed to act', () => {
  expect(speak('fr').problem({ code: 'signed_out', message: 'You are signed out.' })).toBe('Vous êtes déconnecté. Reconnectez-vous.')
  expect(speak('fr').problem({ code: 'invalid_input', message: 'limit: too big' })).toBe('Ceci n’a pas été accepté : limit: too big')
  expect(speak('en').problem({ code: 'invalid_input', message: 'limit: too big' })).toBe('limit: too big')
})

test('the English of the console means what the English of the contract says', () => {
  const { says } = said('odd.doubts', { count: 3, usual: 0 })
  expect(speak('en').say(says, '')).toBe(englishOf(says))
})
