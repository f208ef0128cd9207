'use client'

import { useRouter } from 'next/navigation'
import { useEffect, useId, useRef, useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { z } from 'zod'
import { type IconName, NamedIcon } from './icons.tsx'
import styles from './palette.module.css'

const STATES = ['open', 'decided', 'withdrawn', 'running', 'waiting', 'parked', 'done', 'aborted', 'cancelled'] as const
const foundSchema = z.array(
  z.object({
    href: z.string().startsWith('/'),
    title: z.string(),
    what: z.enum(['review', 'run', 'document']),
    state: z.enum(STATES).nullable(),
  }),
)
type Found = z.infer<typeof foundSchema>[number]
const FOUND_ICONS = { review: 'inbox', run: 'runs', document: 'documents' } as const
interface Entry {
  href: string
  title: string
  hint: string
  icon: IconName
}

const ROOMS = [
  { href: '/inbox', title: 'rooms.inbox', hint: 'palette.inboxHint', icon: 'inbox' },
  { href: '/inbox?kind=incident', title: 'palette.incidents', hint: 'palette.incidentsHint', icon: 'incident' },
  { href: '/runs', title: 'rooms.runs', hint: 'palette.runsHint', icon: 'runs' },
  { href: '/runs?status=running', title: 'palette.runningNow', hint: 'palette.runningNowHint', icon: 'running' },
  { href: '/documents', title: 'rooms.documents', hint: 'palette.documentsHint', icon: 'documents' },
  { href: '/search', title: 'rooms.search', hint: 'palette.searchHint', icon: 'search' },
  { href: '/audit', title: 'rooms.audit', hint: 'palette.auditHint', icon: 'audit' },
  { href: '/settings', title: 'rooms.settings', hint: 'palette.settingsHint', icon: 'settings' },
] as const
const OPEN_EVENT = 'countersign:palette'
const SEARCH_DELAY_MS = 120

/** Opens the command palette, as Ctrl-K does. */
export function PaletteButton() {
  const t = useTranslations('frame.palette')
  return (
    <button type="button" className={styles.opener} onClick={() => window.dispatchEvent(new Event(OPEN_EVENT))}>
      <span>{t('open')}</span>
      <kbd>Ctrl K</kbd>
    </button>
  )
}

async function find(text: string, signal: AbortSignal): Promise<Found[]> {
  const response = await fetch(`/api/find?q=${encodeURIComponent(text)}`, { signal })
  return response.ok ? foundSchema.parse(await response.json()) : []
}

/** Entries for what was typed: rooms by name at once, then reviews, runs and documents by title or id. */
function useEntries(text: string): Entry[] {
  const t = useTranslations('frame')
  const [found, setFound] = useState<Found[]>([])
  useEffect(() => {
    setFound([])
    if (text.length < 2) return
    const abort = new AbortController()
    const timer = setTimeout(() => {
      find(text, abort.signal).then(setFound, () => undefined)
    }, SEARCH_DELAY_MS)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [text])
  const rooms = ROOMS.map((room): Entry => ({ ...room, title: t(room.title), hint: t(room.hint) })).filter((room) =>
    room.title.toLowerCase().includes(text.toLowerCase()),
  )
  const inText: Entry[] = text
    ? [
        {
          href: `/search?q=${encodeURIComponent(text)}`,
          title: t('palette.searchFor', { text }),
          hint: t('palette.searchHint'),
          icon: 'search',
        },
      ]
    : []
  const things = found.map(({ href, title, what, state }): Entry => {
    const hint = what === 'document' || state === null ? t('palette.document') : t(`palette.${what}`, { state: t(`state.${state}`) })
    return { href, title, hint, icon: FOUND_ICONS[what] }
  })
  return [...rooms, ...things, ...inText]
}

/** Ctrl-K: go to a room, or to a review, run or document by its title or id. */
export function CommandPalette() {
  const t = useTranslations('frame.palette')
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const open = () => {
      if (!dialog.current?.open) dialog.current?.showModal()
    }
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      open()
    }
    window.addEventListener('keydown', onKey)
    window.addEventListener(OPEN_EVENT, open)
    return () => {
      window.removeEventListener('keydown', onKey)
      window.removeEventListener(OPEN_EVENT, open)
    }
  }, [])
  const [text, setText] = useState('')
  return (
    <dialog
      ref={dialog}
      className={styles.palette}
      aria-label={t('label')}
      onClose={() => setText('')}
      onClick={(event) => {
        if (event.target === dialog.current) dialog.current?.close()
      }}
      onKeyDown={() => undefined}
    >
      <PaletteBody text={text} setText={setText} close={() => dialog.current?.close()} />
    </dialog>
  )
}

function PaletteBody({ text, setText, close }: { text: string; setText: (text: string) => void; close: () => void }) {
  const t = useTranslations('frame.palette')
  const router = useRouter()
  const entries = useEntries(text.trim())
  const [at, setAt] = useState(0)
  const id = useId()
  const chosen = Math.min(at, entries.length - 1)
  const go = (entry: Entry | undefined) => {
    if (!entry) return
    close()
    router.push(entry.href)
  }
  return (
    <>
      <input
        className={styles.query}
        role="combobox"
        aria-expanded="true"
        aria-controls={`${id}-list`}
        aria-activedescendant={entries.length > 0 ? `${id}-${chosen}` : undefined}
        aria-label={t('query')}
        placeholder={t('placeholder')}
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          setAt(0)
        }}
        onKeyDown={(event) => {
          const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
          if (step) {
            event.preventDefault()
            setAt((chosen + step + entries.length) % entries.length)
          }
          if (event.key === 'Enter') go(entries[chosen])
        }}
      />
      <div className={styles.entries} role="listbox" id={`${id}-list`} aria-label={t('places')}>
        {entries.map((entry, index) => (
          <div
            key={entry.href}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === chosen}
            className={styles.entry}
            onClick={() => go(entry)}
            onKeyDown={() => undefined}
            onPointerMove={() => setAt(index)}
          >
            <NamedIcon name={entry.icon} />
            <span className={styles.title}>{entry.title}</span>
            <span className="dimmer small">{entry.hint}</span>
          </div>
        ))}
      </div>
    </>
  )
}
