import type { ClientContext } from '../context.ts'
import { addUser } from '../people/add-user.ts'
import { changePassword } from '../people/change-password.ts'
import { createToken } from '../people/create-token.ts'
import { listTokens } from '../people/list-tokens.ts'
import { listUsers } from '../people/list-users.ts'
import { readMe } from '../people/read-me.ts'
import { revokeToken } from '../people/revoke-token.ts'
import { updateUser } from '../people/update-user.ts'
import type { CountersignClient } from '../types.ts'

type PeopleDoors = Pick<
  CountersignClient,
  'me' | 'listUsers' | 'addUser' | 'updateUser' | 'changePassword' | 'listTokens' | 'createToken' | 'revokeToken'
>

/** People, and the tokens that act for them. */
export const peopleDoors = (context: ClientContext): PeopleDoors => ({
  me: () => readMe(context),
  listUsers: () => listUsers(context),
  addUser: (input) => addUser(context, input),
  updateUser: (id, change) => updateUser(context, id, change),
  changePassword: (change) => changePassword(context, change),
  listTokens: () => listTokens(context),
  createToken: (input) => createToken(context, input),
  revokeToken: (token) => revokeToken(context, token),
})
