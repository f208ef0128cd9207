'use client'

import type { PageView, ReviewDetail } from '@countersign/client'
import Image from 'next/image'
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { ScrollArea } from '../frame/scroll-area.tsx'
import type { Field } from './field-value.ts'
import { PagePicture } from './page-picture.tsx'
import styles from './source.module.css'
import { marksOf } from './source-model.ts'
import { TextPage } from './text-page.tsx'

interface Props {
  pages: PageView[]
  fields: Field[]
  document: ReviewDetail['documentView']
  focused: string | null
  onPick: (field: string) => void
  onSelectText: (text: string) => void
}

const ZOOMS = [1, 1.25, 1.5, 2, 3]
/** A focused box should be at least this tall on the screen, in px, to be read without effort. */
const READABLE_PX = 11

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
 * A click on a place picks its field; selected text is handed on. Listened for on the whole pane: both are short cuts of
 * the mouse, the keyboard goes by the fields.
 */
function usePointing(pane: RefObject<HTMLElement | null>, onPick: (field: string) => void, onSelectText: (text: string) => void) {
  useEffect(() => {
    const area = pane.current
    const onMouseUp = (event: MouseEvent) => {
      const selection = window.getSelection()
      const inside = selection?.anchorNode && area?.contains(selection.anchorNode)
      const text = inside ? selection.toString().replace(/\s+/g, ' ').trim() : ''
      const mark = event.target instanceof Element ? event.target.closest('[data-mark]') : null
      const field = mark?.getAttribute('data-mark')
      if (text) onSelectText(text)
      else if (field) onPick(field)
    }
    area?.addEventListener('mouseup', onMouseUp)
    return () => area?.removeEventListener('mouseup', onMouseUp)
  }, [pane, onPick, onSelectText])
}

function Thumbs({ pages, current, onGo }: { pages: PageView[]; current: number; onGo: (page: number) => void }) {
  return (
    <nav className={styles.thumbs} aria-label="Pages of the source">
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
              <Image unoptimized src={`/api/files/${page.image}`} alt="" width={48} height={Math.round((48 * page.height) / page.width)} />
            )}
          </span>
          <span className="hidden">Page </span>
          {page.page}
        </button>
      ))}
    </nav>
  )
}

/** The source beside the fields: its pages with a box on each place that was read, or its text with those places marked. */
export function SourcePane({ pages, fields, document, focused, onPick, onSelectText }: Props) {
  const marks = useMemo(() => marksOf(fields), [fields])
  const [zoom, setZoom] = useState(1)
  const pane = useShowFocused(focused, zoom, setZoom)
  const pictures = pages.some((page) => page.image)
  const focusedPage = fields.find((field) => field.name === focused)?.evidence[0]?.page ?? pages[0]?.page ?? 1
  const goTo = (page: number) => pane.current?.querySelector(`[data-page="${page}"]`)?.scrollIntoView({ block: 'start' })
  const step = (by: 1 | -1) => setZoom(ZOOMS[ZOOMS.indexOf(zoom) + by] ?? zoom)
  usePointing(pane, onPick, onSelectText)

  return (
    <section className={styles.source} aria-label="Source" data-thumbs={pictures && pages.length > 1 ? '' : undefined}>
      {pictures && pages.length > 1 && <Thumbs pages={pages} current={focusedPage} onGo={goTo} />}
      <ScrollArea className={styles.pages} ref={pane} label="Pages">
        {pages.map((page) =>
          page.image ? (
            <PagePicture
              key={page.page}
              page={page}
              zoom={zoom}
              focused={focused}
              marks={marks.filter((mark) => mark.page === page.page)}
            />
          ) : (
            <TextPage key={page.page} page={page} fields={fields} focused={focused} />
          ),
        )}
        {pages.length === 0 && (
          <p className="empty">{document ? 'The pages of this document are not read yet.' : 'This review has no document.'}</p>
        )}
      </ScrollArea>
      {(document || pictures) && (
        <div className={styles.tools}>
          {document && (
            <a className="btn quiet" href={`/api/files/${document.hash}`} target="_blank" rel="noreferrer" tabIndex={-1}>
              Original
            </a>
          )}
          {pictures && (
            <>
              <button type="button" className="btn quiet" tabIndex={-1} aria-label="Smaller" onClick={() => step(-1)}>
                −
              </button>
              <span className="small dim">{Math.round(zoom * 100)} %</span>
              <button type="button" className="btn quiet" tabIndex={-1} aria-label="Larger" onClick={() => step(1)}>
                +
              </button>
            </>
          )}
        </div>
      )}
    </section>
  )
}
