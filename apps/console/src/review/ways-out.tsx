'use client'

import type { ReviewDetail } from '@countersign/client'
import { useState } from 'react'
import fields from './fields.module.css'
import { parseTyped } from './form-model.ts'
import styles from './review.module.css'
import type { useDecide } from './use-decide.ts'

type Decide = ReturnType<typeof useDecide>

function EditState({ again, onDecide }: { again: string; onDecide: Decide }) {
  const [text, setText] = useState('{\n  \n}')
  const [problem, setProblem] = useState<string | null>(null)
  const send = () => {
    const parsed = parseTyped({ kind: 'json', options: [] }, text)
    const isObject = parsed.ok && typeof parsed.value === 'object' && parsed.value !== null && !Array.isArray(parsed.value)
    if (!parsed.ok) setProblem(parsed.problem)
    else if (!isObject || Object.keys(parsed.value ?? {}).length === 0)
      setProblem('Write an object with the keys to change, like { "language": "fr" }.')
    else onDecide({ verb: 'edit', value: parsed.value })
  }
  return (
    <section className={styles.way} aria-label={`Change the state and ${again}`}>
      <b>Change the state and {again}</b>
      <p>
        The keys you write here go into the state as a node would write them: where a key collects, yours is added. The others stay as they
        are.
      </p>
      <textarea
        className="input"
        aria-label="Keys of the state to change, as JSON"
        spellCheck={false}
        value={text}
        aria-invalid={problem !== null || undefined}
        onChange={(event) => {
          setText(event.target.value)
          setProblem(null)
        }}
      />
      {problem && (
        <span role="alert" className={fields.problem}>
          {problem}
        </span>
      )}
      <div>
        <button type="button" className="btn" onClick={send}>
          Change and {again}
        </button>
      </div>
    </section>
  )
}

function Skip({ nodes, onDecide }: { nodes: string[]; onDecide: Decide }) {
  const [node, setNode] = useState(nodes[0] ?? '')
  return (
    <section className={styles.way} aria-label="Skip to another node">
      <b>Skip to another node</b>
      <p>What this node would have written is left out, and the run goes on at the node you name.</p>
      <div>
        <select className="input" aria-label="Node to go on with" value={node} onChange={(event) => setNode(event.target.value)}>
          {nodes.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
        <button type="button" className="btn" onClick={() => onDecide({ verb: 'skip', node })}>
          Skip to it
        </button>
      </div>
    </section>
  )
}

interface Props {
  review: ReviewDetail
  nodes: string[]
  onDecide: Decide
}

/** The ways on from a stopped run, each with what it does. */
export function WaysOut({ review, nodes, onDecide }: Props) {
  const can = (verb: ReviewDetail['request']['verbs'][number]) => review.status === 'open' && review.request.verbs.includes(verb)
  return (
    <section className={fields.fields} aria-label="Ways out">
      <h2>{review.status === 'open' ? 'Ways out' : 'Nothing left to do here'}</h2>
      <div className={styles.ways}>
        {can('approve') && (
          <section className={styles.way} aria-label="Go on">
            <b>Go on</b>
            <p>The run goes on with the state as it is.</p>
            <div>
              <button type="button" className="btn primary" onClick={() => onDecide({ verb: 'approve' })}>
                Go on <kbd>a</kbd>
              </button>
            </div>
          </section>
        )}
        {can('retry') && (
          <section className={styles.way} aria-label="Retry">
            <b>Retry</b>
            <p>
              <span className="mono">{review.node}</span> runs again with the state as it is. Choose this when the cause is gone: a service
              is back, a key was renewed.
            </p>
            <div>
              <button type="button" className="btn primary" onClick={() => onDecide({ verb: 'retry' })}>
                Retry <kbd>a</kbd>
              </button>
            </div>
          </section>
        )}
        {can('edit') && <EditState again={can('retry') ? 'retry' : 'go on'} onDecide={onDecide} />}
        {can('skip') && nodes.length > 0 && <Skip nodes={nodes} onDecide={onDecide} />}
        {can('abort') && (
          <section className={styles.way} aria-label="Abort">
            <b>Abort the run</b>
            <p>The run ends here for good. Its steps stay readable; what it wrote elsewhere stays as it is.</p>
            <div>
              <button type="button" className="btn" onClick={() => onDecide({ verb: 'abort' })}>
                Abort
              </button>
            </div>
          </section>
        )}
      </div>
    </section>
  )
}
