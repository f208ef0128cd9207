'use client'

import type { PageView } from '@countersign/client'
import styles from './source.module.css'
import type { Mark } from './source-model.ts'

interface Props {
  page: PageView
  marks: Mark[]
  zoom: number
  focused: string | null
  onPick: (field: string) => void
}

const percent = (share: number): string => `${(share * 100).toFixed(3)}%`

interface Box {
  x: number
  y: number
  w: number
  h: number
}
const place = ({ x, y, w, h }: Box) => ({ left: percent(x), top: percent(y), width: percent(w), height: percent(h) })

/** The page's lines as invisible text over its picture, so that they can be selected and read aloud. */
function TextLayer({ page }: { page: PageView }) {
  return page.lines.map((line, index) => (
    <span
      // biome-ignore lint/suspicious/noArrayIndexKey: lines never move within a page
      key={index}
      className={styles.line}
      style={{ ...place(line), fontSize: `${((line.h * page.height) / page.width) * 78}cqw` }}
    >
      {line.text}
    </span>
  ))
}

/** One page as a picture, with the place of every field on it. */
export function PagePicture({ page, marks, zoom, focused, onPick }: Props) {
  return (
    <div
      className={styles.page}
      data-page={page.page}
      style={{ aspectRatio: `${page.width} / ${page.height}`, width: `calc(min(100%, ${Math.round(page.width * 1.45)}px) * ${zoom})` }}
    >
      {/* biome-ignore lint/performance/noImgElement: a page's picture is shown at its own size and never resampled */}
      <img src={`/api/files/${page.image}`} alt={`Page ${page.page}`} loading={page.page === 1 ? 'eager' : 'lazy'} />
      <TextLayer page={page} />
      {marks.map((mark) => (
        <button
          key={`${mark.field}-${mark.box.x}-${mark.box.y}`}
          type="button"
          tabIndex={-1}
          className={styles.box}
          data-mark={mark.field}
          data-doubt={mark.doubtful || undefined}
          data-focus={mark.field === focused || undefined}
          style={place(mark.box)}
          title={mark.label}
          aria-label={`Show ${mark.label}`}
          onClick={() => onPick(mark.field)}
        />
      ))}
    </div>
  )
}
