'use client'

import type { PageView, ReviewDetail } from '@countersign/client'
import Image from 'next/image'
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { ScrollArea } from '../frame/scroll-area.tsx'
import type { Field } from './field-value.ts'
import { PagePicture } from './page-picture.tsx'
import styles from './source.module.css'
import { marksOf } from './source-model.ts'
import { markAt, selectionIn, type Taken } from './take-evidence.ts'
import { TextPage } from './text-page.tsx'

interface Props {
  pages: PageView[]
  fields: Field[]
  document: ReviewDetail['documentView']
  focused: string | null
  onPick: (field: string) => void
  onTake: (taken: Taken) => void
}

const ZOOMS = [1, 1.25, 1.5, 2, 3]
/** A focused box should be at least this tall on the screen, in px, to be read without effort. */
const READABLE_PX = 11
/** Farther than this from where the button went down is a drag. */
const CLICK_PX = 6

/** Brings the focused field's place to the middle of the pane, zoomed until it can be read. */
function useShowFocused(focused: string | null, zoom: number, setZoom: (zoom: number) => void) {
  const pane = useRef<HTMLElement>(null)
  useEffect(() => {
    if (focused === null) return
    const mark = pane.current?.querySelector<HTMLElement>(`[data-mark="${CSS.escape(focused)}"]`)
    if (!mark || !pane.current) return
    const readable = ZOOMS.find((step) => (mark.offsetHeight / zoom) * step >= READABLE_PX) ?? 2
    if (readable > zoom) {
      setZoom(Math.min(2, readable))
      return
    }
    const calm = window.matchMedia('(prefers-reduced-motion: reduce)').matches
    mark.scrollIntoView({ block: 'center', inline: 'center', behavior: calm ? 'instant' : 'smooth' })
  }, [focused, zoom, setZoom])
  return pane
}

/**
 * A click on a place picks its field; selected text is handed on with its place. Listened for on the whole pane: both are short
 * cuts of the mouse, the keyboard goes by the fields.
 */
function usePointing(pane: RefObject<HTMLElement | null>, onPick: (field: string) => void, onTake: (taken: Taken) => void) {
  const latest = useRef({ onPick, onTake })
  useEffect(() => {
    latest.current = { onPick, onTake }
  })
  useEffect(() => {
    const area = pane.current
    let from = { x: 0, y: 0 }
    const onMouseDown = (event: MouseEvent) => {
      from = { x: event.clientX, y: event.clientY }
    }
    const onMouseUp = (event: MouseEvent) => {
      const taken = selectionIn(area, { from, to: { x: event.clientX, y: event.clientY } })
      // A drag that selected nothing drew a region: it is no click.
      const isClick = Math.hypot(event.clientX - from.x, event.clientY - from.y) < CLICK_PX
      const field = taken || !isClick ? null : markAt(area, event)
      if (taken) latest.current.onTake(taken)
      else if (field !== null) latest.current.onPick(field)
    }
    area?.addEventListener('mousedown', onMouseDown)
    area?.addEventListener('mouseup', onMouseUp)
    return () => {
      area?.removeEventListener('mousedown', onMouseDown)
      area?.removeEventListener('mouseup', onMouseUp)
    }
  }, [pane])
}

function Thumbs({ pages, current, onGo }: { pages: PageView[]; current: number; onGo: (page: number) => void }) {
  const t = useTranslations('review.source')
  return (
    <nav className={styles.thumbs} aria-label={t('thumbs')}>
      {pages.map((page) => (
        <button
          key={page.page}
          type="button"
          tabIndex={-1}
          aria-current={page.page === current ? 'page' : undefined}
          onClick={() => onGo(page.page)}
        >
          <span className={styles.thumb} style={{ aspectRatio: `${page.width} / ${page.height}` }}>
            {page.image && (
              <Image
                unoptimized
                src={`/api/v1/files/${page.image}`}
                alt=""
                width={48}
                height={Math.round((48 * page.height) / page.width)}
              />
            )}
          </span>
          <span className="hidden">{t('page', { page: page.page })}</span>
          <span aria-hidden="true">{page.page}</span>
        </button>
      ))}
    </nav>
  )
}

function Tools({ document, zoom, onStep }: { document: Props['document']; zoom: number | null; onStep: (by: 1 | -1) => void }) {
  const t = useTranslations('review.source')
  return (
    <div className={styles.tools}>
      {document && (
        <a className="btn quiet" href={`/api/v1/files/${document.hash}`} target="_blank" rel="noreferrer" tabIndex={-1}>
          {t('original')}
        </a>
      )}
      {zoom !== null && (
        <>
          <button type="button" className="btn quiet" tabIndex={-1} aria-label={t('smaller')} onClick={() => onStep(-1)}>
            −
          </button>
          <span className="small dim">{Math.round(zoom * 100)} %</span>
          <button type="button" className="btn quiet" tabIndex={-1} aria-label={t('larger')} onClick={() => onStep(1)}>
            +
          </button>
        </>
      )}
    </div>
  )
}

/** The source beside the fields: its pages with a box on each place that was read, or its text with those places marked. */
export function SourcePane({ pages, fields, document, focused, onPick, onTake }: Props) {
  const t = useTranslations('review.source')
  const marks = useMemo(() => marksOf(fields), [fields])
  const [zoom, setZoom] = useState(1)
  const pane = useShowFocused(focused, zoom, setZoom)
  const pictures = pages.some((page) => page.image)
  const focusedPage = fields.find((field) => field.name === focused)?.evidence[0]?.page ?? pages[0]?.page ?? 1
  const goTo = (page: number) => pane.current?.querySelector(`[data-page="${page}"]`)?.scrollIntoView({ block: 'start' })
  const step = (by: 1 | -1) => setZoom(ZOOMS[ZOOMS.indexOf(zoom) + by] ?? zoom)
  const player = useRef<HTMLAudioElement>(null)
  const play = (seconds: number) => {
    if (player.current === null) return
    player.current.currentTime = seconds
    // Refused where the browser wants a press of its own button first; its controls are in sight.
    player.current.play().catch(() => undefined)
  }
  usePointing(pane, onPick, onTake)

  return (
    <section className={styles.source} aria-label={t('label')} data-thumbs={pictures && pages.length > 1 ? '' : undefined}>
      {pictures && pages.length > 1 && <Thumbs pages={pages} current={focusedPage} onGo={goTo} />}
      <ScrollArea className={styles.pages} ref={pane} label={t('pages')}>
        {document?.kind === 'audio' && (
          // biome-ignore lint/a11y/useMediaCaption: what is said stands below, line by line.
          <audio
            ref={player}
            className={styles.player}
            controls
            preload="metadata"
            src={`/api/v1/files/${document.hash}`}
            aria-label={t('recording')}
          />
        )}
        {pages.map((page) =>
          page.image ? (
            <PagePicture
              key={page.page}
              page={page}
              zoom={zoom}
              focused={focused}
              marks={marks.filter((mark) => mark.page === page.page)}
              onTake={onTake}
            />
          ) : (
            <TextPage key={page.page} page={page} fields={fields} focused={focused} onPlay={play} />
          ),
        )}
        {pages.length === 0 && <p className="empty">{t(document ? 'notRead' : 'none')}</p>}
      </ScrollArea>
      {(document || pictures) && <Tools document={document} zoom={pictures ? zoom : null} onStep={step} />}
    </section>
  )
}
