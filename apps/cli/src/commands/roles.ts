import type { Role } from '@countersign/client'
import { CommandError } from '../command-error.ts'

/** Not the client's own list: `--help` must not load a database driver. The compiler compares them. */
const ROLES: Record<Role, true> = { viewer: true, reviewer: true, approver: true, operator: true, admin: true }
export const ROLE_NAMES = Object.keys(ROLES)
const isRole = (text: string): text is Role => Object.hasOwn(ROLES, text)

export function parseRoles(texts: readonly string[]): Role[] {
  return texts.map((text) => {
    if (isRole(text)) return text
    throw new CommandError('invalid_input', `There is no role "${text}". Name one of: ${Object.keys(ROLES).join(', ')}.`)
  })
}
