'use client'

import type { RetentionPolicy } from '@countersign/client'
import { useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { Dialog } from '../decisions/dialog.tsx'
import { api } from '../frame/api.ts'
import { useSend } from '../frame/use-send.ts'
import settings from '../settings/settings.module.css'

const KEEPS = ['ends', 'none', 'all'] as const
const MOST_DAYS = 36_500
/** Every graph without a policy of its own. */
export const ANY_GRAPH = '*'

interface Props {
  /** The one to change; null for a new one. */
  policy: RetentionPolicy | null
  /** Graphs that have none yet, and `*` where that has none. */
  graphs: string[]
  onClose: () => void
}

const readDays = (text: string): number | null => {
  const days = /^\d+$/.test(text.trim()) ? Number(text) : Number.NaN
  return days <= MOST_DAYS ? days : null
}

/** Sets how long the checkpoints of a graph are kept. */
export function PolicyDialog({ policy, graphs, onClose }: Props) {
  const t = useTranslations('settings.retention')
  const { busy, problem, send } = useSend()
  const [graph, setGraph] = useState(policy?.graph ?? graphs[0] ?? ANY_GRAPH)
  const [text, setText] = useState(String(policy?.days ?? 90))
  const [keep, setKeep] = useState<RetentionPolicy['keep']>(policy?.keep ?? 'ends')
  const [tried, setTried] = useState(false)
  const days = readDays(text)
  const save = async () => {
    setTried(true)
    if (busy || days === null) return
    const saved = await send(async () => {
      await api.setRetention(graph, { days, keep })
      return true
    })
    if (saved) onClose()
  }
  const title = policy === null ? t('addTitle') : policy.graph === ANY_GRAPH ? t('changeAny') : t('changeTitle', { graph: policy.graph })
  const wrong = tried && days === null ? t('daysWrong') : problem
  return (
    <Dialog title={title} send={t('save')} onSend={() => void save()} onClose={onClose}>
      {policy === null && (
        <label className={settings.field}>
          <span>{t('graph')}</span>
          <select className="input" value={graph} onChange={(event) => setGraph(event.target.value)}>
            {graphs.map((name) => (
              <option key={name} value={name}>
                {name === ANY_GRAPH ? t('any') : name}
              </option>
            ))}
          </select>
        </label>
      )}
      <label className={settings.field}>
        <span>{t('days')}</span>
        <input
          className="input"
          inputMode="numeric"
          value={text}
          aria-invalid={(tried && days === null) || undefined}
          onChange={(event) => setText(event.target.value)}
        />
      </label>
      <fieldset className={settings.choices}>
        <legend>{t('keep')}</legend>
        {KEEPS.map((one) => (
          <label key={one}>
            <input type="radio" name="keep" checked={keep === one} onChange={() => setKeep(one)} /> {t(`keeps.${one}`)}
          </label>
        ))}
      </fieldset>
      {wrong && (
        <p role="alert" className={settings.problem}>
          {wrong}
        </p>
      )}
    </Dialog>
  )
}
