'use client'

import type { AuditEntryView } from '@countersign/client'
import { useTranslations } from 'use-intl/react'
import { z } from 'zod'
import { isEvent } from './audit-query.ts'

const text = z.string().min(1).catch('none')
const valuesSchema = z.object({ to: text, from: text, role: text, verb: text, scope: text, user: text, dueAt: text })

/** What happened, in words, without who did it; the bare name of an event that this console does not know. */
export function useSentence(): (entry: AuditEntryView) => string {
  const t = useTranslations('audit.events')
  return ({ event, data }) => (isEvent(event) ? t(event, valuesSchema.parse(data)) : event)
}
