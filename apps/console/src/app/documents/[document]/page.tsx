import type { DocumentView, ReviewSummary } from '@countersign/client'
import type { Metadata } from 'next'
import Link from 'next/link'
import { cache } from 'react'
import { describeSize } from '../../../documents/describe-size.ts'
import styles from '../../../documents/document.module.css'
import { DocumentKeeping } from '../../../documents/document-keeping.tsx'
import { RelativeTime } from '../../../frame/clock.tsx'
import { CopyId } from '../../../frame/copy-command.tsx'
import { StateChip } from '../../../frame/state-chip.tsx'
import { TopBar } from '../../../frame/top-bar.tsx'
import { getSentences, getTimes, getTranslator } from '../../../frame/translator.ts'
import { readForPage } from '../../../server/problems.ts'
import { openSession } from '../../../server/session.ts'
import { Held } from '../../../travel/hold-switch.tsx'

interface Props {
  params: Promise<{ document: string }>
}

/** Once per request, for the title and the page. */
const readDocument = cache((id: string) => readForPage(async () => (await openSession()).client.getDocument(id)))

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: (await readDocument((await params).document)).name }
}

/** Where the document came from; an address of the web can be opened, in a tab that knows nothing of this one. */
function Source({ source }: { source: string }) {
  if (!/^https?:\/\//i.test(source)) return source
  return (
    <a href={source} target="_blank" rel="noopener noreferrer">
      {source}
    </a>
  )
}

async function Facts({ document }: { document: DocumentView }) {
  const [t, times] = await Promise.all([getTranslator('documents'), getTimes()])
  const pages = document.pages === null ? '' : `, ${t('facts.pages', { count: document.pages })}`
  return (
    <dl className={styles.facts}>
      <dt>{t('facts.kind')}</dt>
      <dd>
        {t(`kinds.${document.kind}`)}, {describeSize(document.bytes, times)}
        {pages}
      </dd>
      <dt>{t('facts.type')}</dt>
      <dd>{document.documentType ?? t('facts.unknown')}</dd>
      <dt>{t('facts.language')}</dt>
      <dd>{document.language ?? t('facts.unknown')}</dd>
      <dt>{t('facts.search')}</dt>
      <dd>
        {document.indexedAt ? t('facts.pieces', { count: document.chunks, since: times.date(document.indexedAt) }) : t('notSearchable')}
      </dd>
      <dt>{t('facts.cameIn')}</dt>
      <dd>
        <RelativeTime at={document.createdAt} />
      </dd>
      <dt>{t('facts.from')}</dt>
      <dd>
        {document.sources.map((source) => (
          <div key={source}>
            <Source source={source} />
          </div>
        ))}
      </dd>
      <dt>{t('facts.id')}</dt>
      <dd>
        <CopyId id={document.id} />
      </dd>
      <dt>{t('facts.content')}</dt>
      <dd>
        <CopyId id={document.hash} />
      </dd>
    </dl>
  )
}

async function Waiting({ reviews }: { reviews: ReviewSummary[] }) {
  const [t, sentences] = await Promise.all([getTranslator('documents'), getSentences()])
  return reviews.map((review) => (
    <div key={review.id} className="notice" data-state="wait">
      <b>{sentences.title(review)}</b>
      <Link href={`/reviews/${review.id}`} prefetch={false}>
        {t('openReview')}
      </Link>
    </div>
  ))
}

export default async function DocumentPage({ params }: Props) {
  const document = await readDocument((await params).document)
  const t = await getTranslator('documents')
  const { waiting, mayKeep } = await readForPage(async () => {
    const { client } = await openSession()
    const [open, { permissions }] = await Promise.all([
      document.run ? client.listReviews({ run: document.run, status: 'open' }) : { items: [] },
      client.me(),
    ])
    return { waiting: open.items, mayKeep: permissions.includes('administer') }
  })
  return (
    <>
      <TopBar crumbs={[{ word: t('title'), href: '/documents' }, { word: document.name }]} />
      <main className={styles.document}>
        <div className={styles.head}>
          <h1>{document.name}</h1>
          <StateChip state={document.vetted} />
          {document.hold && <Held word={t('hold.on')} />}
          <span className="grow" />
          {mayKeep && <DocumentKeeping document={{ id: document.id, name: document.name, hold: document.hold }} />}
          <a className="btn" href={`/api/v1/files/${document.hash}`} target="_blank" rel="noreferrer">
            {t('original')}
          </a>
          {document.run && (
            <Link className="btn" href={`/runs/${document.run}`} prefetch={false}>
              {t('toRun')}
            </Link>
          )}
        </div>
        <Waiting reviews={waiting} />
        <Facts document={document} />
      </main>
    </>
  )
}
