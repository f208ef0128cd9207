import { permissionsOf } from '@countersign/workflows/contract'
import type { ClientContext } from '../context.ts'
import type { CountersignClient } from '../types.ts'
import { later } from './later.ts'

type PeopleDoors = Pick<CountersignClient, 'me' | 'listUsers' | 'addUser' | 'updateUser' | 'listTokens' | 'createToken' | 'revokeToken'>

/** People, and the tokens that act for them. */
export const peopleDoors = ({ actor }: ClientContext): PeopleDoors => ({
  me: async () => ({
    tenant: actor.tenant,
    user: actor.user,
    name: actor.user,
    roles: [...actor.roles],
    permissions: permissionsOf(actor),
  }),
  listUsers: later('listUsers'),
  addUser: later('addUser'),
  updateUser: later('updateUser'),
  listTokens: later('listTokens'),
  createToken: later('createToken'),
  revokeToken: later('revokeToken'),
})
