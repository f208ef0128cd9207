'use client'

import type { UserView } from '@countersign/client'
import { useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { Dialog } from '../decisions/dialog.tsx'
import { api } from '../frame/api.ts'
import { RelativeTime } from '../frame/clock.tsx'
import { CopyCommand } from '../frame/copy-command.tsx'
import list from '../frame/list.module.css'
import { useSend } from '../frame/use-send.ts'
import { PersonDialog } from './person-dialog.tsx'
import styles from './settings.module.css'

/** What is asked: to add somebody, to change somebody, or whether somebody is to be shut out. */
type Asked = { what: 'add' } | { what: 'change' | 'disable'; user: UserView }

function DisableDialog({ user, onClose }: { user: UserView; onClose: () => void }) {
  const t = useTranslations('settings.people')
  const { problem, send } = useSend()
  const disable = async () => {
    if (await send(() => api.updateUser(user.id, { disabled: true }))) onClose()
  }
  return (
    <Dialog title={t('disableTitle', { user: user.id })} help={t('disableHelp')} send={t('disable')} onSend={disable} onClose={onClose}>
      {problem && (
        <p role="alert" className={styles.problem}>
          {problem}
        </p>
      )}
    </Dialog>
  )
}

function PersonRow({ user, mayChange, onAsk }: { user: UserView; mayChange: boolean; onAsk: (asked: Asked) => void }) {
  const t = useTranslations('settings.people')
  const frame = useTranslations('frame.me.roles')
  const { send } = useSend()
  return (
    <tr>
      <td>
        <span className={`${styles.who} ${user.disabled ? styles.off : ''}`}>
          <b>{user.name}</b>
          <span>{[user.name === user.id ? null : user.id, user.email].filter(Boolean).join(' · ')}</span>
        </span>
      </td>
      <td className={user.disabled ? styles.off : undefined}>{user.roles.map((role) => frame(role)).join(', ')}</td>
      <td className="dim">{user.disabled ? t('disabled') : t(`signsIn.${user.signsIn === 'not yet' ? 'notYet' : user.signsIn}`)}</td>
      <td className="dim num" data-narrow="">
        {user.seenAt ? <RelativeTime at={user.seenAt} /> : t('never')}
      </td>
      {mayChange && (
        <td className={styles.end}>
          <button
            type="button"
            className="btn tight quiet"
            aria-label={t('changeTitle', { user: user.id })}
            onClick={() => onAsk({ what: 'change', user })}
          >
            {t('change')}
          </button>
          <button
            type="button"
            className="btn tight quiet"
            aria-label={t(user.disabled ? 'enableTitle' : 'disableTitle', { user: user.id })}
            onClick={() => (user.disabled ? send(() => api.updateUser(user.id, { disabled: false })) : onAsk({ what: 'disable', user }))}
          >
            {t(user.disabled ? 'enable' : 'disable')}
          </button>
        </td>
      )}
    </tr>
  )
}

/** Who may come in, and as what. */
export function PeopleList({ users, mayChange }: { users: UserView[]; mayChange: boolean }) {
  const t = useTranslations('settings.people')
  const [asked, setAsked] = useState<Asked | null>(null)
  const close = () => setAsked(null)
  return (
    <main className={list.page}>
      <h1 className="hidden">{t('title')}</h1>
      <div className={styles.head}>
        <p>{t(mayChange ? 'lead' : 'leadReader')}</p>
        {mayChange && (
          <button type="button" className="btn primary" onClick={() => setAsked({ what: 'add' })}>
            {t('addTitle')}
          </button>
        )}
      </div>
      {users.length === 0 ? (
        <div className="empty">
          <b>{t('nobody')}</b>
          <CopyCommand command="npx countersign users add NAME --role admin" />
        </div>
      ) : (
        <table className={list.table} aria-label={t('title')}>
          <thead className="hidden">
            <tr>
              {(['name', 'roles', 'how', 'seen'] as const).map((column) => (
                <th key={column} data-narrow={column === 'seen' ? '' : undefined}>
                  {t(`columns.${column}`)}
                </th>
              ))}
              {mayChange && <th>{t('columns.actions')}</th>}
            </tr>
          </thead>
          <tbody>
            {users.map((user) => (
              <PersonRow key={user.id} user={user} mayChange={mayChange} onAsk={setAsked} />
            ))}
          </tbody>
        </table>
      )}
      {asked?.what === 'add' && <PersonDialog user={null} onClose={close} />}
      {asked?.what === 'change' && <PersonDialog user={asked.user} onClose={close} />}
      {asked?.what === 'disable' && <DisableDialog user={asked.user} onClose={close} />}
    </main>
  )
}
