import { expect, test } from 'vitest'
import { drawSvg } from './draw-svg.ts'

const node = (id: string) => ({ id, kind: 'node' as const })
const graph = {
  name: 'refund',
  version: '1',
  mermaid: '',
  nodes: [{ id: '__start__', kind: 'start' as const }, node('ask'), node('pay & <thank>'), { id: '__end__', kind: 'end' as const }],
  edges: [
    { from: '__start__', to: 'ask', conditional: false },
    { from: 'ask', to: 'pay & <thank>', conditional: true, label: 'approve' },
    { from: 'ask', to: 'ask', conditional: true },
    { from: 'pay & <thank>', to: '__end__', conditional: false },
  ],
}

test('a graph is an SVG file with every node, its edges, their labels, and nothing that is not escaped', () => {
  const svg = drawSvg(graph)
  expect(svg).toMatch(/^<svg xmlns="http:\/\/www.w3.org\/2000\/svg" width="\d+" height="\d+" viewBox=/)
  expect(svg.match(/<rect class="box"/g)).toHaveLength(2)
  expect(svg.match(/<circle/g)).toHaveLength(2)
  expect(svg.match(/<path class="edge/g)).toHaveLength(4)
  expect(svg.match(/class="edge conditional"/g)).toHaveLength(2)
  expect(svg).toContain('>approve</text>')
  expect(svg).toContain('pay &amp; &lt;thank&gt;')
})
