'use client'

import type { ReactNode } from 'react'
import { IntlProvider, useLocale, useMessages, useTimeZone } from 'use-intl/react'
import type { Locale } from './locales.ts'
import type { Messages } from './messages.ts'

/** The language of the page, with the words that every page needs. */
export function LanguageProvider(props: { locale: Locale; zone: string; messages: Partial<Messages>; children: ReactNode }) {
  return (
    <IntlProvider locale={props.locale} timeZone={props.zone} messages={props.messages}>
      {props.children}
    </IntlProvider>
  )
}

/** Adds words to those there are. */
export function MoreWords({ messages, children }: { messages: Partial<Messages>; children: ReactNode }) {
  const known = useMessages()
  return (
    <IntlProvider locale={useLocale()} timeZone={useTimeZone()} messages={{ ...known, ...messages }}>
      {children}
    </IntlProvider>
  )
}
