import { markdownTable } from '../markdown-table.ts'
import { below, child, type XmlElement } from './xml.ts'

/** The title of a chart and the numbers it draws, as they were when it was saved: a row a category, a column a series. */
export function chartToMarkdown(chart: XmlElement | null): string {
  const series = below(chart, 'c:ser')
  const title = below(below(chart, 'c:title')[0] ?? null, 'a:t')
    .map(({ textContent }) => textContent ?? '')
    .join('')
    .trim()
  const categories = new Map<number, string>()
  const columns = series.map((one) => {
    for (const [at, text] of pointsOf(child(one, 'c:cat') ?? child(one, 'c:xVal'))) categories.set(at, text)
    return pointsOf(child(one, 'c:val') ?? child(one, 'c:yVal'))
  })
  const names = series.map((one, at) => below(child(one, 'c:tx'), 'c:v')[0]?.textContent?.trim() || `Series ${at + 1}`)
  const places = [...new Set([...categories.keys(), ...columns.flatMap((column) => [...column.keys()])])].sort((a, b) => a - b)
  const rows = places.map((at) => [categories.get(at) ?? String(at + 1), ...columns.map((column) => column.get(at) ?? '')])
  return [title, rows.length === 0 ? '' : markdownTable([['', ...names], ...rows])].filter((piece) => piece !== '').join('\n\n')
}

function pointsOf(source: XmlElement | null): Map<number, string> {
  return new Map(
    below(source, 'c:pt').map((point) => [Number(point.getAttribute('idx') ?? 0), child(point, 'c:v')?.textContent?.trim() ?? '']),
  )
}
