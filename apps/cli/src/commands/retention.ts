import type { Command } from 'commander'
import type { Registrar } from '../registrar.ts'
import { addRetentionApply, addRetentionPlan } from './plan-retention.ts'
import { addRetentionList, addRetentionSet } from './set-retention.ts'

/** `countersign retention …` */
export function addRetention(group: Command, registrar: Registrar): void {
  addRetentionList(group, registrar)
  addRetentionSet(group, registrar)
  addRetentionPlan(group, registrar)
  addRetentionApply(group, registrar)
}
