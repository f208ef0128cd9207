import type { ReviewSummary } from '@countersign/client'
import type { IconName } from '../frame/icons.tsx'

type Kind = ReviewSummary['kind']

/** How a kind of review looks and is called, one and many. */
export const KIND_LOOKS: Record<Kind, { icon: IconName; one: string; many: string }> = {
  extraction: { icon: 'documents', one: 'fields to check', many: 'Documents' },
  approval: { icon: 'approval', one: 'approval', many: 'Approvals' },
  choice: { icon: 'choice', one: 'choice', many: 'Choices' },
  question: { icon: 'question', one: 'question', many: 'Questions' },
  tool: { icon: 'approval', one: 'tool call', many: 'Tool calls' },
  incident: { icon: 'incident', one: 'incident', many: 'Incidents' },
  breakpoint: { icon: 'breakpoint', one: 'breakpoint', many: 'Breakpoints' },
  custom: { icon: 'custom', one: 'request', many: 'Requests' },
}
