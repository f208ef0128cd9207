import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { chooseLocale, LOCALES } from './locales.ts'
import { MESSAGES } from './messages.ts'

type Tree = string | { [key: string]: Tree }

/** Every message by its dotted key. */
function flatten(tree: Tree, path: string[] = []): [key: string, message: string][] {
  if (typeof tree === 'string') return [[path.join('.'), tree]]
  return Object.entries(tree).flatMap(([key, value]) => flatten(value, [...path, key]))
}

/** The end of the brace that opens at `start`. Throws where it is never closed. */
function closing(message: string, start: number): number {
  let depth = 0
  for (let at = start; at < message.length; at += 1) {
    if (message[at] === '{') depth += 1
    if (message[at] === '}') depth -= 1
    if (depth === 0) return at
  }
  throw new Error(`A brace is not closed: ${message}`)
}

/** The names of the values and tags of an ICU message; the branches of `plural` and `select` are read as messages. */
function placeholders(message: string): string[] {
  const found = [...message.matchAll(/<(\w+)>/g)].map(([, tag]) => `<${tag}>`)
  for (let at = message.indexOf('{'); at !== -1; at = message.indexOf('{', at)) {
    const end = closing(message, at)
    const [name = '', type = '', ...rest] = message.slice(at + 1, end).split(',')
    found.push(name.trim())
    if (['plural', 'select', 'selectordinal'].includes(type.trim())) {
      const branches = rest.join(',')
      for (let open = branches.indexOf('{'); open !== -1; open = branches.indexOf('{', closing(branches, open))) {
        found.push(...placeholders(branches.slice(open + 1, closing(branches, open))))
      }
    }
    at = end
  }
  return [...new Set(found)].toSorted()
}

const table = (locale: (typeof LOCALES)[number]) => new Map(flatten(MESSAGES[locale]))

test.each(LOCALES)('%s has every message, with the values and tags of the English one', (locale) => {
  const shape = (messages: Map<string, string>) => [...messages].map(([key, text]) => `${key}: ${placeholders(text).join(' ')}`).toSorted()
  expect(shape(table(locale))).toEqual(shape(table('en')))
})

test.each(LOCALES)('no message of %s is empty', (locale) => {
  expect([...table(locale)].filter(([, text]) => text.trim() === '').map(([key]) => key)).toEqual([])
})

const SOURCE = fileURLToPath(new URL('..', import.meta.url))

test('every word that the code asks for is there', () => {
  const known = table('en')
  const missing: string[] = []
  const files = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.tsx?$/.test(file) && !file.includes('.test.'),
  )
  for (const file of files) {
    const code = readFileSync(`${SOURCE}/${file}`, 'utf8')
    const namespaces = [...code.matchAll(/(?:useTranslations|getTranslator)\('([\w.]+)'\)/g)].map(([, name]) => name)
    if (namespaces.length === 0) continue
    for (const [, key] of code.matchAll(/\bt(?:\.rich)?\('([\w.]+)'/g)) {
      if (!namespaces.some((namespace) => known.has(`${namespace}.${key}`))) missing.push(`${file}: ${key}`)
    }
  }
  expect(missing).toEqual([])
})

test.each([
  ['fr', null, 'fr'],
  [undefined, 'zh-CN,zh;q=0.9,en;q=0.8', 'zh'],
  [undefined, 'de-DE,fr;q=0.4,en;q=0.5', 'en'],
  [undefined, 'de', 'en'],
  ['xx', 'fr', 'fr'],
  [undefined, 'fr;q=0, zh;q=0.1', 'zh'],
  [undefined, null, 'en'],
])('with the choice %s and the browser asking for "%s" the console speaks %s', (chosen, accepted, locale) => {
  expect(chooseLocale(chosen, accepted)).toBe(locale)
})
