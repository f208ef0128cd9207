'use client'

import type { ReviewSummary } from '@countersign/client'
import Link from 'next/link'
import { RelativeTime } from '../frame/clock.tsx'
import { CopyId } from '../frame/copy-command.tsx'
import { StateChip } from '../frame/state-chip.tsx'
import { Confidence } from '../review/confidence.tsx'
import { PlaceView } from './place-view.tsx'
import styles from './preview.module.css'
import type { PreviewField, ReviewPreview } from './preview-review.ts'

function DoubtfulField({ field }: { field: PreviewField }) {
  return (
    <section className={styles.field} aria-label={field.label}>
      <header>
        <b>{field.label}</b>
        <Confidence value={field.confidence} sure={false} reasons={field.reasons} threshold={field.threshold} />
      </header>
      <p className={styles.value} data-missing={!field.found || undefined}>
        {field.text}
      </p>
      {field.reasons[0] && <p className="small dim">{field.reasons[0]}</p>}
      {field.place && <PlaceView place={field.place} label={field.label} />}
    </section>
  )
}

function Body({ preview }: { preview: ReviewPreview }) {
  return (
    <>
      {preview.error && (
        <p className={styles.error}>
          {preview.error} <span className="dim">({preview.attempts === 1 ? '1 attempt' : `${preview.attempts} attempts`})</span>
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

interface Props {
  preview: ReviewPreview | null
  summary: ReviewSummary
  href: string
  onApprove: () => void
  onReject: () => void
}

/** The selected item: what is doubtful, where it was read, and the buttons for the easy cases. */
export function PreviewPane({ preview, summary, href, onApprove, onReject }: Props) {
  const open = preview?.status === 'open'
  const primary = open && preview.verbs.includes('approve')
  return (
    <aside className={styles.peek} aria-label="Preview">
      <header className={styles.head}>
        <h2>{summary.title}</h2>
        <StateChip state={preview?.status ?? summary.status} />
      </header>
      {preview ? <Body preview={preview} /> : <div className={styles.skeleton} aria-hidden="true" />}
      <div className={styles.actions}>
        {primary && (
          <button type="button" className="btn primary" onClick={onApprove}>
            Approve <kbd>a</kbd>
          </button>
        )}
        <Link className={primary ? 'btn' : 'btn primary'} href={href} prefetch={false}>
          Open <kbd>↵</kbd>
        </Link>
        {open && preview.verbs.includes('reject') && (
          <button type="button" className="btn quiet" onClick={onReject}>
            Send back <kbd>r</kbd>
          </button>
        )}
      </div>
      <p className="small dim">
        Opened <RelativeTime at={summary.openedAt} /> at <span className="mono">{summary.node}</span>.
        {preview && preview.sure > 0 && ` ${preview.sure} ${preview.sure === 1 ? 'field' : 'fields'} accepted without doubt.`} Run{' '}
        <CopyId id={summary.run} />
      </p>
    </aside>
  )
}
