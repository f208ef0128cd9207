'use client'

import type { AuditEntryView } from '@countersign/client'
import { roleSchema } from '@countersign/client/contract'
import { useTranslations } from 'use-intl/react'
import { z } from 'zod'
import { isEvent } from './audit-query.ts'

const text = z.string().min(1).catch('none')
const valuesSchema = z.object({
  to: text,
  from: text,
  verb: text,
  scope: text,
  user: text,
  dueAt: text,
  role: text,
  count: z.number().catch(1),
})

/** What happened, in words, without who did it; the bare name of an event that this console does not know. */
export function useSentence(): (entry: AuditEntryView) => string {
  const t = useTranslations('audit.events')
  const roles = useTranslations('frame.me.roles')
  return ({ event, data }) => {
    if (!isEvent(event)) return event
    const values = valuesSchema.parse(data)
    const role = roleSchema.safeParse(values.role)
    return t(event, { ...values, role: role.success ? roles(role.data) : values.role })
  }
}
