export { cancelSignal, decidedSignal, graphRun } from './graph-run.ts'
