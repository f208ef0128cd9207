'use client'

import type { TokenView } from '@countersign/client'
import type { Permission } from '@countersign/client/contract'
import { useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { Dialog } from '../decisions/dialog.tsx'
import { api } from '../frame/api.ts'
import { RelativeTime } from '../frame/clock.tsx'
import list from '../frame/list.module.css'
import { useSend } from '../frame/use-send.ts'
import { useTimes } from '../frame/use-times.ts'
import styles from './settings.module.css'
import { TokenDialog } from './token-dialog.tsx'

function RevokeDialog({ token, onClose }: { token: TokenView; onClose: () => void }) {
  const t = useTranslations('settings.tokens')
  const { problem, send } = useSend()
  const revoke = async () => {
    const done = await send(async () => {
      await api.revokeToken(token.id)
      return true
    })
    if (done) onClose()
  }
  return (
    <Dialog title={t('revokeTitle', { name: token.name })} help={t('revokeHelp')} send={t('revoke')} onSend={revoke} onClose={onClose}>
      {problem && (
        <p role="alert" className={styles.problem}>
          {problem}
        </p>
      )}
    </Dialog>
  )
}

function TokenRow({ token, now, onRevoke }: { token: TokenView; now: number; onRevoke: () => void }) {
  const t = useTranslations('settings.tokens')
  const times = useTimes()
  const state = token.revokedAt ? 'revoked' : Date.parse(token.expiresAt) <= now ? 'expired' : 'valid'
  return (
    <tr>
      <td>
        <span className={`${styles.who} ${state === 'valid' ? '' : styles.off}`}>
          <b>{token.name}</b>
          <span>{t('ofUser', { user: token.user })}</span>
        </span>
      </td>
      <td className="dim">{token.scopes.join(', ')}</td>
      <td className="dim">{state === 'valid' ? t('until', { date: times.date(token.expiresAt, { dateStyle: 'medium' }) }) : t(state)}</td>
      <td className="dim num" data-narrow="">
        {token.usedAt ? <RelativeTime at={token.usedAt} /> : t('neverUsed')}
      </td>
      <td className={styles.end}>
        {state === 'valid' && (
          <button type="button" className="btn tight quiet" aria-label={t('revokeTitle', { name: token.name })} onClick={onRevoke}>
            {t('revoke')}
          </button>
        )}
      </td>
    </tr>
  )
}

interface Props {
  tokens: TokenView[]
  permissions: Permission[]
  now: number
}

/** Tokens for scripts: one's own; an admin sees everybody's. */
export function TokensList({ tokens, permissions, now }: Props) {
  const t = useTranslations('settings.tokens')
  const [asked, setAsked] = useState<'make' | TokenView | null>(null)
  const close = () => setAsked(null)
  return (
    <main className={list.page}>
      <h1 className="hidden">{t('title')}</h1>
      <div className={styles.head}>
        <p>{t('lead')}</p>
        <button type="button" className="btn primary" onClick={() => setAsked('make')}>
          {t('makeTitle')}
        </button>
      </div>
      {tokens.length === 0 ? (
        <div className="empty">
          <b>{t('none')}</b>
          <p>{t('begins')}</p>
        </div>
      ) : (
        <table className={list.table} aria-label={t('title')}>
          <thead className="hidden">
            <tr>
              {(['name', 'scopes', 'lasts', 'used', 'actions'] as const).map((column) => (
                <th key={column} data-narrow={column === 'used' ? '' : undefined}>
                  {t(`columns.${column}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {tokens.map((token) => (
              <TokenRow key={token.id} token={token} now={now} onRevoke={() => setAsked(token)} />
            ))}
          </tbody>
        </table>
      )}
      {asked === 'make' && <TokenDialog permissions={permissions} onClose={close} />}
      {asked !== null && asked !== 'make' && <RevokeDialog token={asked} onClose={close} />}
    </main>
  )
}
