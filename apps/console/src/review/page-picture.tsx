'use client'

import type { PageView } from '@countersign/client'
import Image from 'next/image'
import { useTranslations } from 'use-intl/react'
import styles from './source.module.css'
import type { Mark } from './source-model.ts'
import type { Taken } from './take-evidence.ts'
import { type Box, useRegion } from './use-region.ts'

interface Props {
  page: PageView
  marks: Mark[]
  zoom: number
  focused: string | null
  onTake: (taken: Taken) => void
}

const percent = (share: number): string => `${(share * 100).toFixed(3)}%`

const place = ({ x, y, w, h }: Box) => ({ left: percent(x), top: percent(y), width: percent(w), height: percent(h) })

/** The page's lines as invisible text over its picture, so that they can be selected and read aloud. */
function TextLayer({ page }: { page: PageView }) {
  return page.lines.map((line) => (
    <span
      key={`${line.x} ${line.y} ${line.text}`}
      className={styles.line}
      data-line=""
      style={{ ...place(line), fontSize: `${((line.h * page.height) / page.width) * 78}cqw` }}
    >
      {line.text}
    </span>
  ))
}

/** One page as a picture, with the place of every field on it. Dragging over it where no text lies takes that region. */
export function PagePicture({ page, marks, zoom, focused, onTake }: Props) {
  const t = useTranslations('review.source')
  const { area, region } = useRegion(page, onTake)
  return (
    <div
      ref={area}
      className={styles.page}
      data-page={page.page}
      data-picture=""
      style={{ aspectRatio: `${page.width} / ${page.height}`, width: `calc(min(100%, ${Math.round(page.width * 1.45)}px) * ${zoom})` }}
    >
      {page.image && (
        <Image
          unoptimized
          draggable={false}
          src={`/api/v1/files/${page.image}`}
          alt={t('page', { page: page.page })}
          width={Math.round(page.width)}
          height={Math.round(page.height)}
          loading={page.page === 1 ? 'eager' : 'lazy'}
        />
      )}
      <TextLayer page={page} />
      {marks.map((mark) => (
        <span
          key={`${mark.field}-${mark.box.x}-${mark.box.y}`}
          className={styles.box}
          data-mark={mark.field}
          data-doubt={mark.doubtful || undefined}
          data-focus={mark.field === focused || undefined}
          style={place(mark.box)}
        />
      ))}
      {region && <span className={styles.region} style={place(region)} />}
    </div>
  )
}
