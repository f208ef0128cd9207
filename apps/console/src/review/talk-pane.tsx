'use client'

import type { CommentView } from '@countersign/client'
import { ROLES } from '@countersign/client/contract'
import { useRouter } from 'next/navigation'
import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { api } from '../frame/api.ts'
import { RelativeTime } from '../frame/clock.tsx'
import fields from './fields.module.css'
import type { HistoryEntry } from './history.ts'
import { MentionBox } from './mention-box.tsx'
import styles from './talk.module.css'
import type { Desk } from './use-desk.ts'

/** A comment's text, with the people it names marked. */
function Body({ comment }: { comment: CommentView }) {
  let at = 0
  const pieces = comment.body.split(/(@[\p{L}\p{N}._-]+)/u).map((text) => {
    const start = at
    at += text.length
    return { start, text, named: comment.mentions.some((user) => text === `@${user}`) }
  })
  return (
    <p className={styles.body}>
      {pieces.map(({ start, text, named }) => (named ? <b key={start}>{text}</b> : <span key={start}>{text}</span>))}
    </p>
  )
}

function Told({ entry }: { entry: HistoryEntry }) {
  const t = useTranslations('review')
  const { actor, event, values } = entry
  const role = ROLES.find((one) => one === values.role)
  return (
    <li className={styles.event}>
      {t(`history.${event}`, { actor, to: values.to ?? '', role: role ? t(`rules.roles.${role}`) : (values.role ?? '') })}{' '}
      <RelativeTime at={entry.at} />
    </li>
  )
}

function Write({ desk }: { desk: Desk }) {
  const t = useTranslations('review.talk')
  const router = useRouter()
  const [sending, setSending] = useState(false)
  const box = useRef<HTMLTextAreaElement>(null)
  const { draft, talking } = desk
  const text = draft.words.comment ?? ''
  useEffect(() => {
    if (talking) box.current?.focus()
  }, [talking])
  const send = () => {
    const body = text.trim()
    if (!body || sending) return
    setSending(true)
    api
      .comment(desk.review.id, body)
      .then(() => {
        draft.write('comment', '')
        router.refresh()
      }, desk.problem.report)
      .finally(() => setSending(false))
  }
  return (
    <div className={styles.write} data-keeps-focus="">
      <MentionBox
        ref={box}
        label={t('write')}
        placeholder={t('placeholder')}
        people={desk.people}
        text={text}
        onText={(next) => draft.write('comment', next)}
        onSend={send}
        onLeave={() => {
          box.current?.blur()
          desk.talk(false)
        }}
      />
      <button type="button" className="btn" aria-disabled={sending || undefined} onClick={send}>
        {t('send')} <kbd>Ctrl ↵</kbd>
      </button>
    </div>
  )
}

/** What people said and what happened, in one thread; new words at its end. */
export function TalkPane({ desk }: { desk: Desk }) {
  const t = useTranslations('review.talk')
  const { comments, history } = desk
  const thread = [
    ...comments.map((comment) => ({ at: comment.at, comment, entry: null })),
    ...history.map((entry) => ({ at: entry.at, comment: null, entry })),
  ].toSorted((a, b) => a.at.localeCompare(b.at))
  return (
    <section className={fields.pane} aria-label={t('label')}>
      <h2>{t('heading', { count: comments.length })}</h2>
      <ol className={styles.thread}>
        {thread.map(({ comment, entry }) =>
          comment ? (
            <li key={comment.id} className={styles.comment}>
              <b>{comment.author}</b> <RelativeTime at={comment.at} />
              <Body comment={comment} />
            </li>
          ) : (
            entry && <Told key={entry.seq} entry={entry} />
          ),
        )}
      </ol>
      {desk.me.permissions.includes('review') &&
        (desk.talking || desk.draft.words.comment ? (
          <Write desk={desk} />
        ) : (
          <button type="button" className="btn quiet tight" onClick={() => desk.talk(true)}>
            {t('start')} <kbd>m</kbd>
          </button>
        ))}
    </section>
  )
}
