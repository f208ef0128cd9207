'use client'

import { useTranslations } from 'use-intl/react'
import { FieldCard } from './field-card.tsx'
import type { FormItem } from './form-model.ts'
import type { Desk } from './use-desk.ts'
import { isWhole } from './use-review-form.ts'

/** A value with its control, what the machine said of it and what a person changed. */
export function DeskField({ item, desk, readOnly }: { item: FormItem; desk: Desk; readOnly: boolean }) {
  const t = useTranslations('review.field')
  const { form, attention, draft } = desk
  return (
    <FieldCard
      item={isWhole(item) ? { ...item, label: t('whole') } : item}
      text={form.textOf(item)}
      changed={form.edited.changed.includes(item.name)}
      taken={item.name in draft.evidence}
      problem={form.problems[item.name]}
      focused={attention.focused === item.name}
      editing={attention.editing === item.name}
      readOnly={readOnly}
      onFocus={() => attention.focus(item.name)}
      onEdit={(editing) => attention.edit(editing ? item.name : null)}
      onType={(text, taken) => desk.type(item.name, text, taken)}
      onReset={() => desk.reset(item.name)}
    />
  )
}
