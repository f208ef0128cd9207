import { CountersignError } from '@countersign/workflows/contract'
import type pg from 'pg'
import { CHECKPOINT_SCHEMA } from './schema/namespace.ts'

/**
 * The role of connections that serve one tenant. It owns nothing and cannot log in: whoever logs in takes it on, and sees from then
 * on only the rows of the tenant in {@link TENANT_SETTING}.
 */
export const TENANT_ROLE = 'countersign_tenant'
/** The connection's tenant. Where it is not set, no row is anybody's. */
export const TENANT_SETTING = 'countersign.tenant'

/** Of one cluster's databases several may be migrated at once, and roles are the cluster's. */
const TRIES = 10
const ALREADY_THERE = new Set(['42710', '23505'])
const CHANGED_BY_ANOTHER = /tuple concurrently (updated|deleted)/

type Connection = Pick<pg.ClientBase, 'query'>

/**
 * Row-level security on every table that has a tenant, found in the catalogue so that a new table cannot be forgotten, and on
 * LangGraph's, whose rows belong to the tenant of their run. To be run as the owner, after all migrations. Changes only what is
 * missing; safe to repeat, also in several databases of one cluster at once.
 */
export async function secureRows(connection: Connection): Promise<void> {
  await createTenantRole(connection)
  await connection.query(GRANTS)
  await connection.query(POLICIES)
}

async function createTenantRole(connection: Connection): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return void (await connection.query(ROLE))
    } catch (error) {
      if (codeOf(error) === NOT_ALLOWED) throw new CountersignError('unavailable', MAY_NOT, { role: TENANT_ROLE }, { cause: error })
      if (attempt === TRIES || !isRace(error)) throw error
    }
  }
}

const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '')
const isRace = (error: unknown): boolean =>
  ALREADY_THERE.has(codeOf(error)) || (error instanceof Error && CHANGED_BY_ANOTHER.test(error.message))

const NOT_ALLOWED = '42501'
const MAY_NOT = `The user of DATABASE_URL may not create the role ${TENANT_ROLE}, or not act as it. As an administrator of Postgres run: create role ${TENANT_ROLE}; grant ${TENANT_ROLE} to USER; and start again.`

const ROLE = `do $$ begin
  if not exists (select from pg_roles where rolname = '${TENANT_ROLE}') then
    create role ${TENANT_ROLE} nologin;
  end if;
  if not exists (
    select from pg_auth_members m where m.roleid = '${TENANT_ROLE}'::regrole and m.member = current_user::regrole
      and coalesce((to_jsonb(m)->>'set_option')::boolean, true)
  ) and not (select rolsuper from pg_roles where rolname = current_user) then
    execute format('grant ${TENANT_ROLE} to %I', current_user);
  end if;
end $$`

/** What has no tenant can be read; the audit log can be read and added to; checkpoints can be copied and deleted, never changed. */
const GRANTS = `do $$ declare t record; wanted text; begin
  grant usage on schema countersign, ${CHECKPOINT_SCHEMA} to ${TENANT_ROLE};
  for t in
    select c.oid, c.oid::regclass as name, c.relname, n.nspname, c.relkind,
      exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'tenant' and not a.attisdropped) as has_tenant,
      exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'thread_id' and not a.attisdropped) as has_thread
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('countersign', '${CHECKPOINT_SCHEMA}') and c.relkind in ('r', 'p', 'S')
  loop
    if t.relkind = 'S' then
      if not has_sequence_privilege('${TENANT_ROLE}', t.oid, 'usage') then
        execute format('grant usage on sequence %s to ${TENANT_ROLE}', t.name);
      end if;
      continue;
    end if;
    wanted := case
      when t.nspname = 'countersign' and t.relname = 'audit' then 'select, insert'
      when t.nspname = 'countersign' and t.has_tenant then 'select, insert, update, delete'
      when t.has_thread then 'select, insert, delete'
      else 'select' end;
    if not (select bool_and(has_table_privilege('${TENANT_ROLE}', t.oid, one)) from unnest(string_to_array(wanted, ', ')) one) then
      execute format('grant %s on %s to ${TENANT_ROLE}', wanted, t.name);
    end if;
  end loop;
end $$`

const OWN_TENANT = `tenant = current_setting(''${TENANT_SETTING}'', true)`
/** The runs that this sees are the tenant's own already. */
const OWN_RUN = 'exists (select from countersign.runs r where r.id = thread_id)'

const POLICIES = `do $$ declare t record; rule text; begin
  for t in
    select c.oid, c.oid::regclass as name, c.relrowsecurity as secured, a.attname as belongs,
      exists (select from pg_policy p where p.polrelid = c.oid and p.polname = 'own_rows') as has_policy
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and not a.attisdropped
      and a.attname = case n.nspname when 'countersign' then 'tenant' when '${CHECKPOINT_SCHEMA}' then 'thread_id' end
    where c.relkind in ('r', 'p')
  loop
    if not t.has_policy then
      rule := case t.belongs when 'tenant' then '${OWN_TENANT}' else '${OWN_RUN}' end;
      execute format('create policy own_rows on %s to ${TENANT_ROLE} using (%s) with check (%s)', t.name, rule, rule);
    end if;
    if not t.secured then
      execute format('alter table %s enable row level security', t.name);
    end if;
  end loop;
end $$`
