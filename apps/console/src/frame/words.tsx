import type { ReactNode } from 'react'
import { MESSAGES, type Messages, type Namespace } from './messages.ts'
import { readPreferences } from './translator.ts'
import { LanguageProvider, MoreWords } from './words-provider.tsx'

/** What the frame itself says: it is there on every page. */
const EVERYWHERE = ['frame', 'decisions', 'sentences'] as const satisfies Namespace[]

async function pick(namespaces: readonly Namespace[]): Promise<Partial<Messages>> {
  const { locale } = await readPreferences()
  return Object.fromEntries(namespaces.map((namespace) => [namespace, MESSAGES[locale][namespace]]))
}

/** Sends the browser the words of these namespaces, besides those that are everywhere. For a room's layout: `<Words of={['runs']}>`. */
export async function Words({ of, children }: { of: readonly Namespace[]; children: ReactNode }) {
  return <MoreWords messages={await pick(of)}>{children}</MoreWords>
}

/** The outermost provider: language, time zone and the words of the frame. */
export async function Language({ children }: { children: ReactNode }) {
  const { locale, zone } = await readPreferences()
  return (
    <LanguageProvider locale={locale} zone={zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone} messages={await pick(EVERYWHERE)}>
      {children}
    </LanguageProvider>
  )
}
