import type { ReviewDetail } from '@countersign/client'
import { checkSchema } from '../../../apps/console/src/review/check-schema.ts'
import { applyTyped, type FormItem, formItems } from '../../../apps/console/src/review/form-model.ts'

export const TASKS = ['no change', 'one wrong field', 'a rejected item'] as const
export type Task = (typeof TASKS)[number]

/** What a reviewer would do with one item. */
export interface ItemPlan {
  tasks: Task[]
  /** The field that is wrong, and how many fields lie before it. */
  wrong: { tabs: number; text: string } | null
}

const TEXT: Record<FormItem['kind'], string> = {
  text: 'As it stands on the page',
  number: '1939.00',
  date: '2026-05-31',
  boolean: 'true',
  json: '[]',
}

/** Which tasks an item is good for: one with two invalid fields cannot be approved after changing one. */
export function planItem(review: ReviewDetail): ItemPlan {
  const items = formItems(review)
  const { value } = applyTyped(items, {})
  const invalid = Object.keys(checkSchema(review.request.schema, value, items))
  const doubtful = items.filter((item) => item.doubtful)
  const at = invalid.length > 0 ? doubtful.findIndex((item) => item.name === invalid[0]) : doubtful.length - 1
  const item = invalid.length < 2 ? doubtful[at] : undefined
  const isTypable = item !== undefined && item.options.length === 0
  return {
    tasks: TASKS.filter((task) => (task === 'no change' ? invalid.length === 0 : task === 'a rejected item' || isTypable)),
    wrong: isTypable ? { tabs: at, text: TEXT[item.kind] } : null,
  }
}
