'use client'

import type { GraphVersion } from '@countersign/client'
import { useEffect, useState } from 'react'
import { api } from '../frame/api.ts'
import { useSend } from '../frame/use-send.ts'
import type { StateSchema } from './state-form-model.ts'
import { type Moment, type StateForm, useStateForm } from './use-state-form.ts'

/** Where a fork, a replay or an edit starts. */
export interface Origin extends Moment {
  graph: string
  version: string
  step: number
  /** What the checkpoint is called by. */
  after: string
  /** What runs next from there. */
  next: string[]
  /** Every node of the graph, for writing as if one of them had. */
  nodes: string[]
  schema: StateSchema
}

export type Mode = 'fork' | 'replay' | 'edit'

/** What stands in the way of sending it. */
type Missing = 'nothing' | 'reasonMissing' | 'nodesNone' | null

export interface Fork {
  mode: Mode
  origin: Origin
  form: StateForm
  changed: boolean
  setChanged(changed: boolean): void
  /** The parallel nodes that run anew. */
  nodes: string[]
  setNodes(nodes: string[]): void
  versions: GraphVersion[]
  /** Empty: the usual one. */
  version: string
  setVersion(version: string): void
  asNode: string
  setAsNode(node: string): void
  reason: string
  setReason(reason: string): void
  missing: Missing
  problem: string | null
  busy: boolean
  /** Answers the run to go to; null where it stays here: something is missing, or was refused. */
  send(): Promise<string | null>
}

/** The versions of a graph, the newest first; read when the question is asked, for they change with every deployment. */
function useVersions(graph: string, wanted: boolean): GraphVersion[] {
  const [versions, setVersions] = useState<GraphVersion[]>([])
  useEffect(() => {
    if (!wanted) return
    let current = true
    api.listGraphVersions().then(
      (all) => {
        const own = all.filter(({ name }) => name === graph)
        if (current) setVersions(own.toSorted((a, b) => b.registeredAt.localeCompare(a.registeredAt)))
      },
      () => undefined,
    )
    return () => {
      current = false
    }
  }, [graph, wanted])
  return versions
}

type Answers = Pick<Fork, 'mode' | 'origin' | 'form' | 'changed' | 'nodes' | 'version' | 'asNode' | 'reason'>

function missingIn({ mode, origin, form, changed, nodes, reason }: Answers): Missing {
  const nothing = changed && Object.keys(form.change.values).length === 0 && Object.keys(form.change.problems).length === 0
  if (nothing) return 'nothing'
  if (mode !== 'edit' && !changed && origin.next.length > 1 && nodes.length === 0) return 'nodesNone'
  return mode === 'edit' && reason.trim() === '' ? 'reasonMissing' : null
}

async function order({ mode, origin, form, changed, nodes, version, asNode, reason }: Answers, clientKey: string): Promise<string> {
  const { run, checkpoint, namespace, next } = origin
  const edit = { values: form.change.values, ...(asNode && { asNode }) }
  const why = reason.trim() ? { reason: reason.trim() } : {}
  if (mode === 'edit') {
    await api.editRun(run, { ...edit, checkpoint, reason: reason.trim(), clientKey })
    return run
  }
  const made = await api.forkRun(run, {
    checkpoint,
    ...(namespace && { namespace }),
    ...(changed && { edit }),
    ...(!changed && nodes.length < next.length && { nodes }),
    ...(version && { version }),
    ...(mode === 'replay' && { sandbox: true }),
    ...why,
    clientKey,
  })
  return made.run
}

/** All that is asked before a fork, a replay or an edit, and the way to order it. */
export function useFork(mode: Mode, origin: Origin): Fork {
  const form = useStateForm(origin, origin.schema)
  const [changed, setChanged] = useState(mode === 'edit')
  const [nodes, setNodes] = useState(origin.next)
  const [version, setVersion] = useState('')
  const [asNode, setAsNode] = useState('')
  const [reason, setReason] = useState('')
  const [tried, setTried] = useState(false)
  // One order for one opening of the dialog: sent again after a lost answer, it makes no second run.
  const [clientKey] = useState(() => crypto.randomUUID())
  const { busy, problem, send } = useSend()
  const versions = useVersions(origin.graph, mode !== 'edit')
  const answers: Answers = { mode, origin, form, changed, nodes, version, asNode, reason }
  const missing = missingIn(answers)
  return {
    ...answers,
    setChanged,
    setNodes,
    versions,
    setVersion,
    setAsNode,
    setReason,
    missing: tried ? missing : null,
    problem,
    busy,
    async send() {
      setTried(true)
      const fits = !changed || form.check()
      if (busy || missing !== null || !fits) return null
      return (await send(() => order(answers, clientKey))) ?? null
    },
  }
}
