'use client'

import type { ReviewSummary } from '@countersign/client'
import { useCallback, useEffect, useRef, useState } from 'react'
import { api } from '../frame/api.ts'
import { type ClientError, clientError } from '../server/client-error.ts'
import { filterOf, type InboxQuery, inboxHref } from './inbox-query.ts'
import { appendPage, type Listed, mergePage } from './merge-page.ts'

/** How many rows are read at a time while one scrolls. */
const MORE = 100
/** How much of a list that has grown is read anew when something changes. */
const READ_AGAIN = 200

interface First {
  items: ReviewSummary[]
  next: string | null
}

/** What each list had grown to, so that one comes back to the same place. */
const left = new Map<string, Listed>()

export interface GrowingList extends Listed {
  loading: boolean
  /** Why the next rows could not be read. */
  failed: ClientError | 'unknown' | null
  more(): void
  /** Shows what has come since. */
  showFresh(): void
}

/** The list of an inbox query: begins with the server's page, grows while one scrolls, follows what changes. */
export function useList(query: InboxQuery, first: First): GrowingList {
  const key = inboxHref(query)
  const [listed, setListed] = useState<Listed>(() => mergeLeft(key, first))
  const [loading, setLoading] = useState(false)
  const [failed, setFailed] = useState<GrowingList['failed']>(null)
  const latest = useRef({ listed, query, first })
  useEffect(() => {
    latest.current = { listed, query, first }
  })
  useEffect(() => () => void left.set(key, latest.current.listed), [key])
  useFollow(first, latest, setListed)

  const more = useCallback(() => {
    const { listed: now, query: asked } = latest.current
    if (now.next === null || loading) return
    setLoading(true)
    setFailed(null)
    api
      .listReviews({ ...filterOf(asked), after: now.next, limit: MORE })
      .then(
        (page) => setListed((shown) => appendPage(shown, page)),
        (error: unknown) => setFailed(clientError(error) ?? 'unknown'),
      )
      .finally(() => setLoading(false))
  }, [loading])
  const showFresh = useCallback(() => setListed({ ...latest.current.first, fresh: [] }), [])
  return { ...listed, loading, failed, more, showFresh }
}

function mergeLeft(key: string, first: First): Listed {
  const before = left.get(key)
  return before ? mergePage(before, first) : { ...first, fresh: [] }
}

/** The page is read anew whenever something changes: the list follows it, with as much more as one is likely to look at. */
function useFollow(
  first: First,
  latest: { current: { listed: Listed; query: InboxQuery } },
  setListed: (change: (listed: Listed) => Listed) => void,
): void {
  const seen = useRef(first)
  useEffect(() => {
    if (seen.current === first) return
    seen.current = first
    const { listed, query } = latest.current
    if (listed.items.length <= first.items.length) {
      setListed((now) => mergePage(now, first))
      return
    }
    let outdated = false
    api.listReviews({ ...filterOf(query), limit: READ_AGAIN }).then(
      (page) => {
        if (!outdated) setListed((now) => mergePage(now, page))
      },
      () => undefined,
    )
    return () => {
      outdated = true
    }
  }, [first, latest, setListed])
}
