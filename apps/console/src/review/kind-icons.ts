import type { ReviewSummary } from '@countersign/client'
import type { IconName } from '../frame/icons.tsx'

/** How each kind of review looks. */
export const KIND_ICONS: Record<ReviewSummary['kind'], IconName> = {
  extraction: 'documents',
  approval: 'approval',
  choice: 'choice',
  question: 'question',
  tool: 'approval',
  incident: 'incident',
  breakpoint: 'breakpoint',
  custom: 'custom',
}
