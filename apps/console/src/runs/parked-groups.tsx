'use client'

import type { GraphView, IncidentGroup } from '@countersign/client'
import Link from 'next/link'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { RelativeTime } from '../frame/clock.tsx'
import { hrefWith } from '../frame/query.ts'
import { useTimes } from '../frame/use-times.ts'
import { GroupDialog, type WayOut } from './group-dialogs.tsx'
import styles from './groups.module.css'

const WAYS: readonly WayOut[] = ['retry', 'edit', 'skip', 'abort']

interface GroupProps {
  group: IncidentGroup
  mayDecide: boolean
  onAsk: (way: WayOut) => void
}

function Group({ group, mayDecide, onAsk }: GroupProps) {
  const t = useTranslations('runs.list.groups')
  const times = useTimes()
  const items = group.count === 1 ? `/reviews/${group.review}` : hrefWith('/inbox', { kind: 'incident', group: group.group })
  return (
    <li className={styles.group}>
      <b className={styles.count} title={t('count', { count: group.count })}>
        {times.number(group.count)}
      </b>
      <div className={styles.what}>
        <Link href={items} prefetch={false} className={styles.message}>
          {group.message || group.code}
        </Link>
        <span className="dim small">
          <span className="mono">{group.code}</span> · {t('where', { graph: group.graph, version: group.version, node: group.node })} ·{' '}
          {t.rich('oldest', { when: () => <RelativeTime at={group.oldest} /> })}
        </span>
      </div>
      {mayDecide && (
        <fieldset className={styles.ways} aria-label={t('actions')}>
          {WAYS.map((way) => (
            <button key={way} type="button" className={way === 'retry' ? 'btn tight' : 'btn tight quiet'} onClick={() => onAsk(way)}>
              {t(way)}
            </button>
          ))}
        </fieldset>
      )}
    </li>
  )
}

interface Props {
  groups: IncidentGroup[]
  graphs: GraphView[]
  mayDecide: boolean
}

/** Parked runs by what stopped them, with the ways out for all of a group at once. */
export function ParkedGroups({ groups, graphs, mayDecide }: Props) {
  const t = useTranslations('runs.list.groups')
  const router = useRouter()
  const [asked, ask] = useState<{ group: IncidentGroup; way: WayOut } | null>(null)
  if (groups.length === 0 && !asked) {
    return (
      <div className="empty">
        <b>{t('none')}</b>
        <p>{t('noneWhy')}</p>
      </div>
    )
  }
  const graph = graphs.find(({ name, version }) => name === asked?.group.graph && version === asked.group.version)
  return (
    <>
      <p className={styles.lead}>{t('lead')}</p>
      <ul className={styles.groups} aria-label={t('label')}>
        {groups.map((group) => (
          <Group key={group.group} group={group} mayDecide={mayDecide} onAsk={(way) => ask({ group, way })} />
        ))}
      </ul>
      {asked && (
        <GroupDialog
          {...asked}
          graph={graph}
          onClose={() => {
            ask(null)
            router.refresh()
          }}
        />
      )}
    </>
  )
}
