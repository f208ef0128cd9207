'use client'

import type { UserView } from '@countersign/client'
import { type SyntheticEvent, useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { api } from '../frame/api.ts'
import list from '../frame/list.module.css'
import { useSend } from '../frame/use-send.ts'
import styles from './settings.module.css'

interface FieldProps {
  label: string
  value: string
  autoComplete: 'current-password' | 'new-password'
  onChange: (value: string) => void
}

function PasswordField({ label, value, autoComplete, onChange }: FieldProps) {
  return (
    <label className={styles.field}>
      <span>{label}</span>
      <input
        className="input"
        type="password"
        required
        maxLength={200}
        autoComplete={autoComplete}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </label>
  )
}

/** The old password, and the new one twice. */
function ChangePassword({ user }: { user: string }) {
  const t = useTranslations('settings.account')
  const { busy, problem, send } = useSend()
  const [old, setOld] = useState('')
  const [wanted, setWanted] = useState('')
  const [again, setAgain] = useState('')
  const [said, setSaid] = useState<'differ' | 'done' | null>(null)
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault()
    if (busy) return
    setSaid(wanted === again ? null : 'differ')
    if (wanted !== again) return
    const changed = await send(async () => {
      await api.changePassword({ old, new: wanted })
      return true
    })
    if (!changed) return
    setSaid('done')
    for (const empty of [setOld, setWanted, setAgain]) empty('')
  }
  return (
    <form className={styles.password} method="post" onSubmit={submit} aria-label={t('change')}>
      <h2>{t('change')}</h2>
      {/* So that a password manager knows whose it is. */}
      <input type="text" name="username" autoComplete="username" value={user} readOnly hidden />
      <PasswordField label={t('old')} value={old} autoComplete="current-password" onChange={setOld} />
      <PasswordField label={t('new')} value={wanted} autoComplete="new-password" onChange={setWanted} />
      <PasswordField label={t('again')} value={again} autoComplete="new-password" onChange={setAgain} />
      {(problem ?? said === 'differ') && (
        <p role="alert" className={styles.problem}>
          {problem ?? t('differ')}
        </p>
      )}
      {said === 'done' && !problem && <p role="status">{t('done')}</p>}
      <button type="submit" className="btn primary" aria-disabled={busy || undefined}>
        {t('change')}
      </button>
      <p className="small dim">{t('help')}</p>
    </form>
  )
}

/** What a person may change of the own account. */
export function OwnAccount({ user, name, signsIn }: { user: string; name: string; signsIn: UserView['signsIn'] }) {
  const t = useTranslations('settings.account')
  return (
    <main className={list.page}>
      <h1 className="hidden">{t('title')}</h1>
      <div className={styles.head}>
        <p>{t('lead', { name: name === user ? user : `${name} (${user})` })}</p>
      </div>
      {signsIn === 'password' ? (
        <ChangePassword user={user} />
      ) : (
        <p className={styles.head}>{t(signsIn === 'openid' ? 'byProvider' : 'noAccount')}</p>
      )}
    </main>
  )
}
