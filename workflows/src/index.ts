export { cancelSignal, decidedSignal, graphRun } from './graph-run.ts'
export { retrieve } from './retrieve.ts'
