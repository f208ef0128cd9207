import { z } from 'zod'
import type { DocumentType } from './document-type.ts'

/** Any document from which nothing but its text is wanted. */
export const generic: DocumentType = { name: 'generic', title: 'Document', fields: [], schema: z.strictObject({}) }
