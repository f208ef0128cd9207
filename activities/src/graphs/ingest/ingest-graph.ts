import { END, START, StateGraph } from '@langchain/langgraph'
import { defineGraph, type GraphDefinition } from '../../engine/define-graph.ts'
import { accept } from './accept.ts'
import { createClean } from './clean.ts'
import { createEmbed } from './embed.ts'
import { createExtract } from './extract.ts'
import { createHumanReview } from './human-review.ts'
import { createIndex } from './index-document.ts'
import type { IngestDeps } from './ingest-deps.ts'
import { createLoad } from './load.ts'
import { createQualityCheck } from './quality-check.ts'
import { createSplit } from './split.ts'
import { IngestInput, IngestState, type IngestStateType } from './state.ts'

const QUICK = { metadata: { quick: true } }
const MINUTE = 60_000
const long = (minutes: number) => ({ metadata: { startToClose: minutes * MINUTE, heartbeat: MINUTE, retries: 4 } })

/** The graph that reads a document, asks a person where it is not sure, and makes it searchable. */
export function createIngestGraph(deps: IngestDeps): GraphDefinition {
  const graph = new StateGraph({ state: IngestState, input: IngestInput })
    .addNode('load', createLoad(deps), long(30))
    .addNode('clean', createClean(deps), QUICK)
    .addNode('extract', createExtract(deps), long(10))
    .addNode('quality_check', createQualityCheck(deps), QUICK)
    .addNode('human_review', createHumanReview(deps), QUICK)
    .addNode('accept', accept, QUICK)
    .addNode('split', createSplit(deps), QUICK)
    .addNode('embed', createEmbed(deps), long(60))
    .addNode('index', createIndex(deps), long(10))
    .addEdge(START, 'load')
    .addEdge('load', 'clean')
    .addEdge('clean', 'extract')
    .addEdge('extract', 'quality_check')
    .addConditionalEdges('quality_check', doubtOrAccept, ['human_review', 'accept'])
    .addConditionalEdges('human_review', againOrOn, ['extract', 'split'])
    .addEdge('accept', 'split')
    .addEdge('split', 'embed')
    .addEdge('embed', 'index')
    .addEdge('index', END)
  return defineGraph({ name: 'ingest', version: '1', graph })
}

const doubtOrAccept = (state: IngestStateType) => (state.doubts.length > 0 ? 'human_review' : 'accept')
const againOrOn = (state: IngestStateType) => (state.vetted === 'person' ? 'split' : 'extract')
