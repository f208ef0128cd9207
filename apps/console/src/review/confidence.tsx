'use client'

import { useTranslations } from 'use-intl/react'

interface Props {
  value: number
  sure: boolean
  /** Why it is not surer; shown on hover. */
  reasons?: string[]
  threshold?: number
}

const BARS = [0.25, 0.5, 0.75, 0.9]

/** A short bar and the number, with its reasons on hover. The number orders fields; it promises nothing. */
export function Confidence({ value, sure, reasons = [], threshold }: Props) {
  const t = useTranslations('decisions.confidence')
  const why = [...reasons, threshold === undefined ? '' : t('asked', { threshold: threshold.toFixed(2) })].filter(Boolean).join('\n')
  return (
    <span title={why || undefined}>
      <span className="conf" data-sure={sure || undefined} aria-hidden="true">
        {BARS.map((bar, index) => (
          <i key={bar} data-on={value >= bar || index === 0 ? '' : undefined} />
        ))}
      </span>{' '}
      <span className="hidden">{t('word')} </span>
      {value.toFixed(2)}
    </span>
  )
}
