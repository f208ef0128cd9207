import { CountersignError } from '@countersign/workflows/contract'
import type { IngestStateType, IngestUpdate } from '../state.ts'

/**
 * Puts together what the windows heard. The parts lie in the database by their numbers; what is left is to say whether there is enough of
 * them. Errors: the first part's where none could be heard, `no_text` where no words were heard in any.
 */
export async function audioContentMerger({ read_windows, failed, name, document, pages }: IngestStateType): Promise<IngestUpdate> {
  if (read_windows.some(({ letters }) => letters > 0)) return {}
  const [first] = failed.filter(({ part }) => part <= pages)
  if (first === undefined) throw new CountersignError('no_text', `${name} holds no speech: no words were heard in it.`, { document })
  const parts = failed.map(({ part }) => part)
  throw new CountersignError(first.code, `No part of ${name} could be heard. Part ${first.part}: ${first.message}`, { document, parts })
}
