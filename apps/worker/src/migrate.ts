import { readEnvironment } from '@countersign/client'
import { migrate } from '@countersign/db'

await migrate(readEnvironment().databaseUrl)
