import type { Metadata, Viewport } from 'next'
import { connection } from 'next/server'
import type { ReactNode } from 'react'
import '../styles/tokens.css'
import '../styles/base.css'
import '../styles/controls.css'
import { DecisionProvider } from '../decisions/decision-queue.tsx'
import { DecisionToasts } from '../decisions/decision-toasts.tsx'
import type { Account } from '../frame/account-menu.tsx'
import { Clock } from '../frame/clock.tsx'
import { CommandPalette } from '../frame/command-palette.tsx'
import styles from '../frame/frame.module.css'
import { KeepZone } from '../frame/keep-zone.tsx'
import { LiveUpdates } from '../frame/live-updates.tsx'
import { Rail } from '../frame/rail.tsx'
import { readPreferences } from '../frame/translator.ts'
import { Language } from '../frame/words.tsx'
import { clientError } from '../server/client-error.ts'
import { consoleClient } from '../server/console-client.ts'
import { readCounts } from '../server/read-counts.ts'
import { openSession, type Session } from '../server/session.ts'

export const metadata: Metadata = { title: { default: 'Countersign', template: '%s · Countersign' }, robots: 'noindex' }
export const viewport: Viewport = { width: 'device-width', initialScale: 1 }

/** Nobody where one has yet to sign in, or where the database does not say who asks: those pages stand without the frame. */
async function whoAsks(): Promise<Session | null> {
  try {
    return await openSession()
  } catch (error) {
    if (clientError(error)) return null
    throw error
  }
}

/** The frame must stand where the database does not: the page below says what is wrong. */
async function readFrame({ client, tenant, user }: Session): Promise<{ waiting: number | null; account: Account }> {
  const [counts, me, { theme = null }] = await Promise.all([
    readCounts().catch(() => null),
    client.me().catch(() => null),
    readPreferences(),
  ])
  const canSignOut = consoleClient().signIn.mode !== 'environment'
  return { waiting: counts?.open ?? null, account: { tenant, user, name: me?.name ?? user, roles: me?.roles ?? [], theme, canSignOut } }
}

function Frame({ shown, children }: { shown: Awaited<ReturnType<typeof readFrame>>; children: ReactNode }) {
  return (
    <DecisionProvider user={shown.account.user}>
      <div className={styles.frame}>
        <Rail {...shown} />
        <div className={styles.stage}>{children}</div>
      </div>
      <DecisionToasts />
      <CommandPalette />
      <LiveUpdates />
    </DecisionProvider>
  )
}

export default async function RootLayout({ children }: { children: ReactNode }) {
  // The content policy's nonce is made per request, so no page may be made ahead of one.
  await connection()
  const [session, { locale, theme }] = await Promise.all([whoAsks(), readPreferences()])
  const shown = session && (await readFrame(session))
  return (
    <html lang={locale} data-theme={theme}>
      <body>
        <Language>
          <Clock now={Date.now()}>{shown ? <Frame shown={shown}>{children}</Frame> : children}</Clock>
          <KeepZone />
        </Language>
      </body>
    </html>
  )
}
