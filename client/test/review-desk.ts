import { type Database, schema } from '@countersign/db'
import type { Role } from '@countersign/workflows/contract'
import { asc, eq } from 'drizzle-orm'
import type { CountersignClient } from '../src/types.ts'

/** What a test of the review desk looks at beside the doors. */
export interface Desk {
  /** A person of the tenant, acting through the same connections. */
  as(user: string, ...roles: Role[]): CountersignClient
  /** The audit entries of a review, in order. */
  events(review: string): Promise<{ event: string; actor: string; data: Record<string, unknown> }[]>
  eventNames(review: string): Promise<string[]>
  decisions(review: string): Promise<(typeof schema.decisions.$inferSelect)[]>
  owed(review: string): Promise<(typeof schema.outbox.$inferSelect)[]>
  change(review: string, values: Partial<typeof schema.reviews.$inferInsert>): Promise<void>
}

export function openDesk(database: Database, client: CountersignClient): Desk {
  const { db } = database
  const events = async (review: string) =>
    await db
      .select({ event: schema.audit.event, actor: schema.audit.actor, data: schema.audit.data })
      .from(schema.audit)
      .where(eq(schema.audit.review, review))
      .orderBy(asc(schema.audit.seq))
  return {
    as: (user, ...roles) => client.as({ tenant: 'acme', user, roles: roles.length > 0 ? roles : ['reviewer'] }),
    events,
    eventNames: async (review) => (await events(review)).map(({ event }) => event),
    decisions: (review) => db.select().from(schema.decisions).where(eq(schema.decisions.review, review)),
    owed: (review) => db.select().from(schema.outbox).where(eq(schema.outbox.review, review)),
    change: async (review, values) => {
      await db.update(schema.reviews).set(values).where(eq(schema.reviews.id, review))
    },
  }
}
