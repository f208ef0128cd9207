import { z } from 'zod'
import {
  auditEntryViewSchema,
  auditExportFilterSchema,
  auditExportPageSchema,
  auditFilterSchema,
  auditVerdictSchema,
  deliveryFilterSchema,
  deliveryViewSchema,
  verifyAuditInputSchema,
} from '../../schemas/audit.ts'
import { pageSchema } from '../../schemas/page.ts'
import {
  createdTokenSchema,
  meSchema,
  newTokenSchema,
  newUserSchema,
  passwordChangeSchema,
  tokenViewSchema,
  userChangeSchema,
  userViewSchema,
} from '../../schemas/people.ts'
import { id, noInput, nothing, type Operations } from '../operation.ts'

type PeopleDoor =
  | 'me'
  | 'listUsers'
  | 'addUser'
  | 'updateUser'
  | 'changePassword'
  | 'listTokens'
  | 'createToken'
  | 'revokeToken'
  | 'listAudit'
  | 'verifyAudit'
  | 'exportAudit'
  | 'listDeliveries'
  | 'retryDelivery'

export const peopleOperations: Operations<PeopleDoor> = {
  me: { method: 'GET', path: '/me', args: [], summary: 'Who you are here and what you may do', input: noInput, output: meSchema },
  listUsers: {
    method: 'GET',
    path: '/users',
    args: [],
    summary: 'The people of the tenant',
    input: noInput,
    output: z.array(userViewSchema),
  },
  addUser: { method: 'POST', path: '/users', args: ['*'], summary: 'Adds a person', input: newUserSchema, output: userViewSchema },
  updateUser: {
    method: 'PATCH',
    path: '/users/{id}',
    args: ['id', '*'],
    summary: 'Changes a person; what is left out stays',
    input: userChangeSchema.extend({ id }),
    output: userViewSchema,
  },
  changePassword: {
    method: 'PUT',
    path: '/me/password',
    args: ['*'],
    summary: 'Changes your own password; whoever asks must know the old one',
    input: passwordChangeSchema,
    output: nothing,
  },
  listTokens: {
    method: 'GET',
    path: '/tokens',
    args: [],
    summary: 'Tokens: your own, or all for an admin',
    input: noInput,
    output: z.array(tokenViewSchema),
  },
  createToken: {
    method: 'POST',
    path: '/tokens',
    args: ['*'],
    summary: 'Makes a token that acts for you; its secret is said once',
    input: newTokenSchema,
    output: createdTokenSchema,
  },
  revokeToken: {
    method: 'DELETE',
    path: '/tokens/{token}',
    args: ['token'],
    summary: 'Revokes a token at once',
    input: z.strictObject({ token: id }),
    output: nothing,
  },
  listAudit: {
    method: 'GET',
    path: '/audit',
    args: ['*'],
    summary: 'A page of the audit log',
    input: auditFilterSchema,
    output: pageSchema(auditEntryViewSchema),
  },
  verifyAudit: {
    method: 'POST',
    path: '/audit/verification',
    args: ['*'],
    summary: 'Checks the seals of the audit log and says what is wrong with it',
    largest: 51_000_000,
    input: verifyAuditInputSchema,
    output: auditVerdictSchema,
  },
  exportAudit: {
    method: 'GET',
    path: '/audit/export',
    args: ['*'],
    summary: 'A page of the sealed entries with their seals, oldest first',
    input: auditExportFilterSchema,
    output: auditExportPageSchema,
  },
  listDeliveries: {
    method: 'GET',
    path: '/deliveries',
    args: ['*'],
    summary: 'Notifications and what became of them',
    input: deliveryFilterSchema,
    output: pageSchema(deliveryViewSchema),
  },
  retryDelivery: {
    method: 'POST',
    path: '/deliveries/{delivery}/retry',
    args: ['delivery'],
    summary: 'Tries a dead delivery again',
    input: z.strictObject({ delivery: z.number().int() }),
    output: nothing,
  },
}
