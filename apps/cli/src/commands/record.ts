import type { Command } from 'commander'
import type { Registrar } from '../registrar.ts'
import { addAuditExport } from './export-audit.ts'
import { addNotificationsList } from './list-notifications.ts'
import { addNotificationsRetry } from './retry-notification.ts'
import { addAuditVerify } from './verify-audit.ts'

/** `countersign audit …` */
export function addAudit(group: Command, registrar: Registrar): void {
  addAuditVerify(group, registrar)
  addAuditExport(group, registrar)
}

/** `countersign notifications …` */
export function addNotifications(group: Command, registrar: Registrar): void {
  addNotificationsList(group, registrar)
  addNotificationsRetry(group, registrar)
}
