'use client'

import type { RetentionPolicy } from '@countersign/client'
import { useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { Dialog } from '../decisions/dialog.tsx'
import { api } from '../frame/api.ts'
import { RelativeTime } from '../frame/clock.tsx'
import list from '../frame/list.module.css'
import { useSend } from '../frame/use-send.ts'
import settings from '../settings/settings.module.css'
import { PlanPart } from './plan-part.tsx'
import { ANY_GRAPH, PolicyDialog } from './policy-dialog.tsx'

function RemoveDialog({ policy, onClose }: { policy: RetentionPolicy; onClose: () => void }) {
  const t = useTranslations('settings.retention')
  const { problem, send } = useSend()
  const remove = async () => {
    const removed = await send(async () => {
      await api.setRetention(policy.graph, null)
      return true
    })
    if (removed) onClose()
  }
  const graph = policy.graph === ANY_GRAPH ? t('any') : policy.graph
  return (
    <Dialog title={t('removeTitle', { graph })} help={t('removeHelp')} send={t('remove')} onSend={() => void remove()} onClose={onClose}>
      {problem && (
        <p role="alert" className={settings.problem}>
          {problem}
        </p>
      )}
    </Dialog>
  )
}

type Asked = { what: 'add' } | { what: 'change' | 'remove'; policy: RetentionPolicy }

function PolicyRow({ policy, mayChange, onAsk }: { policy: RetentionPolicy; mayChange: boolean; onAsk: (asked: Asked) => void }) {
  const t = useTranslations('settings.retention')
  const graph = policy.graph === ANY_GRAPH ? t('any') : policy.graph
  return (
    <tr>
      <td>
        <b className={settings.name}>{graph}</b>
      </td>
      <td>{t('after', { days: policy.days })}</td>
      <td className="dim">{t(`keeps.${policy.keep}`)}</td>
      <td className="dim" data-narrow="">
        {t.rich('by', { by: policy.updatedBy, when: () => <RelativeTime at={policy.updatedAt} /> })}
      </td>
      {mayChange && (
        <td className={settings.end}>
          <button
            type="button"
            className="btn tight quiet"
            aria-label={policy.graph === ANY_GRAPH ? t('changeAny') : t('changeTitle', { graph })}
            onClick={() => onAsk({ what: 'change', policy })}
          >
            {t('change')}
          </button>
          <button
            type="button"
            className="btn tight quiet"
            aria-label={t('removeTitle', { graph })}
            onClick={() => onAsk({ what: 'remove', policy })}
          >
            {t('remove')}
          </button>
        </td>
      )}
    </tr>
  )
}

function PolicyTable({ policies, mayChange, onAsk }: Pick<Props, 'policies' | 'mayChange'> & { onAsk: (asked: Asked) => void }) {
  const t = useTranslations('settings.retention')
  return (
    <table className={list.table} aria-label={t('title')}>
      <thead className="hidden">
        <tr>
          {(['graph', 'days', 'keep', 'by'] as const).map((column) => (
            <th key={column} data-narrow={column === 'by' ? '' : undefined}>
              {t(`columns.${column}`)}
            </th>
          ))}
          {mayChange && <th>{t('columns.actions')}</th>}
        </tr>
      </thead>
      <tbody>
        {policies.map((policy) => (
          <PolicyRow key={policy.graph} policy={policy} mayChange={mayChange} onAsk={onAsk} />
        ))}
      </tbody>
    </table>
  )
}

interface Props {
  policies: RetentionPolicy[]
  /** Every registered graph. */
  graphs: string[]
  mayChange: boolean
}

/** How long checkpoints are kept; what would go now, and the way to let it go. */
export function RetentionList({ policies, graphs, mayChange }: Props) {
  const t = useTranslations('settings.retention')
  const [asked, setAsked] = useState<Asked | null>(null)
  const close = () => setAsked(null)
  const open = [ANY_GRAPH, ...graphs].filter((graph) => !policies.some((policy) => policy.graph === graph))
  return (
    <main className={list.page}>
      <h1 className="hidden">{t('title')}</h1>
      <div className={settings.head}>
        <p>{t(mayChange ? 'lead' : 'leadReader')}</p>
        {mayChange && open.length > 0 && (
          <button type="button" className="btn primary" onClick={() => setAsked({ what: 'add' })}>
            {t('add')}
          </button>
        )}
      </div>
      {policies.length === 0 ? (
        <div className="empty">
          <b>{t('none')}</b>
          <p>{t('noneWhy')}</p>
        </div>
      ) : (
        <PolicyTable policies={policies} mayChange={mayChange} onAsk={setAsked} />
      )}
      {mayChange && policies.length > 0 && <PlanPart />}
      {asked?.what === 'add' && <PolicyDialog policy={null} graphs={open} onClose={close} />}
      {asked?.what === 'change' && <PolicyDialog policy={asked.policy} graphs={[]} onClose={close} />}
      {asked?.what === 'remove' && <RemoveDialog policy={asked.policy} onClose={close} />}
    </main>
  )
}
