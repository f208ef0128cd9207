'use client'

import type { UserView } from '@countersign/client'
import { ROLES, type Role } from '@countersign/client/contract'
import { useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { Dialog } from '../decisions/dialog.tsx'
import { api } from '../frame/api.ts'
import { useSend } from '../frame/use-send.ts'
import { Choices } from './choices.tsx'
import { makePassword } from './make-password.ts'
import styles from './settings.module.css'

interface TextFieldProps {
  label: string
  value: string
  onChange: (value: string) => void
  type?: 'email'
}

function TextField({ label, value, onChange, type }: TextFieldProps) {
  return (
    <label className={styles.field}>
      <span>{label}</span>
      <input
        className="input"
        type={type ?? 'text'}
        value={value}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => onChange(event.target.value)}
      />
    </label>
  )
}

/** Adds a person, or changes the one that is given. */
export function PersonDialog({ user, onClose }: { user: UserView | null; onClose: () => void }) {
  const t = useTranslations('settings.people')
  const frame = useTranslations('frame.me.roles')
  const { busy, problem, send } = useSend()
  const [id, setId] = useState('')
  const [name, setName] = useState(user?.name ?? '')
  const [email, setEmail] = useState(user?.email ?? '')
  const [roles, setRoles] = useState<Role[]>(user?.roles ?? ['reviewer'])
  const [password, setPassword] = useState('')
  const save = async () => {
    if (busy) return
    const rest = { ...(password && { password }), roles, ...(name.trim() && { name: name.trim() }) }
    const saved = await send(() =>
      user
        ? api.updateUser(user.id, { ...rest, email: email.trim() })
        : api.addUser({ id: id.trim(), ...rest, ...(email.trim() && { email: email.trim() }) }),
    )
    if (saved) onClose()
  }
  return (
    <Dialog
      title={user ? t('changeTitle', { user: user.id }) : t('addTitle')}
      help={user ? undefined : t('addHelp')}
      send={user ? t('save') : t('add')}
      onSend={save}
      onClose={onClose}
    >
      {!user && <TextField label={t('id')} value={id} onChange={setId} />}
      <TextField label={t('name')} value={name} onChange={setName} />
      <TextField label={t('email')} value={email} onChange={setEmail} type="email" />
      <Choices
        label={t('roles')}
        chosen={roles}
        onChange={setRoles}
        options={ROLES.map((value) => ({ value, name: frame(value), hint: t(`mayBe.${value}`) }))}
      />
      <div className={styles.beside}>
        <TextField label={user ? t('newPassword') : t('password')} value={password} onChange={setPassword} />
        <button type="button" className="btn" style={{ alignSelf: 'end' }} onClick={() => setPassword(makePassword())}>
          {t('makeUp')}
        </button>
      </div>
      {password && <p>{t('tellThem')}</p>}
      {problem && (
        <p role="alert" className={styles.problem}>
          {problem}
        </p>
      )}
    </Dialog>
  )
}
