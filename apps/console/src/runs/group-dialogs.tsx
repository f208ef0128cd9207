'use client'

import type { GraphView, IncidentGroup } from '@countersign/client'
import { useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { z } from 'zod'
import { Dialog } from '../decisions/dialog.tsx'
import { type BatchAnswer, BatchRun } from '../inbox/batch-dialog.tsx'
import travel from '../travel/travel.module.css'

/** A way out for every run of a group. */
export type WayOut = 'retry' | 'edit' | 'skip' | 'abort'

interface AskProps {
  group: IncidentGroup
  graph: GraphView | undefined
  onAnswer: (answer: BatchAnswer) => void
  onClose: () => void
}

const patchSchema = z.record(z.string(), z.json())

function readPatch(text: string): BatchAnswer['value'] | 'json' | 'missing' {
  try {
    const patch = patchSchema.safeParse(JSON.parse(text)).data
    return patch && Object.keys(patch).length > 0 ? patch : 'missing'
  } catch {
    return 'json'
  }
}

/** The keys of the state that change, the same for every run of the group. */
function AskEdit({ group, onAnswer, onClose }: AskProps) {
  const t = useTranslations('runs.list.groups')
  const [text, setText] = useState('{\n  \n}')
  const [problem, setProblem] = useState<'json' | 'missing' | null>(null)
  const send = () => {
    const value = readPatch(text)
    if (value === 'json' || value === 'missing') setProblem(value)
    else onAnswer({ verb: 'edit', value })
  }
  return (
    <Dialog title={t('editTitle', { count: group.count })} help={t('editHelp')} send={t('next')} onSend={send} onClose={onClose}>
      <textarea
        className="input mono"
        aria-label={t('keys')}
        spellCheck={false}
        rows={6}
        value={text}
        aria-invalid={problem !== null || undefined}
        onChange={(event) => {
          setText(event.target.value)
          setProblem(null)
        }}
      />
      {problem && (
        <span role="alert" className={travel.problem}>
          {t(problem)}
        </span>
      )}
    </Dialog>
  )
}

/** The node that each run goes on with instead of the one that failed. */
function AskSkip({ group, graph, onAnswer, onClose }: AskProps) {
  const t = useTranslations('runs.list.groups')
  const nodes = graph?.nodes.filter(({ id, kind }) => kind !== 'start' && id !== group.node) ?? []
  const likely = graph?.edges.find(({ from }) => from === group.node)?.to ?? nodes[0]?.id ?? ''
  const [node, setNode] = useState(likely)
  const send = () => {
    if (node) onAnswer({ verb: 'skip', node })
  }
  return (
    <Dialog title={t('skipTitle', { count: group.count })} help={t('skipHelp')} send={t('next')} onSend={send} onClose={onClose}>
      <label className={travel.group}>
        <span>{t('node')}</span>
        <select className="input" value={node} onChange={(event) => setNode(event.target.value)}>
          {nodes.map(({ id, kind }) => (
            <option key={id} value={id}>
              {kind === 'end' ? t('end') : id}
            </option>
          ))}
        </select>
      </label>
    </Dialog>
  )
}

/** Asks what a way out needs, then decides every incident of the group, each on its own. */
export function GroupDialog({
  group,
  way,
  graph,
  onClose,
}: {
  group: IncidentGroup
  way: WayOut
  graph: GraphView | undefined
  onClose: () => void
}) {
  const [answer, setAnswer] = useState<BatchAnswer | null>(way === 'retry' || way === 'abort' ? { verb: way } : null)
  if (answer) return <BatchRun answer={answer} which={{ filter: { kind: 'incident', group: group.group } }} onClose={onClose} />
  const Ask = way === 'edit' ? AskEdit : AskSkip
  return <Ask group={group} graph={graph} onAnswer={setAnswer} onClose={onClose} />
}
