export { type AttemptRef, type AttemptScope, attemptScope, newAttemptScope } from './attempt-scope.ts'
export { FencedSaver } from './fenced-saver.ts'
export { isOutcome, NULL_TASK } from './wide-step.ts'
export {
  laneOfCheckpoint,
  laneOfWrites,
  loadThroughScope,
  noteCheckpoint,
  noteWrites,
  requireScope,
  supersededError,
} from './write-policy.ts'
