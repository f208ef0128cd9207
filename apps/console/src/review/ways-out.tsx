'use client'

import { type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl/react'
import fields from './fields.module.css'
import { parseTyped } from './form-model.ts'
import type { Problem } from './problem.ts'
import styles from './review.module.css'
import type { Desk } from './use-desk.ts'

function Way({ name, children, action }: { name: string; children: ReactNode; action: ReactNode }) {
  return (
    <section className={styles.way} aria-label={name}>
      <b>{name}</b>
      {children}
      <div>{action}</div>
    </section>
  )
}

const EMPTY_PATCH = '{\n  \n}'

/** The keys of the state to change; `again`: what happens then. */
function EditState({ desk, again }: { desk: Desk; again: 'retry' | 'goOn' }) {
  const t = useTranslations('review')
  const { draft } = desk
  const text = draft.words.state ?? EMPTY_PATCH
  const [problem, setProblem] = useState<Problem | 'keys' | null>(null)
  const send = () => {
    const parsed = parseTyped({ kind: 'json', options: [] }, text)
    const isObject = parsed.ok && typeof parsed.value === 'object' && parsed.value !== null && !Array.isArray(parsed.value)
    if (!parsed.ok) setProblem(parsed.problem)
    else if (!isObject || Object.keys(parsed.value ?? {}).length === 0) setProblem('keys')
    else desk.decide({ verb: 'edit', value: parsed.value })
  }
  const button = (
    <button type="button" className="btn" aria-disabled={!desk.can('edit') || undefined} onClick={send}>
      {t(`ways.edit.${again}.button`)}
    </button>
  )
  return (
    <Way name={t(`ways.edit.${again}.name`)} action={button}>
      <p>{t('ways.edit.help')}</p>
      <textarea
        id="state-keys"
        className="input"
        aria-label={t('ways.edit.keys')}
        spellCheck={false}
        value={text}
        aria-invalid={problem !== null || undefined}
        onChange={(event) => {
          draft.write('state', event.target.value)
          desk.claim.touch()
          setProblem(null)
        }}
        onKeyDown={(event) => event.key === 'Escape' && event.currentTarget.blur()}
      />
      {problem && (
        <span role="alert" className={fields.problem}>
          {problem === 'keys' ? t('ways.edit.missing') : t(`problem.${problem.key}`, problem.values)}
        </span>
      )}
    </Way>
  )
}

function Skip({ desk, nodes }: { desk: Desk; nodes: string[] }) {
  const t = useTranslations('review.ways.skip')
  const [node, setNode] = useState(nodes[0] ?? '')
  const action = (
    <>
      <select className="input" aria-label={t('node')} value={node} onChange={(event) => setNode(event.target.value)}>
        {nodes.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </select>
      <button
        type="button"
        className="btn"
        aria-disabled={!desk.can('skip') || undefined}
        onClick={() => desk.decide({ verb: 'skip', node })}
      >
        {t('button')}
      </button>
    </>
  )
  return (
    <Way name={t('name')} action={action}>
      <p>{t('help')}</p>
    </Way>
  )
}

/** A way on that needs nothing but to be chosen. */
function Plain({ desk, verb }: { desk: Desk; verb: 'approve' | 'retry' | 'abort' }) {
  const t = useTranslations('review.ways')
  const first = verb !== 'abort'
  const button = (
    <button
      type="button"
      className={first ? 'btn primary' : 'btn'}
      aria-disabled={!desk.can(verb) || undefined}
      onClick={() => desk.decide({ verb })}
    >
      {t(`${verb}.button`)} {first && <kbd>a</kbd>}
    </button>
  )
  return (
    <Way name={t(`${verb}.name`)} action={button}>
      <p>{t.rich(`${verb}.help`, { node: () => <span className="mono">{desk.review.node}</span> })}</p>
    </Way>
  )
}

/** The ways on from a stopped run, each with what it does. */
export function WaysOut({ desk, nodes }: { desk: Desk; nodes: string[] }) {
  const t = useTranslations('review.ways')
  const { offers } = desk
  return (
    <section className={fields.pane} aria-label={t('label')}>
      <h2>{t(desk.review.status === 'open' ? 'heading' : 'nothing')}</h2>
      <div className={styles.ways}>
        {offers('approve') && <Plain desk={desk} verb="approve" />}
        {offers('retry') && <Plain desk={desk} verb="retry" />}
        {offers('edit') && <EditState desk={desk} again={offers('retry') ? 'retry' : 'goOn'} />}
        {offers('skip') && nodes.length > 0 && <Skip desk={desk} nodes={nodes} />}
        {offers('abort') && <Plain desk={desk} verb="abort" />}
      </div>
    </section>
  )
}
