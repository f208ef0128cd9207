import type { DocumentView, ReviewSummary } from '@countersign/client'
import type { Metadata } from 'next'
import Link from 'next/link'
import { cache } from 'react'
import { describeSize } from '../../../documents/describe-size.ts'
import styles from '../../../documents/document.module.css'
import { RelativeTime } from '../../../frame/clock.tsx'
import { CopyId } from '../../../frame/copy-command.tsx'
import { StateChip } from '../../../frame/state-chip.tsx'
import { TopBar } from '../../../frame/top-bar.tsx'
import { readForPage } from '../../../server/problems.ts'
import { openSession } from '../../../server/session.ts'

interface Props {
  params: Promise<{ document: string }>
}

/** Once per request, for the title and the page. */
const readDocument = cache((id: string) => readForPage(async () => (await openSession()).client.getDocument(id)))

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: (await readDocument((await params).document)).name }
}

const count = (number: number, one: string, many: string): string => `${number.toLocaleString('en')} ${number === 1 ? one : many}`

function Facts({ document }: { document: DocumentView }) {
  const pages = document.pages === null ? '' : `, ${count(document.pages, 'page', 'pages')}`
  return (
    <dl className={styles.facts}>
      <dt>Kind</dt>
      <dd>
        {document.kind}, {describeSize(document.bytes)}
        {pages}
      </dd>
      <dt>Type</dt>
      <dd>{document.documentType ?? 'not known yet'}</dd>
      <dt>Language</dt>
      <dd>{document.language ?? 'not known yet'}</dd>
      <dt>Search</dt>
      <dd>
        {document.indexedAt ? (
          <>
            {count(document.chunks, 'piece', 'pieces')}, since <RelativeTime at={document.indexedAt} />
          </>
        ) : (
          'not searchable yet'
        )}
      </dd>
      <dt>Came in</dt>
      <dd>
        <RelativeTime at={document.createdAt} />
      </dd>
      <dt>From</dt>
      <dd>
        {document.sources.map((source) => (
          <div key={source}>{source}</div>
        ))}
      </dd>
      <dt>Id</dt>
      <dd>
        <CopyId id={document.id} />
      </dd>
      <dt>Content</dt>
      <dd>
        <CopyId id={document.hash} />
      </dd>
    </dl>
  )
}

function Waiting({ reviews }: { reviews: ReviewSummary[] }) {
  return reviews.map((review) => (
    <div key={review.id} className="notice" data-state="wait">
      <b>{review.title}</b>
      <Link href={`/reviews/${review.id}`} prefetch={false}>
        Open the review
      </Link>
    </div>
  ))
}

export default async function DocumentPage({ params }: Props) {
  const document = await readDocument((await params).document)
  const waiting = await readForPage(async () => {
    const { client } = await openSession()
    return document.run ? (await client.listReviews({ run: document.run, status: 'open' })).items : []
  })
  return (
    <>
      <TopBar crumbs={[{ word: 'Documents', href: '/documents' }, { word: document.name }]} />
      <main className={styles.document}>
        <div className={styles.head}>
          <h1>{document.name}</h1>
          <StateChip state={document.vetted} />
          <span className="grow" />
          <a className="btn" href={`/api/v1/files/${document.hash}`} target="_blank" rel="noreferrer">
            Original
          </a>
          {document.run && (
            <Link className="btn" href={`/runs/${document.run}`} prefetch={false}>
              Its run
            </Link>
          )}
        </div>
        <Waiting reviews={waiting} />
        <Facts document={document} />
      </main>
    </>
  )
}
