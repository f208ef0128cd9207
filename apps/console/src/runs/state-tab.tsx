import type { CheckpointView } from '@countersign/client'
import Link from 'next/link'
import { getTranslator } from '../frame/translator.ts'
import { ChangeList } from './change-list.tsx'
import { type Choice, Moment } from './moment.tsx'
import { changesIn, outlineState } from './outline-state.ts'
import { plainName } from './plain-name.ts'
import type { RunMoment } from './read-moment.ts'
import styles from './run.module.css'
import { type RunQuery, runHref } from './run-query.ts'
import { StateTree } from './state-tree.tsx'

/** With more checkpoints than this only some are offered by name; any other is pinned where it is shown. */
const OFFERED = 60

/** The checkpoints to compare with: all of a short run; of a long one its ends and what no step of the graph made. */
export function choicesOf(checkpoints: CheckpointView[], chosen: string | undefined): Choice[] {
  const all = checkpoints.map((one, index) => ({ id: one.id, at: index + 1, name: plainName(one), source: one.source }))
  if (all.length <= OFFERED) return all
  const offered = all.filter(({ source, id }, index) => source !== 'loop' || index === all.length - 1 || id === chosen)
  return [...offered.slice(0, 1), ...offered.slice(1).slice(-OFFERED)]
}

interface Props {
  run: string
  query: RunQuery
  moment: RunMoment | null
  choices: Choice[]
}

/** The way back from a subgraph's own history. */
async function Inside({ run, query }: Pick<Props, 'run' | 'query'>) {
  const t = await getTranslator('travel')
  const { inside } = query
  if (!inside) return null
  return (
    <p className={styles.inside}>
      <span>{t.rich('moment.insideOf', { node: () => <b className="mono">{inside.split(':')[0]}</b> })}</span>
      <Link
        className="link"
        href={runHref(run, query, { inside: undefined, checkpoint: undefined, with: undefined })}
        prefetch={false}
        scroll={false}
      >
        {t('moment.leave')}
      </Link>
    </p>
  )
}

/** Without the state itself, which may be large: the page sends of it what it shows. */
function viewOf({ state }: RunMoment): Omit<RunMoment['state'], 'values'> {
  const { values: _, ...view } = state
  return view
}

/** The state as it stood at the moment the page is set to, or only what differs from the one it is compared with. */
export function StateTab({ run, query, moment, choices }: Props) {
  const lines = moment && !moment.diff ? outlineState(moment.state.values, moment.before) : []
  const changes = query.tab === 'changes'
  const count = changes && moment && query.with === undefined ? moment.state.changed.length : null
  return (
    <>
      <Inside run={run} query={query} />
      <Moment
        run={run}
        query={query}
        checkpoint={moment && viewOf(moment)}
        entry={moment?.entry ?? null}
        changed={count}
        choices={choices}
      />
      {moment?.diff && <ChangeList diff={moment.diff} />}
      {moment && !moment.diff && <StateTree lines={changes ? changesIn(lines) : lines} />}
    </>
  )
}
