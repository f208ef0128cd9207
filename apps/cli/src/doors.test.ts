import { Readable } from 'node:stream'
import { type Actor, type CountersignClient, createClient, ROLE_PERMISSIONS, ROLES, type Role } from '@countersign/client'
import { connectDatabase, type Database } from '@countersign/db'
import type { Command } from 'commander'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../infra/test/database.ts'
import { EXIT_CODES } from './exit-codes.ts'
import { createProgram, runProgram } from './program.ts'
import type { CliContext } from './session.ts'

type Permission = (typeof ROLE_PERMISSIONS)[Role][number]

/** Every command that comes to a door: arguments it runs with, and the permission it needs. `null`: it comes to none. */
const TABLE: Record<string, { args: string[]; needs: Permission } | null> = {
  ingest: { args: ['package.json'], needs: 'operate' },
  'runs list': { args: [], needs: 'read' },
  'runs show': { args: ['r_1'], needs: 'read' },
  'runs cancel': { args: ['r_1'], needs: 'operate' },
  'runs history': { args: ['r_1'], needs: 'read' },
  'runs state': { args: ['r_1'], needs: 'read' },
  'runs diff': { args: ['r_1'], needs: 'read' },
  'runs fork': { args: ['r_1'], needs: 'operate' },
  'runs replay': { args: ['r_1', '--checkpoint', 'c1'], needs: 'operate' },
  'runs compare': { args: ['r_1', 'r_2'], needs: 'read' },
  'runs lineage': { args: ['r_1'], needs: 'read' },
  'runs edit': { args: ['r_2', '--set', 'note=1', '--reason', 'typo'], needs: 'operate' },
  'runs retry': { args: ['r_2'], needs: 'review' },
  'runs skip': { args: ['r_2', '--to', 'load'], needs: 'review' },
  'runs abort': { args: ['r_2'], needs: 'review' },
  'runs hold': { args: ['r_1'], needs: 'administer' },
  'runs release': { args: ['r_1'], needs: 'administer' },
  'incidents list': { args: [], needs: 'read' },
  'incidents retry': { args: ['--all', '--yes'], needs: 'review' },
  'incidents edit': { args: ['--all', '--set', 'note=1', '--yes'], needs: 'review' },
  'incidents skip': { args: ['--all', '--to', 'load', '--yes'], needs: 'review' },
  'incidents abort': { args: ['--all', '--yes'], needs: 'review' },
  'reviews list': { args: [], needs: 'read' },
  'reviews show': { args: ['rv_1'], needs: 'read' },
  'reviews claim': { args: ['rv_1'], needs: 'review' },
  'reviews release': { args: ['rv_1'], needs: 'review' },
  'reviews decide': { args: ['rv_1', 'approve'], needs: 'review' },
  'reviews escalate': { args: ['rv_1', 'admin', '--reason', 'over my limit'], needs: 'review' },
  'reviews assign': { args: ['rv_1', 'ann'], needs: 'assign' },
  'reviews due': { args: ['rv_1', '2h'], needs: 'assign' },
  'reviews send-back': { args: ['rv_1', '--reason', 'look again'], needs: 'assign' },
  'reviews comment': { args: ['rv_1', 'words'], needs: 'review' },
  'reviews batch': { args: ['approve', 'rv_1', '--yes'], needs: 'review' },
  'reviews resume-batch': { args: ['b_1', '--yes'], needs: 'review' },
  'policies list': { args: [], needs: 'read' },
  'policies set': { args: ['default', '--remove'], needs: 'administer' },
  'audit verify': { args: [], needs: 'audit' },
  'audit export': { args: [], needs: 'audit' },
  'notifications list': { args: [], needs: 'operate' },
  'notifications retry': { args: ['1'], needs: 'operate' },
  search: { args: ['words'], needs: 'read' },
  'documents list': { args: [], needs: 'read' },
  'documents hold': { args: ['doc_1'], needs: 'administer' },
  'documents release': { args: ['doc_1'], needs: 'administer' },
  'documents delete': { args: ['doc_1', '--reason', 'asked for', '--yes'], needs: 'administer' },
  'graph list': { args: [], needs: 'read' },
  'graph show': { args: ['ingest'], needs: 'read' },
  'graph versions': { args: [], needs: 'read' },
  'graph check': { args: [], needs: 'read' },
  'graph describe': null,
  'users add': { args: ['ann', '--role', 'viewer', '--no-password'], needs: 'administer' },
  'users list': { args: [], needs: 'read' },
  'users set-roles': { args: ['ann', 'viewer'], needs: 'administer' },
  'users set-password': { args: ['ann', '--generate'], needs: 'administer' },
  'users password': { args: ['--password-stdin'], needs: 'read' },
  'users disable': { args: ['ann'], needs: 'administer' },
  'users enable': { args: ['ann'], needs: 'administer' },
  'tokens create': { args: ['script', '--scope', 'read'], needs: 'read' },
  'tokens list': { args: [], needs: 'read' },
  'tokens revoke': { args: ['t_1'], needs: 'read' },
  'retention list': { args: [], needs: 'read' },
  'retention set': { args: ['ingest', '--remove'], needs: 'administer' },
  'retention plan': { args: [], needs: 'administer' },
  'retention apply': { args: ['--yes'], needs: 'administer' },
  doctor: null,
  'models list': null,
  'models install': null,
  'models verify': null,
  'models remove': null,
  'stack start': null,
  'stack status': null,
  'stack stop': null,
}

let created: TestDatabase
let database: Database
let root: CountersignClient

beforeAll(async () => {
  created = await createTestDatabase()
  database = connectDatabase(created.url, { max: 1 })
  // Some commands read the review or the batch before they change it.
  await database.pool.query(OPEN_REVIEW)
  root = createClient({
    databaseUrl: created.url,
    temporalAddress: '127.0.0.1:9',
    temporalNamespace: 'default',
    tenant: 'acme',
    user: 'root',
    blobs: '/nowhere',
    maxBytes: 1_000_000,
  })
})
afterAll(async () => {
  await root.close()
  await database.close()
  await created.drop()
})

const REQUEST = {
  countersign: 1,
  kind: 'approval',
  title: 'Refund 120 €',
  reason: 'above the limit',
  verbs: ['approve', 'reject'],
  proposal: 120,
  evidence: [],
}
const INCIDENT = { ...REQUEST, kind: 'incident', title: 'pay failed', verbs: ['retry', 'edit', 'skip', 'abort'] }
const OPEN_REVIEW = `
  insert into countersign.runs (id, tenant, graph, version, title, input, created_by, status)
    values ('r_1', 'acme', 'refund', '1', 'Refund', '{}', 'bea', 'waiting');
  insert into countersign.reviews (id, tenant, run, checkpoint, task, node, interrupt, kind, title, reason, request, shown_hash)
    values ('rv_1', 'acme', 'r_1', 'c1', 't1', 'ask', 'i1', 'approval', 'Refund 120 €', 'above the limit', '${JSON.stringify(REQUEST)}', 'shown');
  insert into countersign.runs (id, tenant, graph, version, title, input, created_by, status)
    values ('r_2', 'acme', 'refund', '1', 'Refund', '{}', 'bea', 'parked');
  insert into countersign.reviews (id, tenant, run, checkpoint, task, node, interrupt, kind, title, reason, request, shown_hash)
    values ('rv_2', 'acme', 'r_2', 'c1', 't1', 'pay', 'i2', 'incident', 'pay failed', 'no money', '${JSON.stringify(INCIDENT)}', 'shown');
  insert into countersign.batches (id, tenant, created_by, verb, status) values ('b_1', 'acme', 'ann', 'approve', 'stopped')`

function contextOf(actor: Actor, said: string[] = []): CliContext {
  const silent = { write: (text: string | Uint8Array) => said.push(String(text)) > 0 }
  const client = root.as(actor)
  return {
    env: {},
    // For who is asked for passwords.
    stdin: Readable.from(['correct horse battery\nanother long password\n']),
    stdout: silent,
    stderr: silent,
    signal: new AbortController().signal,
    localStack: () => Promise.reject(new Error('no stack')),
    describeGraphs: () => Promise.resolve([]),
    diagnose: () => Promise.reject(new Error('no installation')),
    connect: async () => ({ ...client, close: async () => undefined }),
  }
}

function leaves(command: Command, path: string[] = []): string[] {
  const here = command.parent === null ? path : [...path, command.name()]
  return command.commands.length === 0 ? [here.join(' ')] : command.commands.flatMap((one) => leaves(one, here))
}

const actorOf = (roles: Role[]): Actor => ({ tenant: 'acme', user: 'ann', roles })
const doors = Object.entries(TABLE).flatMap(([path, entry]) => (entry === null ? [] : [{ path, ...entry }]))

test('the table names every command', () => {
  const program = createProgram({ context: contextOf(actorOf([])), action: () => async () => undefined })
  expect(Object.keys(TABLE).sort()).toEqual(leaves(program).sort())
})

const ACTORS: [string, Role[]][] = [['nobody', []], ...ROLES.map((role): [string, Role[]] => [role, [role]])]

test.each(ACTORS)('as %s every command is refused that the role does not allow', async (_name, roles) => {
  const allowed = new Set<Permission>(roles.flatMap((role) => ROLE_PERMISSIONS[role]))
  for (const { path, args } of doors.filter(({ needs }) => !allowed.has(needs))) {
    const said: string[] = []
    const code = await runProgram([...path.split(' '), ...args], contextOf(actorOf(roles), said))
    expect({ path, code, said }).toEqual({ path, code: EXIT_CODES.refused, said })
  }
})
