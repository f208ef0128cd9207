import type { Metadata, Viewport } from 'next'
import { connection } from 'next/server'
import type { ReactNode } from 'react'
import '../styles/tokens.css'
import '../styles/base.css'
import '../styles/controls.css'
import { DecisionProvider } from '../decisions/decision-queue.tsx'
import { DecisionToasts } from '../decisions/decision-toasts.tsx'
import { Clock } from '../frame/clock.tsx'
import { CommandPalette } from '../frame/command-palette.tsx'
import styles from '../frame/frame.module.css'
import { LiveUpdates } from '../frame/live-updates.tsx'
import { Rail } from '../frame/rail.tsx'
import { openSession } from '../server/session.ts'

export const metadata: Metadata = { title: { default: 'Countersign', template: '%s · Countersign' }, robots: 'noindex' }
export const viewport: Viewport = { width: 'device-width', initialScale: 1 }

/** The frame must stand where the database does not: the page below says what is wrong. */
async function countWaiting(): Promise<number | null> {
  const { client } = await openSession()
  return client.countReviews().then(
    (counts) => counts.open,
    () => null,
  )
}

export default async function RootLayout({ children }: { children: ReactNode }) {
  // The content policy's nonce is made per request, so no page may be made ahead of one.
  await connection()
  const { user } = await openSession()
  return (
    <html lang="en">
      <body>
        <Clock now={Date.now()}>
          <DecisionProvider>
            <div className={styles.frame}>
              <Rail waiting={await countWaiting()} user={user} />
              <div className={styles.stage}>{children}</div>
            </div>
            <DecisionToasts />
            <CommandPalette />
            <LiveUpdates />
          </DecisionProvider>
        </Clock>
      </body>
    </html>
  )
}
