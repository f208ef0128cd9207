import { readImage } from '../../../sources/image/read-image.ts'
import type { IngestDeps } from '../ingest-deps.ts'
import { loaded } from '../loaded-state.ts'
import type { IngestStateType, IngestUpdate } from '../state.ts'

/** Looks at the file's headers: its format, its size, how many pages it has. Errors: `too_large`, `unreadable_file`. */
export function createImageLoader(deps: Pick<IngestDeps, 'blobs'>) {
  return async (state: IngestStateType): Promise<IngestUpdate> => {
    const source = await readImage(await deps.blobs.get(loaded(state).hash))
    await source.close()
    return { title: source.title, pages: source.pageCount }
  }
}
