import { expect, test } from 'vitest'
import { describeGraphs } from './describe-graphs.ts'

test("the graphs of this project are described by its worker's own code, without any server", async () => {
  const { DATABASE_URL: _database, TEMPORAL_ADDRESS: _temporal, ...env } = process.env
  const graphs = await describeGraphs({
    ...env,
    COUNTERSIGN_HOME: '/nowhere',
    COUNTERSIGN_EXTRACTOR: 'rules',
    COUNTERSIGN_EMBEDDINGS: 'local',
  })
  const ingest = graphs.find(({ name }) => name === 'ingest')
  expect(ingest?.nodes.length).toBeGreaterThan(3)
  expect(Object.keys(ingest?.stateSchema.properties ?? {})).toContain('document')
}, 60_000)
