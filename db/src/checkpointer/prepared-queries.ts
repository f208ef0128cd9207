import { createHash } from 'node:crypto'
import type pg from 'pg'

/**
 * The same pool, whose plain queries are prepared: Postgres plans each text once per connection. For a library that sends the
 * same few texts again and again.
 */
export function withPreparedQueries(pool: pg.Pool, prefix: string): pg.Pool {
  const names = new Map<string, string>()
  const nameOf = (text: string) => {
    // From the text itself: the name must mean the same to everyone who shares the connection.
    const name = names.get(text) ?? `${prefix}-${createHash('sha256').update(text).digest('hex').slice(0, 16)}`
    names.set(text, name)
    return name
  }
  const query = (text: string, values: unknown[]) => pool.query({ name: nameOf(text), text, values })
  return Object.create(pool, { query: { value: query } })
}
