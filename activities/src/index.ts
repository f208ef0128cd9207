export { createIngestGraph } from './graphs/ingest/ingest-graph.ts'
