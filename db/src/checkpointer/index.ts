export { type AttemptRef, type AttemptScope, attemptScope, newAttemptScope } from './attempt-scope.ts'
export { FencedSaver } from './fenced-saver.ts'
export { laneOfCheckpoint, laneOfWrites, loadThroughScope, noteWrites, requireScope, supersededError } from './write-policy.ts'
