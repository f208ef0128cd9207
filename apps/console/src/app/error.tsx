'use client'

import { TopBar } from '../frame/top-bar.tsx'

/** `digest` holds "code: sentence", see server/problems.ts. */
function sentenceOf(error: unknown): string {
  const digest = error instanceof Error && 'digest' in error ? String(error.digest) : ''
  const sentence = digest.replace(/^[a-z_]+: /, '')
  return sentence === digest ? 'Something went wrong on this page; nothing was changed.' : sentence
}

export default function ErrorPage({ error, retry }: { error: unknown; retry: () => void }) {
  return (
    <>
      <TopBar crumbs={[{ word: 'Problem' }]} />
      <main className="empty">
        <div role="alert">
          <b>This page could not be read</b>
          <p>{sentenceOf(error)}</p>
        </div>
        <p className="dimmer">Runs go on without the console, and decisions that were made are kept.</p>
        <button type="button" className="btn" onClick={retry}>
          Try again
        </button>
      </main>
    </>
  )
}
