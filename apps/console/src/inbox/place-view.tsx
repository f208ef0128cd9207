import Image from 'next/image'
import { useTranslations } from 'use-intl/react'
import styles from './preview.module.css'
import type { Place } from './preview-review.ts'

type Region = Extract<Place, { kind: 'region' }>

const MIN_WIDTH = 0.5
const AROUND = 2.4
/** Height of the part shown, as a share of its width. */
const SHAPE = 0.26

/** The part of a page around a box, wide enough to be understood and narrow enough to be read. Fractions of the page. */
function windowAround({ page, box }: Region): { x: number; y: number; w: number; h: number } {
  const w = Math.min(1, Math.max(MIN_WIDTH, box.w * AROUND))
  const h = Math.min(1, Math.max(box.h * 1.4, (w * SHAPE * page.width) / page.height))
  const x = Math.min(1 - w, Math.max(0, box.x + box.w / 2 - w / 2))
  const y = Math.min(1 - h, Math.max(0, box.y + box.h / 2 - h / 2))
  return { x, y, w, h }
}

const percent = (share: number): string => `${(share * 100).toFixed(3)}%`

function RegionView({ place, alt }: { place: Region; alt: string }) {
  const seen = windowAround(place)
  const { page, box } = place
  return (
    <div className={styles.region} style={{ aspectRatio: `${seen.w * page.width} / ${seen.h * page.height}` }}>
      <Image
        unoptimized
        width={Math.round(page.width)}
        height={Math.round(page.height)}
        src={`/api/v1/files/${place.hash}`}
        alt={alt}
        style={{ width: percent(1 / seen.w), left: percent(-seen.x / seen.w), top: percent(-seen.y / seen.h) }}
      />
      <span
        className={styles.mark}
        style={{
          left: percent((box.x - seen.x) / seen.w),
          top: percent((box.y - seen.y) / seen.h),
          width: percent(box.w / seen.w),
          height: percent(box.h / seen.h),
        }}
      />
    </div>
  )
}

/** The place in the source where a field was read. */
export function PlaceView({ place, label }: { place: Place; label: string }) {
  const t = useTranslations('inbox.pane')
  const alt = t('where', { label })
  if (place.kind === 'region') return <RegionView place={place} alt={alt} />
  if (place.kind === 'crop') {
    return <Image unoptimized width={420} height={120} className={styles.crop} src={`/api/v1/files/${place.hash}`} alt={alt} />
  }
  return (
    <p className={styles.quote}>
      {place.before}
      <mark>{place.text}</mark>
      {place.after}
    </p>
  )
}
