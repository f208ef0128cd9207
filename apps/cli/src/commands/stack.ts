import type { Command } from 'commander'
import type { Registrar } from '../registrar.ts'
import { addStackStatus } from './show-stack.ts'
import { addStackStart } from './start-stack.ts'
import { addStackStop } from './stop-stack.ts'

/** `countersign stack …` */
export function addStack(stack: Command, registrar: Registrar): void {
  addStackStart(stack, registrar)
  addStackStatus(stack, registrar)
  addStackStop(stack, registrar)
}
