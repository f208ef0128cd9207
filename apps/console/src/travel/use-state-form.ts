'use client'

import { useEffect, useMemo, useState } from 'react'
import { api } from '../frame/api.ts'
import type { Problem } from '../review/problem.ts'
import {
  pathOf,
  readChange,
  type StateChange,
  type StateKey,
  type StateSchema,
  startOf,
  stateKeys,
  type Typed,
} from './state-form-model.ts'

/** A moment of a run: what a form of its state is made of. */
export interface Moment {
  run: string
  checkpoint: string
  /** Of a subgraph. */
  namespace?: string
}

export interface StateForm {
  status: 'reading' | 'ready' | 'failed'
  keys: StateKey[]
  typed: Typed
  /** What is wrong, once one has tried to send it; by path. */
  problems: Record<string, Problem>
  change: StateChange
  /** Opens a key for changing, as JSON or as the fields it has. */
  open(key: StateKey, as: 'fields' | 'json'): void
  /** Leaves a key as it was. */
  keep(key: StateKey): void
  type(path: string, text: string): void
  /** Shows what is wrong; true where all fits. */
  check(): boolean
}

const belongsTo = (path: string, name: string): boolean => path === pathOf(name) || path.startsWith(`${pathOf(name)}/`)

function without(typed: Typed, { item }: StateKey): Typed {
  return Object.fromEntries(Object.entries(typed).filter(([path]) => !belongsTo(path, item.name)))
}

/** The form of a run's state at one moment; the state is read when the form is first shown. */
export function useStateForm({ run, checkpoint, namespace }: Moment, schema: StateSchema): StateForm {
  const [read, setRead] = useState<{ keys: StateKey[] } | 'reading' | 'failed'>('reading')
  const [typed, setTyped] = useState<Typed>({})
  const [checked, setChecked] = useState(false)
  useEffect(() => {
    let current = true
    api.getState(run, checkpoint, namespace).then(
      ({ values }) => current && setRead({ keys: stateKeys(values, schema) }),
      () => current && setRead('failed'),
    )
    return () => {
      current = false
    }
  }, [run, checkpoint, namespace, schema])
  const keys = typeof read === 'string' ? NO_KEYS : read.keys
  const change = useMemo(() => readChange(keys, typed, schema), [keys, typed, schema])
  return {
    status: typeof read === 'string' ? read : 'ready',
    keys,
    typed,
    problems: checked ? change.problems : {},
    change,
    open: (key, as) => {
      const { item, parts } = key
      const fields = as === 'fields' ? parts.map((part): [string, string] => [pathOf(item.name, part.name), startOf(part)]) : []
      const whole: [string, string][] = as === 'json' ? [[pathOf(item.name), startOf(item)]] : []
      setTyped((now) => ({ ...without(now, key), ...Object.fromEntries([...fields, ...whole]) }))
    },
    keep: (key) => setTyped((now) => without(now, key)),
    type: (path, text) => setTyped((now) => ({ ...now, [path]: text })),
    check: () => {
      setChecked(true)
      return Object.keys(change.problems).length === 0
    },
  }
}

const NO_KEYS: StateKey[] = []
