'use client'

import type { PageView } from '@countersign/client'
import Image from 'next/image'
import styles from './source.module.css'
import type { Mark } from './source-model.ts'

interface Props {
  page: PageView
  marks: Mark[]
  zoom: number
  focused: string | null
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
  return page.lines.map((line) => (
    <span
      key={`${line.x} ${line.y} ${line.text}`}
      className={styles.line}
      style={{ ...place(line), fontSize: `${((line.h * page.height) / page.width) * 78}cqw` }}
    >
      {line.text}
    </span>
  ))
}

/** One page as a picture, with the place of every field on it. */
export function PagePicture({ page, marks, zoom, focused }: Props) {
  return (
    <div
      className={styles.page}
      data-page={page.page}
      style={{ aspectRatio: `${page.width} / ${page.height}`, width: `calc(min(100%, ${Math.round(page.width * 1.45)}px) * ${zoom})` }}
    >
      {page.image && (
        <Image
          unoptimized
          src={`/api/files/${page.image}`}
          alt={`Page ${page.page}`}
          width={Math.round(page.width)}
          height={Math.round(page.height)}
          loading={page.page === 1 ? 'eager' : 'lazy'}
        />
      )}
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
        />
      ))}
    </div>
  )
}
