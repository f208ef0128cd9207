'use client'

import type { DeliveryView } from '@countersign/client'
import Link from 'next/link'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { api } from '../frame/api.ts'
import { RelativeTime } from '../frame/clock.tsx'
import { type IconName, NamedIcon } from '../frame/icons.tsx'
import list from '../frame/list.module.css'
import styles from './notifications.module.css'

export function hrefOf({ review, run }: DeliveryView): string {
  if (review !== null) return `/reviews/${review}`
  return run === null ? '/audit' : `/runs/${run}`
}

const STATES: Record<DeliveryView['status'], { state: string; icon: IconName }> = {
  dead: { state: 'parked', icon: 'parked' },
  pending: { state: 'waiting', icon: 'waiting' },
  sent: { state: 'done', icon: 'done' },
}

export function DeliveryRow({ delivery, index, selected }: { delivery: DeliveryView; index: number; selected: boolean }) {
  const t = useTranslations('settings.notifications')
  const { state, icon } = STATES[delivery.status]
  return (
    <tr data-row={index} data-selected={selected || undefined}>
      <td>
        <Link className={list.open} href={hrefOf(delivery)} prefetch={false}>
          {delivery.event}
        </Link>
      </td>
      <td>
        <span className="chip" data-state={state}>
          <NamedIcon name={icon} size={12} />
          {t(`status.${delivery.status}`)}
        </span>
      </td>
      <td className="dim">
        {delivery.channel} · {delivery.recipient || t('everybody')}
      </td>
      <td className={styles.why}>
        {delivery.lastError === null ? null : (
          <span title={delivery.lastError}>
            {delivery.lastError} ({t('tries', { n: delivery.attempts })})
          </span>
        )}
        {delivery.status === 'dead' && <Retry id={delivery.id} />}
      </td>
      <td className="dim num">
        <RelativeTime at={delivery.sentAt ?? delivery.createdAt} />
      </td>
    </tr>
  )
}

function Retry({ id }: { id: number }) {
  const t = useTranslations('settings.notifications')
  const router = useRouter()
  const [trying, setTrying] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const retry = async () => {
    setTrying(true)
    try {
      await api.retryDelivery(id)
      router.refresh()
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error))
      setTrying(false)
    }
  }
  return (
    <>
      <button type="button" className={`btn tight ${styles.retry}`} onClick={retry} disabled={trying} aria-label={t('retryLabel', { id })}>
        {trying ? t('retrying') : t('retry')}
      </button>
      {problem !== null && <span role="alert">{problem}</span>}
    </>
  )
}
