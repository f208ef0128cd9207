'use client'

import type { AuditVerdict } from '@countersign/client'
import { useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { api } from '../frame/api.ts'
import styles from './audit.module.css'

type Answer = { verdict: AuditVerdict } | { why: string }

/** Checks every seal of the log, on demand: it reads all of it. */
export function VerifyLog() {
  const t = useTranslations('audit.verify')
  const [asking, setAsking] = useState(false)
  const [answer, setAnswer] = useState<Answer | null>(null)
  const verify = async () => {
    setAsking(true)
    try {
      setAnswer({ verdict: await api.verifyAudit() })
    } catch (error) {
      setAnswer({ why: error instanceof Error ? error.message : String(error) })
    } finally {
      setAsking(false)
    }
  }
  const broken = answer !== null && (!('verdict' in answer) || answer.verdict.found > 0)
  return (
    <section className={styles.verify} aria-live="polite">
      <div className="notice" data-state={answer === null ? undefined : broken ? 'park' : 'done'}>
        {answer !== null && <Outcome answer={answer} />}
        <button type="button" onClick={verify} disabled={asking}>
          {asking ? t('asking') : t('ask')}
        </button>
        {answer !== null && (
          <button type="button" onClick={() => setAnswer(null)}>
            {t('close')}
          </button>
        )}
      </div>
      {answer !== null && 'verdict' in answer && answer.verdict.broken.length > 0 && <Findings verdict={answer.verdict} />}
    </section>
  )
}

function Outcome({ answer }: { answer: Answer }) {
  const t = useTranslations('audit.verify')
  if (!('verdict' in answer)) return <span>{t('failed', { why: answer.why })}</span>
  const { found, sealed, anchors } = answer.verdict
  return (
    <span>
      <b>{found === 0 ? t('holds') : t('broken', { found })}</b> {t('count', { sealed, anchors })}
    </span>
  )
}

function Findings({ verdict: { broken, found } }: { verdict: AuditVerdict }) {
  const t = useTranslations('audit.verify')
  return (
    <ul className={styles.findings}>
      {broken.map((finding) => (
        <li key={`${finding.kind} ${finding.position} ${finding.seq}`}>
          <b>{t(`kinds.${finding.kind}`)}</b> {finding.message}
        </li>
      ))}
      {found > broken.length && <li>{t('more', { n: found - broken.length })}</li>}
    </ul>
  )
}
