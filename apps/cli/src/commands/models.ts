import type { Command } from 'commander'
import type { Registrar } from '../registrar.ts'
import { addModelsInstall } from './install-models.ts'
import { addModelsList } from './list-models.ts'
import { addModelsRemove } from './remove-model.ts'
import { addModelsVerify } from './verify-models.ts'

/** `countersign models …`: the models of this machine. They need no database and, once installed, no network. */
export function addModels(models: Command, registrar: Registrar): void {
  addModelsList(models, registrar)
  addModelsInstall(models, registrar)
  addModelsVerify(models, registrar)
  addModelsRemove(models, registrar)
}
