import { englishOf, SENTENCE_CODES, type Sentence, type SentenceCode } from '@countersign/client/contract'
import type { useTranslations } from 'use-intl/react'
import { FORMAT_LOCALES, type Locale } from './locales.ts'
import type { Times } from './times.ts'

/** A translator of the namespace `sentences`. */
export type SentenceWords = ReturnType<typeof useTranslations<'sentences'>>

/** What went wrong, as the client tells it. */
export interface Problem {
  code: string
  message: string
  says?: Sentence | null
}

/** What the product says, in the reader's language. What a graph or a person wrote stays as it is. */
export interface Sentences {
  /** `english`: what is said where the sentence has no code, or one that this console does not know. */
  say(says: Sentence | null | undefined, english: string): string
  title(review: { title: string; titleSays?: Sentence | null }): string
  problem(problem: Problem): string
}

interface Language {
  t: SentenceWords
  locale: Locale
  times: Pick<Times, 'date'>
}

const CODES = new Set<string>(SENTENCE_CODES)
const isKnown = (code: string): code is SentenceCode => CODES.has(code)

/** Which words a value is looked up in, by its name (workflows/contract/sentences.ts). */
const LOOKED_UP: Record<string, string> = {
  roles: 'role',
  yours: 'role',
  verb: 'verb',
  verbs: 'verb',
  kind: 'kind',
  usualKind: 'kind',
  thing: 'thing',
  status: 'status',
  documentType: 'documentType',
  field: 'field',
}
const INSTANTS = new Set(['at', 'until', 'freeAt'])

export function createSentences({ t, locale, times }: Language): Sentences {
  const or = new Intl.ListFormat(FORMAT_LOCALES[locale], { type: 'disjunction' })
  const word = (name: string, text: string): string => {
    const key = `words.${LOOKED_UP[name]}.${text}`
    return hasWord(t, key) ? t(key) : text
  }
  const spoken = (name: string, value: Sentence['values'][string]): string | number => {
    if (typeof value === 'number') return value
    if (Array.isArray(value)) return value.length === 0 ? t('words.noRole') : or.format(value.map((one) => word(name, one)))
    if (typeof value === 'object') return say(value, englishOf(value))
    return INSTANTS.has(name) ? times.date(value, { timeStyle: 'short' }) : word(name, value)
  }
  const say: Sentences['say'] = (says, english) => {
    if (!says || !isKnown(says.code)) return english
    const values = Object.fromEntries(Object.entries(says.values).map(([name, value]) => [name, spoken(name, value)]))
    // What a document is called in English gives way to what its type is called here.
    return t(says.code, values.documentType === undefined ? values : { ...values, type: values.documentType })
  }
  return {
    say,
    title: ({ title, titleSays }) => say(titleSays, title),
    problem: ({ code, message, says }) => {
      const key = `errors.${code}`
      return say(says, locale !== 'en' && hasError(t, key) ? t(key, { message }) : message)
    },
  }
}

type Key = Parameters<SentenceWords>[0]
type ErrorKey = Extract<Key, `errors.${string}`>
type WordKey = Extract<Key, `words.${string}`>
/** `has` knows the keys of every depth; what is asked for here is always a message. */
const hasError = (t: SentenceWords, key: string): key is ErrorKey => Reflect.apply(t.has, t, [key]) === true
const hasWord = (t: SentenceWords, key: string): key is WordKey => Reflect.apply(t.has, t, [key]) === true
