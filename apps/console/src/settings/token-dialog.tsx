'use client'

import type { CreatedToken } from '@countersign/client'
import type { Permission } from '@countersign/client/contract'
import { useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { Dialog } from '../decisions/dialog.tsx'
import { api } from '../frame/api.ts'
import { useSend } from '../frame/use-send.ts'
import { useTimes } from '../frame/use-times.ts'
import { Choices } from './choices.tsx'
import styles from './settings.module.css'

const DAYS = [7, 30, 90, 365] as const

function SecretDialog({ token, onClose }: { token: CreatedToken; onClose: () => void }) {
  const t = useTranslations('settings.tokens')
  const times = useTimes()
  const [copied, setCopied] = useState(false)
  return (
    <Dialog
      title={t('madeTitle', { name: token.name })}
      help={t('madeHelp', { date: times.date(token.expiresAt, { dateStyle: 'medium' }) })}
      onClose={onClose}
    >
      <code className={styles.secret}>{token.secret}</code>
      <button type="button" className="btn" onClick={() => navigator.clipboard.writeText(token.secret).then(() => setCopied(true))}>
        {t(copied ? 'copied' : 'copy')}
      </button>
    </Dialog>
  )
}

/** Makes a token within what its maker may do, and shows its secret once. */
export function TokenDialog({ permissions, onClose }: { permissions: Permission[]; onClose: () => void }) {
  const t = useTranslations('settings.tokens')
  const { busy, problem, send } = useSend()
  const [name, setName] = useState('')
  const [scopes, setScopes] = useState<Permission[]>(['read'])
  const [days, setDays] = useState(90)
  const [made, setMade] = useState<CreatedToken | null>(null)
  const make = async () => {
    if (busy) return
    setMade((await send(() => api.createToken({ name: name.trim(), scopes, days }))) ?? null)
  }
  if (made) return <SecretDialog token={made} onClose={onClose} />
  return (
    <Dialog title={t('makeTitle')} help={t('makeHelp')} send={t('make')} onSend={make} onClose={onClose}>
      <label className={styles.field}>
        <span>{t('name')}</span>
        <input className="input" value={name} maxLength={100} autoComplete="off" onChange={(event) => setName(event.target.value)} />
      </label>
      <Choices
        label={t('scopes')}
        chosen={scopes}
        onChange={setScopes}
        options={permissions.map((value) => ({ value, name: t(`may.${value}`), hint: value }))}
      />
      <label className={styles.field}>
        <span>{t('lasts')}</span>
        <select className="input" value={days} onChange={(event) => setDays(Number(event.target.value))}>
          {DAYS.map((one) => (
            <option key={one} value={one}>
              {t('days', { n: one })}
            </option>
          ))}
        </select>
      </label>
      {problem && (
        <p role="alert" className={styles.problem}>
          {problem}
        </p>
      )}
    </Dialog>
  )
}
