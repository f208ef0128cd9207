'use client'

import { useRouter } from 'next/navigation'
import { useId } from 'react'
import { useTranslations } from 'use-intl/react'
import { Dialog } from '../decisions/dialog.tsx'
import { StateFields } from './state-form.tsx'
import styles from './travel.module.css'
import { type Fork, type Mode, type Origin, useFork } from './use-fork.ts'

/** The state as it is, or changed. */
function StateChoice({ fork }: { fork: Fork }) {
  const t = useTranslations('travel.fork')
  const name = useId()
  return (
    <fieldset className={styles.group}>
      <legend>{t('state')}</legend>
      {fork.mode !== 'edit' && (
        <div className={styles.choices}>
          {([false, true] as const).map((changed) => (
            <label key={String(changed)}>
              <input type="radio" name={name} checked={fork.changed === changed} onChange={() => fork.setChanged(changed)} />
              {t(changed ? 'changed' : 'same')}
            </label>
          ))}
        </div>
      )}
      {fork.changed && <StateFields form={fork.form} />}
    </fieldset>
  )
}

/** Which of several nodes that run next, side by side, run anew. */
function NodesChoice({ fork }: { fork: Fork }) {
  const t = useTranslations('travel.fork')
  const { next } = fork.origin
  // A changed state is for all that runs next.
  if (fork.mode === 'edit' || fork.changed || next.length < 2) return null
  return (
    <fieldset className={styles.group}>
      <legend>{t('nodes')}</legend>
      <p>{t('nodesHelp')}</p>
      <div className={styles.choices}>
        {next.map((node) => (
          <label key={node} className="mono">
            <input
              type="checkbox"
              checked={fork.nodes.includes(node)}
              onChange={(event) => fork.setNodes(next.filter((one) => (one === node ? event.target.checked : fork.nodes.includes(one))))}
            />
            {node}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

/** Another version of the graph; nothing to ask where there is only one. */
function VersionChoice({ fork }: { fork: Fork }) {
  const t = useTranslations('travel.fork')
  const { versions, origin, mode } = fork
  const own = origin.version
  const newest = versions[0]?.version ?? own
  // A replay is against what is deployed now; a fork goes on with what it had.
  const usual = mode === 'replay' ? newest : own
  const all = [usual, ...versions.map(({ version }) => version)].filter((version, index, list) => list.indexOf(version) === index)
  if (mode === 'edit' || all.length < 2) return null
  const wordOf = (version: string) => `${t(version === own ? 'own' : 'other', { version })}${version === newest ? ` (${t('newest')})` : ''}`
  return (
    <label className={styles.group}>
      <span>{t('version')}</span>
      <select className="input" value={fork.version || usual} onChange={(event) => fork.setVersion(event.target.value)}>
        {all.map((version) => (
          <option key={version} value={version}>
            {wordOf(version)}
          </option>
        ))}
      </select>
    </label>
  )
}

/** For a changed state: as if a node had written it, so that its edges say what runs next. */
function AsNodeChoice({ fork }: { fork: Fork }) {
  const t = useTranslations('travel.fork')
  if (!fork.changed || fork.origin.nodes.length === 0) return null
  return (
    <label className={styles.group}>
      <span>{t('asNode')}</span>
      <select className="input" value={fork.asNode} onChange={(event) => fork.setAsNode(event.target.value)}>
        <option value="">{t('nobody')}</option>
        {fork.origin.nodes.map((node) => (
          <option key={node}>{node}</option>
        ))}
      </select>
    </label>
  )
}

function Wrong({ fork }: { fork: Fork }) {
  const t = useTranslations('travel.fork')
  const text = fork.missing ? t(fork.missing) : fork.problem
  return text ? (
    <p role="alert" className={styles.problem}>
      {text}
    </p>
  ) : null
}

const TITLES = { fork: 'forkTitle', replay: 'replayTitle', edit: 'editTitle' } as const
const HELPS = { fork: 'forkHelp', replay: 'replayHelp', edit: 'editHelp' } as const
const SENDS = { fork: 'send', replay: 'sendReplay', edit: 'sendEdit' } as const

/** Asks what a fork, a replay or an edit is to be, orders it, and goes to the run. */
export function ForkDialog({ mode, origin, onClose }: { mode: Mode; origin: Origin; onClose: () => void }) {
  const t = useTranslations('travel.fork')
  const router = useRouter()
  const fork = useFork(mode, origin)
  const send = async () => {
    const run = await fork.send()
    if (run === null) return
    onClose()
    if (run !== origin.run) router.push(`/runs/${run}`)
  }
  return (
    <Dialog
      wide
      title={t(TITLES[mode])}
      help={t(HELPS[mode], { step: origin.step, node: origin.after })}
      send={fork.busy ? t('busy') : t(SENDS[mode])}
      onSend={() => void send()}
      onClose={onClose}
    >
      <StateChoice fork={fork} />
      <NodesChoice fork={fork} />
      <div className={styles.row}>
        <VersionChoice fork={fork} />
        <AsNodeChoice fork={fork} />
      </div>
      <label className={styles.group}>
        <span>{t(mode === 'edit' ? 'reason' : 'reasonOptional')}</span>
        <input className="input" value={fork.reason} maxLength={4000} onChange={(event) => fork.setReason(event.target.value)} />
      </label>
      <Wrong fork={fork} />
    </Dialog>
  )
}
