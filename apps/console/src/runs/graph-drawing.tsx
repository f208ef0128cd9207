import Link from 'next/link'
import styles from './graph.module.css'
import type { LaidOutGraph, PlacedEdge, PlacedNode } from './lay-out-graph.ts'

const WORDS: Record<PlacedNode['look'], string> = {
  done: 'done',
  current: 'next',
  waiting: 'waits for a person',
  parked: 'stopped',
  untouched: 'not reached',
}

function Arrow({ id }: { id: 'taken' | 'open' }) {
  return (
    <marker id={id} viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" markerUnits="userSpaceOnUse" orient="auto">
      <path className={styles.arrow} data-taken={id === 'taken' || undefined} d="M1 1 7 4 1 7" />
    </marker>
  )
}

function Edge({ edge }: { edge: PlacedEdge }) {
  return (
    <g>
      <path
        className={styles.edge}
        data-taken={edge.times > 0 || undefined}
        d={edge.path}
        markerEnd={edge.times > 0 ? 'url(#taken)' : 'url(#open)'}
      />
      {edge.labelAt && (
        <>
          <rect
            className={styles.behind}
            x={edge.labelAt.x - edge.label.length * 3.6}
            y={edge.labelAt.y - 8}
            width={edge.label.length * 7.2}
            height={16}
          />
          <text className={styles.label} x={edge.labelAt.x} y={edge.labelAt.y + 4} textAnchor="middle">
            {edge.times > 1 ? `${edge.label} ×${edge.times}` : edge.label}
          </text>
        </>
      )}
    </g>
  )
}

function Node({ node, href }: { node: PlacedNode; href: string }) {
  if (node.kind === 'start' || node.kind === 'end') {
    return <circle className={styles.end} data-look={node.look} cx={node.x} cy={node.y} r={5} />
  }
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
        <circle className={styles.dot} cx={14} cy={node.note ? 14 : 20} r={4} />
        <text className={styles.name} x={26} y={node.note ? 18 : 24}>
          {node.id}
        </text>
        <text className={styles.note} x={26} y={32}>
          {node.note}
        </text>
      </Link>
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
        <defs>
          <Arrow id="taken" />
          <Arrow id="open" />
        </defs>
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
