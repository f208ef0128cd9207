'use client'

import { usePathname, useRouter } from 'next/navigation'
import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { isSignedOut, SignedOutNote } from '../signin/signed-out-note.tsx'
import { type Change, EVERYTHING, parseChange, tellChange } from './changes.ts'
import styles from './frame.module.css'

/** The first change shows at once; while more pour in, the page is read anew at most this often. */
const REFRESH_EVERY_MS = 1_000
const FIRST_REFRESH_MS = 60
const RECONNECT_MS = 3_000

/** Whether a change can show on the page at `path`; the count beside Inbox follows reviews everywhere. */
function concerns(path: string, change: Change): boolean {
  if (change.kind === 'review' || change.id === EVERYTHING) return true
  // Whoever runs a batch listens to it; what it decides is told by its reviews.
  if (change.kind === 'batch') return false
  const [, room, id] = path.split('/')
  if (change.kind === 'audit') return room === 'audit' || room === 'settings'
  if (room === 'inbox' || room === 'reviews' || room === 'search') return false
  if (room === 'runs' && id) return change.run === id || change.id === id
  if (room === 'documents') return change.kind === 'document'
  return true
}

/**
 * Keeps the page as the database is: listens to changes and reads the page anew. A hidden tab lets its connection go
 * (a browser has only six per server) and catches up when it is looked at again.
 */
export function LiveUpdates() {
  const t = useTranslations('frame')
  const router = useRouter()
  const pathname = usePathname()
  const path = useRef(pathname)
  useEffect(() => {
    path.current = pathname
  }, [pathname])
  const [lost, setLost] = useState<'connection' | 'session' | null>(null)

  useEffect(() => {
    let source: EventSource | null = null
    let timer: ReturnType<typeof setTimeout> | undefined
    let again: ReturnType<typeof setTimeout> | undefined
    let last = 0
    const refreshSoon = () => {
      if (timer !== undefined) return
      const wait = Math.max(FIRST_REFRESH_MS, last + REFRESH_EVERY_MS - Date.now())
      timer = setTimeout(async () => {
        // Read anew without a session, the page would give way to the sign-in page, under whoever types in it.
        const signedOut = await isSignedOut()
        timer = undefined
        last = Date.now()
        if (signedOut) setLost('session')
        else router.refresh()
      }, wait)
    }
    const connect = () => {
      if (source || document.hidden) return
      source = new EventSource('/api/v1/events')
      source.onopen = () => setLost(null)
      source.onerror = () => {
        setLost((before) => before ?? 'connection')
        // After an answer that is no event stream the browser gives up for good; we do not.
        if (source?.readyState !== EventSource.CLOSED) return
        release()
        again = setTimeout(connect, RECONNECT_MS)
        isSignedOut().then(
          (signedOut) => setLost(signedOut ? 'session' : 'connection'),
          () => undefined,
        )
      }
      source.onmessage = (event: MessageEvent<string>) => {
        const change = parseChange(event.data)
        if (change === null) return
        tellChange(change)
        if (concerns(path.current, change)) refreshSoon()
      }
    }
    const release = () => {
      source?.close()
      source = null
    }
    const onVisibility = () => (document.hidden ? release() : connect())
    connect()
    document.addEventListener('visibilitychange', onVisibility)
    return () => {
      document.removeEventListener('visibilitychange', onVisibility)
      clearTimeout(timer)
      clearTimeout(again)
      release()
    }
  }, [router])

  return (
    <div role="status" className={styles.status}>
      {lost && <span className={styles.offline}>{lost === 'session' ? <SignedOutNote /> : t('offline')}</span>}
    </div>
  )
}
