import { sentenceSchema } from '@countersign/client/contract'
import { z } from 'zod'

const schema = z.object({ code: z.string(), message: z.string(), says: sentenceSchema.nullish() })
/** What the error page says of a page that could not be read. */
export type PageProblem = z.infer<typeof schema>

const PREFIX = 'countersign '

/** Next.js hands the error page nothing of an error but its digest. */
export const writeDigest = ({ code, message, says }: PageProblem): string => PREFIX + JSON.stringify({ code, message, says })

/** The problem that an error page is for; null where the error is another. */
export function readDigest(error: unknown): PageProblem | null {
  const digest = error instanceof Error && 'digest' in error ? String(error.digest) : ''
  if (!digest.startsWith(PREFIX)) return null
  try {
    return schema.parse(JSON.parse(digest.slice(PREFIX.length)))
  } catch {
    return null
  }
}
