/** How graphs are drawn: places for whoever renders them, or an SVG file. Needs no connection. */
export { drawSvg } from './draw-svg.ts'
export { type LaidOutGraph, layOutGraph, type Place, type Route } from './lay-out-graph.ts'
