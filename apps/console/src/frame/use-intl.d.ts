import type { Locale } from './locales.ts'
import type { Messages } from './messages.ts'

// Keys that do not exist are type errors.
declare module 'use-intl/core' {
  interface AppConfig {
    Locale: Locale
    Messages: Messages
  }
}
