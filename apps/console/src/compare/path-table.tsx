'use client'

import type { RunComparison } from '@countersign/client'
import { useTranslations } from 'use-intl/react'
import styles from './compare.module.css'

type Step = RunComparison['path'][number]

/** Steps beside each other; a stretch that both went the same way is one line. */
interface Stretch {
  at: number
  same: boolean
  steps: Step[]
}

/** As long as both go the same way, only the ends of a stretch are told. */
const TOLD = 6

function stretchesOf(path: Step[]): Stretch[] {
  const stretches: Stretch[] = []
  for (const [at, step] of path.entries()) {
    const same = step.a === step.b
    const last = stretches.at(-1)
    if (last && last.same === same) last.steps.push(step)
    else stretches.push({ at, same, steps: [step] })
  }
  return stretches
}

function Row({ step }: { step: Step }) {
  const t = useTranslations('travel.compare')
  return (
    <tr>
      {([step.a, step.b] as const).map((node, side) => (
        <td key={side === 0 ? 'a' : 'b'} className={`${node === null ? 'dimmer' : 'mono'} ${step.a === step.b ? '' : styles.differs}`}>
          {node ?? t('none')}
        </td>
      ))}
    </tr>
  )
}

/** The nodes of both in the order they ran. */
export function PathTable({ path, samePath }: Pick<RunComparison, 'path' | 'samePath'>) {
  const t = useTranslations('travel.compare')
  return (
    <>
      <p className="dim small">{t(samePath ? 'samePath' : 'otherPath')}</p>
      <table className={styles.table} aria-label={t('path')}>
        <thead>
          <tr>
            <th scope="col">{t('a')}</th>
            <th scope="col">{t('b')}</th>
          </tr>
        </thead>
        {stretchesOf(path).map(({ at, same, steps }) => (
          <tbody key={at}>
            {same && steps.length > TOLD ? (
              <>
                {steps.slice(0, 2).map((step, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: steps have no names of their own and never change places
                  <Row key={at + index} step={step} />
                ))}
                <tr>
                  <td colSpan={2} className="dimmer">
                    {t('steps', { count: steps.length - 3 })}
                  </td>
                </tr>
                {steps.slice(-1).map((step) => (
                  <Row key="last" step={step} />
                ))}
              </>
            ) : (
              steps.map((step, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: steps have no names of their own and never change places
                <Row key={at + index} step={step} />
              ))
            )}
          </tbody>
        ))}
      </table>
    </>
  )
}
