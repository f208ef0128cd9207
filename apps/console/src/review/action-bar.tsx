'use client'

import Link from 'next/link'
import { useTranslations } from 'use-intl/react'
import styles from './review.module.css'
import { approve, type Desk } from './use-desk.ts'

interface ActionProps {
  word: string
  shortcut?: string
  primary?: boolean
  quiet?: boolean
  blocked?: boolean
  onClick: () => void
}

function Action({ word, shortcut, primary, quiet, blocked, onClick }: ActionProps) {
  const look = primary ? 'btn primary' : quiet ? 'btn quiet' : 'btn'
  return (
    <button type="button" className={look} aria-disabled={blocked || undefined} onClick={onClick}>
      {word} {shortcut && <kbd>{shortcut}</kbd>}
    </button>
  )
}

/** Approve takes the proposal, or the proposal with the changes; a stopped run offers its own ways on. */
function Approve({ desk }: { desk: Desk }) {
  const t = useTranslations('review.actions')
  const changes = desk.form.edited.changed.length
  const verb = changes > 0 ? 'edit' : 'approve'
  if (desk.stop || !desk.offers(verb)) return null
  return <Action word={t('approve', { changes })} shortcut="a" primary blocked={!desk.can(verb)} onClick={() => approve(desk)} />
}

/** What can be done with the review, each with its key. */
export function ActionBar({ desk }: { desk: Desk }) {
  const t = useTranslations('review.actions')
  const { review, onward, stop } = desk
  if (review.status !== 'open') {
    return (
      <div className={styles.bar}>
        <Link className="btn primary" href={onward.next ?? onward.inbox} prefetch={false}>
          {onward.next ? t('next') : t('inbox')} {onward.next && <kbd>j</kbd>}
        </Link>
        <Action word={t('comment', { count: desk.comments.length })} shortcut="m" quiet onClick={() => desk.talk(true)} />
      </div>
    )
  }
  const opens = (verb: Parameters<Desk['can']>[0], dialog: Parameters<Desk['ask']>[0]) => ({
    blocked: !desk.can(verb),
    onClick: () => desk.can(verb) && desk.ask(dialog),
  })
  return (
    <div className={styles.bar}>
      <Approve desk={desk} />
      {desk.offers('reject') && <Action word={t('reject')} shortcut="r" {...opens('reject', 'reject')} />}
      {desk.offers('choose') && <Action word={t('none')} shortcut="0" {...opens('choose', 'none')} />}
      {!stop && desk.offers('edit') && (
        <Action word={t('edit')} shortcut="e" quiet onClick={() => desk.can('edit') && desk.attention.editFocused()} />
      )}
      {desk.offers('ignore') && (
        <Action word={t('ignore')} quiet blocked={!desk.can('ignore')} onClick={() => desk.decide({ verb: 'ignore' })} />
      )}
      {!stop && desk.offers('abort') && (
        <Action word={t('abort')} quiet blocked={!desk.can('abort')} onClick={() => desk.decide({ verb: 'abort' })} />
      )}
      {desk.offers('escalate') && <Action word={t('escalate')} shortcut="s" quiet {...opens('escalate', 'escalate')} />}
      <Action word={t('comment', { count: desk.comments.length })} shortcut="m" quiet onClick={() => desk.talk(true)} />
      <span className="grow" />
      <span className={styles.hint}>{t.rich('hint', { u: () => <kbd>u</kbd> })}</span>
      <Action word={t('keys')} shortcut="?" quiet onClick={() => desk.ask('keys')} />
    </div>
  )
}
