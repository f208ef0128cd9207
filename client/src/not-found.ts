import { CountersignError, said } from '@countersign/workflows/contract'

type Thing = 'run' | 'review' | 'document' | 'file' | 'checkpoint' | 'batch' | 'view' | 'user' | 'token' | 'bulk'

const WHERE_TO_LOOK: Record<Thing, string> = {
  run: ' See: countersign runs list',
  review: ' See: countersign reviews list',
  document: ' See: countersign documents list',
  file: '',
  checkpoint: '',
  user: ' See: countersign users list',
  token: ' See: countersign tokens list',
  batch: '',
  bulk: '',
  view: '',
}

/** The same words whether it never existed or is another tenant's. */
export function notFound(thing: Thing, id: string): CountersignError {
  const shown = id.slice(0, 100)
  const { english, says } = said('door.notFound', { thing, id: shown })
  return new CountersignError('not_found', `${english}${WHERE_TO_LOOK[thing]}`, { [thing]: shown }, { says })
}

/** An id as callers send it: what cannot be an id is simply not found. */
export function checkId(thing: Thing, id: string): void {
  if (!/^[\w:.-]{1,200}$/.test(id)) throw notFound(thing, id)
}
