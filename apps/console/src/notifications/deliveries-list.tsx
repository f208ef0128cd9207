'use client'

import type { DeliveryView } from '@countersign/client'
import Link from 'next/link'
import { useTranslations } from 'use-intl/react'
import { CopyCommand } from '../frame/copy-command.tsx'
import list from '../frame/list.module.css'
import { ListPages } from '../frame/list-pages.tsx'
import { ListTable } from '../frame/list-table.tsx'
import { useRows } from '../frame/use-rows.ts'
import { type DeliveriesQuery, deliveriesHref } from './deliveries-query.ts'
import { DeliveryRow, hrefOf } from './delivery-row.tsx'

const STATUSES = ['dead', 'pending', 'sent'] as const
const COLUMNS = ['event', 'status', 'to', 'why', 'at'] as const

function Empty({ query }: { query: DeliveriesQuery }) {
  const t = useTranslations('settings.notifications')
  if (query.status) {
    return (
      <div className="empty">
        <b>{t('noMatch')}</b>
        <Link className="btn" href="/settings/notifications" prefetch={false}>
          {t('showAll')}
        </Link>
      </div>
    )
  }
  return (
    <div className="empty">
      <b>{t('nothing')}</b>
      <p>{t('begins')}</p>
      <CopyCommand command="COUNTERSIGN_NOTIFICATIONS=notifications.json" />
    </div>
  )
}

interface Props {
  query: DeliveriesQuery
  deliveries: DeliveryView[]
  /** Those that were given up: they stand first, whatever came after them. */
  dead: DeliveryView[]
  next: string | null
}

/** Who was told what, newest first, and what could not be told before everything else. */
export function DeliveriesList({ query, deliveries, dead, next }: Props) {
  const t = useTranslations('settings.notifications')
  const first = query.status === undefined && query.after === undefined ? dead : []
  const rows = [...first, ...deliveries.filter(({ id }) => first.every((one) => one.id !== id))]
  const { selected } = useRows(rows.map(hrefOf), 'none')
  return (
    <main className={list.page}>
      <h1 className="hidden">{t('title')}</h1>
      <div className={list.filters}>
        <Link className={list.pill} href={deliveriesHref({})} prefetch={false} aria-current={query.status ? undefined : 'true'}>
          {t('status.all')}
        </Link>
        {STATUSES.map((status) => (
          <Link
            key={status}
            className={list.pill}
            href={deliveriesHref(query, { status: query.status === status ? undefined : status })}
            prefetch={false}
            aria-current={query.status === status ? 'true' : undefined}
          >
            {t(`status.${status}`)}
          </Link>
        ))}
      </div>
      {dead.length > 0 && (
        <p className="notice" data-state="park">
          {t('dead', { n: dead.length })}
        </p>
      )}
      {rows.length === 0 ? (
        <Empty query={query} />
      ) : (
        <ListTable label={t('title')} heads={COLUMNS.map((key) => ({ key, word: t(`columns.${key}`) }))}>
          {rows.map((delivery, index) => (
            <DeliveryRow key={delivery.id} delivery={delivery} index={index} selected={index === selected} />
          ))}
        </ListTable>
      )}
      <ListPages
        first={query.after ? deliveriesHref(query) : null}
        next={next && deliveriesHref(query, { after: next })}
        words={{ first: t('newest'), next: t('older') }}
      />
    </main>
  )
}
