'use client'

import type { LaidOutGraph, Place, Route } from '@countersign/client/drawing'
import Link from 'next/link'
import { useTranslations } from 'use-intl/react'
import styles from './graph.module.css'
import type { TracedEdge, TracedNode } from './trace-path.ts'

function Arrow({ id }: { id: 'taken' | 'open' }) {
  return (
    <marker id={id} viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" markerUnits="userSpaceOnUse" orient="auto">
      <path className={styles.arrow} data-taken={id === 'taken' || undefined} d="M1 1 7 4 1 7" />
    </marker>
  )
}

function Edge({ edge }: { edge: TracedEdge & Route }) {
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

function Node({ node, href }: { node: TracedNode & Place; href: string }) {
  const t = useTranslations('runs.graph')
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
        aria-label={t('node', { node: node.id, look: t(`look.${node.look}`) })}
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
  graph: LaidOutGraph<TracedNode, TracedEdge>
  name: string
  /** Where a click on each node leads. */
  hrefs: Record<string, string>
}

/** The graph with the way the run took: its path bold, the current node marked, what was not reached faint. */
export function GraphDrawing({ graph, name, hrefs }: Props) {
  const t = useTranslations('runs.graph')
  const { width, height } = graph
  return (
    <section className={styles.graph} aria-label={t('label', { name })}>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        style={{ minWidth: width * 0.7, minHeight: height * 0.7, maxWidth: width * 1.15, maxHeight: height * 1.15 }}
        preserveAspectRatio="xMidYMid meet"
      >
        <title>{t('title')}</title>
        <defs>
          <Arrow id="taken" />
          <Arrow id="open" />
        </defs>
        {graph.edges.map((edge) => (
          <Edge key={`${edge.from} ${edge.to} ${edge.label}`} edge={edge} />
        ))}
        {graph.nodes.map((node) => (
          <Node key={node.id} node={node} href={hrefs[node.id] ?? ''} />
        ))}
      </svg>
    </section>
  )
}
