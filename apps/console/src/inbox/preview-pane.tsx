'use client'

import type { ReviewSummary } from '@countersign/client'
import Link from 'next/link'
import { useTranslations } from 'use-intl/react'
import { useNow } from '../frame/clock.tsx'
import { CopyId } from '../frame/copy-command.tsx'
import { NamedIcon } from '../frame/icons.tsx'
import { StateChip } from '../frame/state-chip.tsx'
import { useSentences } from '../frame/use-sentences.ts'
import { useTimes } from '../frame/use-times.ts'
import { Confidence } from '../review/confidence.tsx'
import { PlaceView } from './place-view.tsx'
import styles from './preview.module.css'
import type { PreviewField, ReviewPreview } from './preview-review.ts'

function DoubtfulField({ field }: { field: PreviewField }) {
  const t = useTranslations('inbox.pane')
  return (
    <section className={styles.field} aria-label={field.label}>
      <header>
        <b>{field.label}</b>
        <Confidence value={field.confidence} sure={false} reasons={field.reasons} threshold={field.threshold} />
      </header>
      <p className={styles.value} data-missing={!field.found || undefined}>
        {field.found ? field.text : t('missing')}
      </p>
      {field.reasons[0] && <p className="small dim">{field.reasons[0]}</p>}
      {field.place && <PlaceView place={field.place} label={field.label} />}
    </section>
  )
}

function Body({ preview }: { preview: ReviewPreview }) {
  const t = useTranslations('inbox.pane')
  return (
    <>
      {preview.error && (
        <p className={styles.error}>
          {preview.error} <span className="dim">({t('attempts', { count: preview.attempts })})</span>
        </p>
      )}
      {preview.doubtful.map((field) => (
        <DoubtfulField key={field.name} field={field} />
      ))}
      {preview.proposal.length > 0 && (
        <dl className={styles.proposal}>
          {preview.proposal.map((line) => (
            <div key={line.key}>
              <dt>{line.key}</dt>
              <dd>{line.text}</dd>
            </div>
          ))}
        </dl>
      )}
    </>
  )
}

/** Who holds the review, or to whom it was given, in a sentence. */
function Holder({ summary, claim, user }: { summary: ReviewSummary; claim: ReviewSummary['claim']; user: string }) {
  const t = useTranslations('inbox.claim')
  const times = useTimes()
  if (claim) {
    const time = times.date(claim.until, { timeStyle: 'short' })
    return (
      <p className={styles.holder} data-other={claim.by === user ? undefined : ''}>
        <NamedIcon name="lock" size={14} />
        {claim.by === user ? t('yours', { time }) : t('others', { by: claim.by, time })}
      </p>
    )
  }
  if (!summary.assignee) return null
  return (
    <p className={styles.holder}>
      <NamedIcon name="person" size={14} />
      {t('assignee', { user: summary.assignee })}
    </p>
  )
}

interface Props {
  preview: ReviewPreview | null
  summary: ReviewSummary
  claim: ReviewSummary['claim']
  user: string
  href: string
  /** What may be done with it from here. */
  can: { approve: boolean; reject: boolean; claim: boolean }
  onApprove: () => void
  onReject: () => void
  onClaim: () => void
}

function Actions({ claim, user, href, can, onApprove, onReject, onClaim }: Omit<Props, 'preview' | 'summary'>) {
  const t = useTranslations('inbox')
  return (
    <div className={styles.actions}>
      {can.approve && (
        <button type="button" className="btn primary" onClick={onApprove}>
          {t('pane.approve')} <kbd>a</kbd>
        </button>
      )}
      <Link className={can.approve ? 'btn' : 'btn primary'} href={href} prefetch={false}>
        {t('pane.open')} <kbd>↵</kbd>
      </Link>
      {can.reject && (
        <button type="button" className="btn quiet" onClick={onReject}>
          {t('pane.sendBack')} <kbd>r</kbd>
        </button>
      )}
      {can.claim && (
        <button type="button" className="btn quiet" onClick={onClaim}>
          {t(claim?.by === user ? 'claim.release' : 'claim.claim')} <kbd>c</kbd>
        </button>
      )}
    </div>
  )
}

/** The selected item: who holds it, what is doubtful, where it was read, and the buttons for the easy cases. */
export function PreviewPane({ preview, summary, ...rest }: Props) {
  const t = useTranslations('inbox')
  const times = useTimes()
  const sentences = useSentences()
  const now = useNow()
  return (
    <aside className={styles.peek} aria-label={t('preview')}>
      <header className={styles.head}>
        <h2>{sentences.title(summary)}</h2>
        <StateChip state={preview?.status ?? summary.status} />
      </header>
      <Holder summary={summary} claim={rest.claim} user={rest.user} />
      {preview ? <Body preview={preview} /> : <div className={styles.skeleton} aria-hidden="true" />}
      {preview?.objection && preview.status === 'open' && (
        <p className="small dim">{sentences.say(preview.objectionSays, preview.objection)}</p>
      )}
      <Actions {...rest} />
      <p className="small dim">
        {t('pane.opened', { ago: times.relative(summary.openedAt, now), node: summary.node })}
        {preview && preview.sure > 0 && ` ${t('pane.sure', { count: preview.sure })}`} {t('pane.run')} <CopyId id={summary.run} />
      </p>
    </aside>
  )
}
