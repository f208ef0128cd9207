export { decideBatch } from './decide-batch.ts'
export { cancelSignal, decidedSignal, graphRun } from './graph-run.ts'
export { retrieve } from './retrieve.ts'
export { clockSignal, reviewClock } from './review-clock.ts'
