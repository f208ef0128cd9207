import { customType, text, timestamp } from 'drizzle-orm/pg-core'

/** Every table starts with its tenant; every index and every query does too. */
export const tenant = () => text('tenant').notNull()
/** A moment, with time zone and milliseconds, as a JavaScript Date. */
export const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3 })

/** pgvector's `vector` without a fixed dimension; the dimension is recorded in `indexes`. */
export const vector = customType<{ data: number[]; driverData: string }>({
  dataType: () => 'vector',
  toDriver: (value) => `[${value.join(',')}]`,
  fromDriver: (value) => value.slice(1, -1).split(',').map(Number),
})
