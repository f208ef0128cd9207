import { KeyCounter } from './key-counter.ts'
import type { Page } from './page.ts'
import type { ItemPlan, Task } from './plan-item.ts'

export interface Timed {
  task: Task
  strokes: number
  typed: number
  /** From the first key until the next item can be worked on. */
  seconds: number
}

const REASON = 'The total is that of another order'

const keysOf: Record<Task, (keys: KeyCounter, plan: ItemPlan) => Promise<void>> = {
  'no change': (keys) => keys.press('a'),
  async 'one wrong field'(keys, { wrong }) {
    for (let tab = 0; tab < (wrong?.tabs ?? 0); tab += 1) await keys.press('Tab')
    await keys.press('e')
    await keys.type(wrong?.text ?? '')
    await keys.press('Enter')
    await keys.press('a')
  },
  async 'a rejected item'(keys) {
    await keys.press('r')
    await keys.type(REASON)
    await keys.press('Control+Enter')
  },
}

/** The review that the page shows, once its keys work; null where there is none left. */
export async function shownReview(page: Page): Promise<string | null> {
  await page.locator('main').waitFor()
  return /\/reviews\/([^/?]+)/.exec(page.url())?.[1] ?? null
}

/** Does one task on the item that is shown, by keys alone, and waits for the next one to be there. */
export async function timeItem(page: Page, task: Task, plan: ItemPlan): Promise<Timed> {
  const keys = new KeyCounter(page)
  const before = page.url()
  const start = performance.now()
  await keysOf[task](keys, plan)
  // The address changes in the moment in which the next page is drawn.
  await page.waitForURL((url) => url.href !== before)
  return { task, strokes: keys.strokes, typed: keys.typed, seconds: (performance.now() - start) / 1000 }
}
