import { z } from 'zod'

/** An instant, ISO 8601 in UTC. */
export const instantSchema = z.string()

/** The shape of {@link Page} for items of one shape. */
export const pageSchema = <T extends z.ZodType>(items: T) =>
  z.object({
    items: z.array(items),
    next: z.string().nullable().describe('Pass as `after` to read on; null at the end.'),
  })

export interface Page<T> {
  items: T[]
  /** Pass as `after` to read on; null at the end. */
  next: string | null
}

/** Which page of a list: `after` is the `next` of the page before. */
export const pageQuery = {
  after: z.string().max(500).optional().describe('The `next` of the page before.'),
  limit: z.number().int().optional().describe('At most so many.'),
}
