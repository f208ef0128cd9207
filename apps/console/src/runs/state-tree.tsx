import type { StateLine } from './outline-state.ts'
import styles from './run.module.css'

function Value({ line }: { line: StateLine }) {
  return (
    <>
      {line.changed && line.before !== null && <del className={styles.gone}>{line.before}</del>}{' '}
      <span className={styles.value} data-kind={line.kind}>
        {line.text}
        {line.more && <span className="dimmer"> … {line.more}</span>}
      </span>
      {line.changed && <span className={styles.changed}>changed</span>}
    </>
  )
}

function Line({ line, depth }: { line: StateLine; depth: number }) {
  if (line.children.length === 0) {
    return (
      <li className={styles.line} data-changed={line.changed || undefined}>
        <span className={styles.key}>{line.key}</span> <Value line={line} />
      </li>
    )
  }
  return (
    <li>
      <details open={depth < 1 || line.changed}>
        <summary className={styles.line} data-changed={line.changed || undefined}>
          <span className={styles.key}>{line.key}</span> <span className="dimmer">{line.text}</span>
          {line.changed && <span className={styles.changed}>changed</span>}
        </summary>
        <ul>
          {line.children.map((child) => (
            <Line key={child.key} line={child} depth={depth + 1} />
          ))}
        </ul>
        {line.more && <p className="dimmer">{line.more}</p>}
      </details>
    </li>
  )
}

/** A state as a tree; what this step changed is marked, with the value before where it is short. */
export function StateTree({ lines }: { lines: StateLine[] }) {
  if (lines.length === 0) return <p className="dim small">The state is empty at this checkpoint.</p>
  return (
    <ul className={styles.tree}>
      {lines.map((line) => (
        <Line key={line.key} line={line} depth={0} />
      ))}
    </ul>
  )
}
