import { z } from 'zod'
import { hrefWith, word } from '../frame/query.ts'

/** The list of documents as its address says. */
export const documentsQuerySchema = z.object({ q: word(), after: word(500) })
export type DocumentsQuery = z.infer<typeof documentsQuerySchema>

export const documentsHref = ({ q, after }: DocumentsQuery): string => hrefWith('/documents', { q, after })
