import { connectDatabase } from '@countersign/db'
import { readNotifications } from '../src/notifications/settings.ts'
import { createNotifier } from '../src/relay/send-notifications.ts'

/** A sender in a process of its own, to be killed: `notifier-process.ts DATABASE_URL SETTINGS_FILE`. */
const [databaseUrl = '', file = ''] = process.argv.slice(2)
createNotifier({
  database: connectDatabase(databaseUrl),
  settings: readNotifications({ file, consoleUrl: 'https://desk.example.test', env: process.env }),
  log: { info: () => undefined, warn: () => undefined },
  leaseSeconds: 1,
}).start()
