'use client'

import { sentenceSchema } from '@countersign/client/contract'
import { useRouter } from 'next/navigation'
import { type FormEvent, useId, useState } from 'react'
import { useFormatter, useTranslations } from 'use-intl/react'
import { z } from 'zod'
import { useSentences } from '../frame/use-sentences.ts'
import styles from './sign-in.module.css'

const answerSchema = z.object({
  error: z.object({
    code: z.string(),
    message: z.string(),
    details: z.object({ freeAt: z.string().optional() }).optional(),
    says: sentenceSchema.nullish(),
  }),
})

/** What became of an attempt: null where it worked. */
type Refused = z.infer<typeof answerSchema>['error'] | null

async function send(body: Record<string, string>): Promise<Refused> {
  const response = await fetch('/sign-in/password', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }).catch(() => null)
  if (response?.ok) return null
  const answer = answerSchema.safeParse(await response?.json().catch(() => null))
  return answer.success ? answer.data.error : { code: 'unavailable', message: '' }
}

function useWords(): (refused: NonNullable<Refused>) => string {
  const t = useTranslations('signin')
  const format = useFormatter()
  const sentences = useSentences()
  return (refused) => {
    const { code, message, details } = refused
    if (code === 'wrong_credentials') return t('wrong')
    if (code === 'too_many_attempts' && details?.freeAt)
      return t('tooMany', { time: format.dateTime(new Date(details.freeAt), { timeStyle: 'short' }) })
    return code === 'unavailable' || message === '' ? t('unavailable') : sentences.problem(refused)
  }
}

/** Name and password; the tenant is asked for only by whoever has another one. */
export function SignInForm({ tenant, to }: { tenant: string; to: string }) {
  const t = useTranslations('signin')
  const say = useWords()
  const router = useRouter()
  const problem = useId()
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<Refused>(null)

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const fields = new FormData(event.currentTarget)
    const text = (name: string) => {
      const value = fields.get(name)
      return typeof value === 'string' ? value : ''
    }
    setBusy(true)
    const answer = await send({ tenant: text('tenant').trim() || tenant, user: text('user').trim(), password: text('password') })
    setRefused(answer)
    if (answer !== null) return setBusy(false)
    // Everything that the browser kept of the time before is another person's.
    router.refresh()
    window.location.assign(to)
  }

  return (
    <form className={styles.form} method="post" onSubmit={submit} aria-describedby={refused ? problem : undefined}>
      <label className={styles.field}>
        <span>{t('user')}</span>
        <input className="input" name="user" autoComplete="username" autoCapitalize="none" spellCheck={false} required maxLength={60} />
      </label>
      <label className={styles.field}>
        <span>{t('password')}</span>
        <input className="input" name="password" type="password" autoComplete="current-password" required maxLength={200} />
      </label>
      <details className={styles.tenant}>
        <summary>{t('tenant', { tenant })}</summary>
        <label className={styles.field}>
          <span>{t('otherTenant')}</span>
          <input className="input" name="tenant" defaultValue={tenant} autoCapitalize="none" spellCheck={false} maxLength={100} />
        </label>
      </details>
      <p id={problem} role="alert" className={styles.problem} hidden={refused === null}>
        {refused && say(refused)}
      </p>
      <button type="submit" className="btn primary" disabled={busy}>
        {busy ? t('busy') : t('signIn')}
      </button>
    </form>
  )
}
