import Link from 'next/link'
import styles from './graph.module.css'
import type { LaidOutGraph, PlacedEdge, PlacedNode } from './lay-out-graph.ts'

const WORDS: Record<PlacedNode['look'], string> = {
  done: 'done',
  current: 'next',
  waiting: 'waits for a person',
  parked: 'stopped here',
  untouched: 'not reached',
}

function Edge({ edge }: { edge: PlacedEdge }) {
  return (
    <g>
      <path className={styles.edge} data-taken={edge.times > 0 || undefined} d={edge.path} />
      {edge.labelAt && (
        <text className={styles.note} x={edge.labelAt.x} y={edge.labelAt.y + 4} textAnchor="middle">
          {edge.times > 1 ? `${edge.label} ×${edge.times}` : edge.label}
        </text>
      )}
    </g>
  )
}

function Node({ node, href }: { node: PlacedNode; href: string }) {
  if (node.kind === 'start' || node.kind === 'end') {
    return <circle className={styles.end} data-look={node.look} cx={node.x} cy={node.y} r={5} />
  }
  const note = [
    node.times > 1 ? `×${node.times}` : '',
    node.note,
    node.look === 'waiting' || node.look === 'parked' ? WORDS[node.look] : '',
  ]
  return (
    <g transform={`translate(${node.x - node.width / 2} ${node.y - node.height / 2})`} className={styles.node} data-look={node.look}>
      <Link
        className={styles.link}
        href={href}
        prefetch={false}
        scroll={false}
        aria-label={`${node.id}: ${WORDS[node.look]}. Show its attempts.`}
      >
        <rect className={styles.box} width={node.width} height={node.height} rx={6} data-subgraph={node.kind === 'subgraph' || undefined} />
        <circle className={styles.dot} cx={14} cy={16} r={4} />
        <text className={styles.name} x={26} y={20}>
          {node.id}
        </text>
      </Link>
      <text className={styles.note} x={node.width + 10} y={20}>
        {note.filter(Boolean).join(' · ')}
      </text>
    </g>
  )
}

interface Props {
  graph: LaidOutGraph
  name: string
  nodeHref: (node: string) => string
}

/** The graph with the way the run took: its path bold, the current node marked, what was not reached faint. */
export function GraphDrawing({ graph, name, nodeHref }: Props) {
  const { width, height } = graph
  return (
    <section className={styles.graph} aria-label={`Graph ${name}`}>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        style={{ minWidth: width * 0.7, minHeight: height * 0.7, maxWidth: width * 1.15, maxHeight: height * 1.15 }}
        preserveAspectRatio="xMidYMid meet"
      >
        <title>The graph and the way the run took through it</title>
        {graph.edges.map((edge) => (
          <Edge key={`${edge.from} ${edge.to} ${edge.label}`} edge={edge} />
        ))}
        {graph.nodes.map((node) => (
          <Node key={node.id} node={node} href={nodeHref(node.id)} />
        ))}
      </svg>
    </section>
  )
}
