import type { Command } from 'commander'
import type { Registrar } from '../registrar.ts'
import { addRunsCompare } from './compare-runs.ts'
import { addRunsDecide } from './decide-incident.ts'
import { addIncidentsDecide } from './decide-incidents.ts'
import { addRunsDiff } from './diff-states.ts'
import { addRunsEdit } from './edit-run.ts'
import { addRunsFork } from './fork-run.ts'
import { addRunsHold } from './hold.ts'
import { addIncidentsList } from './list-incidents.ts'
import { addRunsReplay } from './replay-runs.ts'
import { addRunsHistory } from './show-history.ts'
import { addRunsLineage } from './show-lineage.ts'
import { addRunsState } from './show-state.ts'

/** What `countersign runs` can do beside looking: going back, changing, comparing, moving on. */
export function addTimeTravel(runs: Command, registrar: Registrar): void {
  addRunsHistory(runs, registrar)
  addRunsState(runs, registrar)
  addRunsDiff(runs, registrar)
  addRunsFork(runs, registrar)
  addRunsReplay(runs, registrar)
  addRunsCompare(runs, registrar)
  addRunsLineage(runs, registrar)
  addRunsEdit(runs, registrar)
  addRunsDecide(runs, registrar)
  addRunsHold(runs, registrar)
}

/** `countersign incidents …` */
export function addIncidents(group: Command, registrar: Registrar): void {
  addIncidentsList(group, registrar)
  addIncidentsDecide(group, registrar)
}
