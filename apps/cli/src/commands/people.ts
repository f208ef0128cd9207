import type { Command } from 'commander'
import type { Registrar } from '../registrar.ts'
import { addUsersAdd } from './add-user.ts'
import { addUsersDisable, addUsersEnable, addUsersPassword, addUsersSetPassword, addUsersSetRoles } from './change-user.ts'
import { addTokensCreate } from './create-token.ts'
import { addTokensList } from './list-tokens.ts'
import { addUsersList } from './list-users.ts'
import { addTokensRevoke } from './revoke-token.ts'

/** `countersign users …` */
export function addUsers(users: Command, registrar: Registrar): void {
  addUsersAdd(users, registrar)
  addUsersList(users, registrar)
  addUsersSetRoles(users, registrar)
  addUsersSetPassword(users, registrar)
  addUsersPassword(users, registrar)
  addUsersDisable(users, registrar)
  addUsersEnable(users, registrar)
}

/** `countersign tokens …` */
export function addTokens(tokens: Command, registrar: Registrar): void {
  addTokensCreate(tokens, registrar)
  addTokensList(tokens, registrar)
  addTokensRevoke(tokens, registrar)
}
