import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest'
import { execute, withDatabase } from '../test/administration.ts'
import { addNamed, type ChainFixture, openChain } from './audit/chainTestKit.ts'
import { readProtection } from './audit/protection.ts'
import { createDb, createPool } from './database.ts'
import { sealingUser, servingUser } from './embedded/listener.ts'
import { migrate } from './migrate.ts'
import { grantRoles } from './roles.ts'

let chain: ChainFixture
beforeAll(async () => {
  chain = await openChain()
  await chain.write()
  await chain.seal()
})
afterAll(() => chain.close())

const REFUSED = /permission denied|must be owner|must be superuser|must be able to SET ROLE/

describe('the role that serves', () => {
  test.each([
    'update audit_log set description = null',
    'delete from audit_log',
    'truncate audit_log',
    'truncate audit_log, audit_chain, audit_seals',
    `insert into audit_log (action, table_name, record_id) values ('INSERT', 'bookings', 'forged')`,
    `insert into audit_chain (seq, entry_id, mac) values (99, gen_random_uuid(), 'forged')`,
    'update audit_chain set salt = null',
    'delete from audit_chain',
    'update audit_seals set last_seq = 0',
    'delete from audit_seals',
    'drop trigger audit on closures',
    'drop table audit_log',
    'alter table closures disable trigger audit',
    'alter table closures disable trigger all',
    'alter table audit_log disable trigger user',
    'alter table audit_log rename to audit_log_old',
    'alter table audit_log owner to current_user',
    'create trigger quiet before insert on audit_log for each row execute function touch_updated_at()',
    'create trigger quiet before insert on closures for each row execute function touch_updated_at()',
    'create rule quiet as on insert to audit_log do instead nothing',
    `set session_replication_role = 'replica'`,
    'create temp table audit_log (like public.audit_log)',
    'create temp view audit_log as select 1',
    'create schema diverted',
    'create table public.diverted ()',
    `create function public.pg_current_xact_id() returns xid8 language sql as 'select null::xid8'`,
    `create or replace function audit_row() returns trigger language plpgsql as 'begin return null; end'`,
    'alter function audit_row() security invoker',
    'alter function audit_row() rename to audit_row_old',
    'drop function audit_row() cascade',
    `set role ${sealingUser}`,
    'set role dugout',
    `alter role ${servingUser} superuser`,
    'create role another',
    `alter database "postgres" set session_replication_role = 'replica'`,
    'insert into audit_sealing default values',
    'update audit_sealing set one = true',
    'delete from audit_sealing',
    'do $$ begin lock table audit_sealing in exclusive mode; end $$',
    'do $$ begin lock table audit_sealing in row share mode; end $$',
    'select from audit_sealing for share',
    'do $$ begin lock table audit_chain in share mode; end $$',
    'do $$ begin lock table audit_seals in row share mode; end $$',
    `copy audit_log from program 'true'`,
    'do $$ begin lock table audit_log in exclusive mode; end $$',
    `create trigger mine after insert on closures for each row execute function audit_row('id')`,
  ])('may not: %s', async (statement) => {
    await expect(chain.app.query(statement)).rejects.toThrow(REFUSED)
  })

  test('writes entries through the triggers, whatever its search path', async () => {
    const client = await chain.connect()
    await client.query(`set search_path = pg_catalog`)
    const { rows } = await client.query<{ id: string }>(
      `insert into public.closures (start_time, end_time) values (now(), now() + interval '1 hour') returning id`,
    )
    const entries = await chain.owner.query('select action from audit_log where record_id = $1', [
      rows[0]?.id,
    ])
    expect(entries.rows).toEqual([{ action: 'INSERT' }])
  })

  test.each([
    `log_account_event((select id from profiles limit 1), 'Jo has approved it.', null, null, null)`,
    `log_account_event(gen_random_uuid(), 'signed_in', null, null, null)`,
    `log_account_event(null, 'password_changed', null, null, null)`,
    `log_account_event((select id from profiles limit 1), 'password_changed', to_jsonb(repeat('x', 3000)), null, null)`,
    `log_account_event((select id from profiles limit 1), 'refund_approved', null, null, null)`,
    `log_account_event((select id from profiles limit 1), 'signed_in', null, null, null)`,
    `log_account_event((select id from profiles limit 1), 'password_changed', '[]', null, null)`,
    `log_account_event((select id from profiles limit 1), 'password_changed', '{"note": "Jo has approved it."}', null, null)`,
    `log_account_event((select id from profiles limit 1), 'password_changed', '{"reason": "Jo has approved it."}', null, null)`,
    `log_account_event((select id from profiles limit 1), 'password_changed', '{"reason": null}', null, null)`,
    `log_account_event((select id from profiles limit 1), 'password_changed', '{"network": "Jo"}', null, null)`,
    `log_account_event((select id from profiles limit 1), 'reading_refused', '{"operation": "Jo has approved it."}', null, null)`,
    `log_account_event((select id from profiles limit 1), 'password_changed', '{}', gen_random_uuid(), null)`,
    `log_reading('no such table', 'forged')`,
    `log_reading('bookings', repeat('x', 200))`,
    `log_reading('bookings', null)`,
  ])('has no entry written of what is none: %s', async (call) => {
    await chain.owner.query(
      `insert into profiles (id, full_name, email) select gen_random_uuid(), 'Jo', 'jo@roles.test'
       where not exists (select from profiles)`,
    )
    const count = async () => (await chain.owner.query('select count(*) from audit_log')).rows
    const { rows } = await chain.owner.query<{ id: string }>('select id from profiles limit 1')
    // So that none of them is refused only because of the account.
    await chain.app.query(
      `select log_account_event($1, 'password_changed', '{"network": "private"}', $1, null)`,
      [rows[0]?.id],
    )
    const before = await count()
    await expect(chain.app.query(`select ${call}`)).rejects.toThrow(/is no event|is nothing/)
    expect(await count()).toEqual(before)
  })

  const values = async (table: string, id: string) =>
    (
      await chain.owner.query<{ action: string; old: object | null; new: object | null }>(
        `select action, old_values as old, new_values as new from audit_log
         where table_name = $1 and record_id = $2 order by created_at`,
        [table, id],
      )
    ).rows

  test('cannot hide what a change was', async () => {
    const id = await addNamed(chain.app, 'Adele Admin')
    await chain.app.query(`begin; set local dugout.forgetting = 'on'`)
    await chain.app.query(`update profiles set email = 'taken-over@roles.test' where id = $1`, [id])
    await chain.app.query(`insert into auth_sessions (user_id, token, expires_at, user_agent, ip_address)
      values ('${id}', 'forgotten', now() + interval '1 day', 'Firefox of a thief', '203.0.113.7')`)
    await chain.app.query('commit')
    expect((await values('profiles', id)).at(-1)).toEqual({
      action: 'UPDATE',
      old: { email: `${id}@example.test` },
      new: { email: 'taken-over@roles.test' },
    })
    const { rows } = await chain.owner.query(
      `select new_values from audit_log where table_name = 'auth_sessions' and new_values ->> 'user_id' = $1`,
      [id],
    )
    expect(rows).toMatchObject([
      { new_values: { user_agent: 'Firefox of a thief', network: '203.0.113.0/24' } },
    ])
  })

  // Each is what someone tries who has given an admin's account another address, to take it over.
  test.each([
    ['the deletion of the account', 'delete from profiles where id = $1'],
    [
      'the deletion of the account that is no admin any more',
      `update profiles set role = 'user' where id = $1; delete from profiles where id = $1`,
    ],
    [
      'the deletion of a participant with the same id',
      `insert into participants (id, name) values ($1, 'Nobody'); delete from participants where id = $1`,
    ],
    [
      'the deletion of someone whose row has the same id',
      `insert into profiles (id, full_name, email) values ('4bd2e4d0-0000-4000-8000-000000000000', 'No', 'no@roles.test');
       insert into unsubscribes (email) values ('no@roles.test');
       insert into checkout_holds (id, user_id, purpose, amount, expires_at)
         values ($1, '4bd2e4d0-0000-4000-8000-000000000000', 'cage_booking', 20, now());
       delete from profiles where id = '4bd2e4d0-0000-4000-8000-000000000000'`,
    ],
  ])('cannot have the changed address of an admin forgotten by %s', async (_name, attempt) => {
    const id = await addNamed(chain.app, 'Adele Admin')
    await chain.owner.query(
      `insert into profiles (id, full_name, email, role, email_verified)
       values (gen_random_uuid(), 'Another', gen_random_uuid() || '@roles.test', 'admin', true)`,
    )
    await chain.app.query(`update profiles set role = 'admin', email_verified = true where id = $1`, [id])
    const taken = `${id}@taken-over.test`
    await chain.app.query('update profiles set email = $2 where id = $1', [id, taken])
    await chain.seal()
    await chain.app.query(`begin; ${attempt.replaceAll('$1', `'${id}'`)}; commit`)
    const change = (await values('profiles', id)).find(
      (entry) => entry.new && 'email' in entry.new && entry.old,
    )
    expect(change).toEqual({ action: 'UPDATE', old: { email: `${id}@example.test` }, new: { email: taken } })
    await chain.seal()
    expect((await chain.verify()).problems).toEqual([])
  })

  test('cannot hold up the sealing with the lock that every role may take', async () => {
    const holder = await chain.connect()
    await holder.query(`select pg_advisory_lock(hashtextextended('dugout audit seal', 0))`)
    await chain.write()
    expect(await chain.seal()).toMatchObject({ head: expect.anything() })
    expect(await chain.verify()).toMatchObject({ unsealed: 0 })
    await holder.end()
  })

  test('is not said to be able to change the log, and the owner is', async () => {
    const pools = [createPool(chain.addresses.url, 1), createPool(chain.addresses.ownerUrl, 1)]
    const [served, owned] = await Promise.all(pools.map((pool) => readProtection(createDb(pool))))
    await chain.owner.query(`grant insert, delete on audit_log to ${servingUser}`)
    const [granted] = await Promise.all(pools.slice(0, 1).map((pool) => readProtection(createDb(pool))))
    await chain.owner.query(`revoke insert, delete on audit_log from ${servingUser}`)
    await Promise.all(pools.map((pool) => pool.end()))
    expect([served, owned]).toMatchObject([[], [{ code: 'one_role' }]])
    expect(granted).toMatchObject([
      { code: 'role_may_change', message: expect.stringContaining('change audit_log') },
    ])
  })
})

test.each([
  'update audit_log set description = null',
  'delete from audit_log',
  `insert into audit_log (action, table_name, record_id) values ('INSERT', 'bookings', 'forged')`,
  'update audit_chain set salt = null',
  'delete from audit_chain',
  'update audit_seals set last_seq = 0',
  'insert into audit_sealing default values',
  'select from bookings',
  'select from profiles',
  `select log_reading('participant_care', 'forged')`,
  `select log_account_event(null, 'signed_in', null, null, null)`,
  'select operating_figures(now())',
])('the role that seals may not: %s', async (statement) => {
  await expect(chain.sealer.query(statement)).rejects.toThrow(REFUSED)
})

test.each([
  `update audit_log set description = 'forged'`,
  `update audit_log set new_values = '{}'`,
  'update audit_log set user_id = gen_random_uuid()',
  'delete from audit_log',
  'truncate audit_log',
  'update audit_chain set mac = sha256(mac)',
  'delete from audit_chain',
  'update audit_seals set last_seq = 0',
])('a slip of the owner is refused too, though it could be forced: %s', async (statement) => {
  await chain.owner.query(`set session_replication_role = 'replica'`)
  await expect(chain.owner.query(statement)).rejects.toThrow('The audit log cannot be changed.')
  await chain.owner.query('reset session_replication_role')
})

test('every trigger of the audit log fires always', async () => {
  const { rows } = await chain.owner.query(
    `select tgrelid::regclass::text, tgname from pg_trigger
     where (tgname = 'audit' or tgname like 'audit\\_%') and not tgisinternal and tgenabled <> 'A'`,
  )
  expect(rows).toEqual([])
})

test('an owner who is no superuser can set everything up, and a table of a later migration needs nothing', async () => {
  const server = inject('postgres').url
  const name = `dugout_test_${randomBytes(6).toString('hex')}`
  const [owner, serving, sealing] = ['owner', 'serving', 'sealing'].map((role) => `${name}_${role}`)
  for (const role of [owner, serving, sealing])
    await execute(server, `create role ${role} login password 'x'`)
  await execute(server, `create database ${name} owner ${owner}`)
  const url = (role = '') => withDatabase(server, name).replace(/\/\/[^@/]*@?/, `//${role}:x@`)
  const addresses = { url: url(serving), ownerUrl: url(owner), sealerUrl: url(sealing) }
  const pool = createPool(addresses.ownerUrl, 2)
  onTestFinished(async () => {
    await pool.end()
    await execute(server, `drop database ${name} with (force)`)
    for (const role of [serving, sealing, owner]) await execute(server, `drop role ${role}`)
  })
  await migrate(pool)
  await grantRoles(pool, addresses)
  await pool.query(
    `create table raffles (id bigint generated always as identity primary key, prize text);
     create trigger audit after insert or update or delete on raffles for each row execute function audit_row('id')`,
  )
  await grantRoles(pool, addresses)

  const client = new pg.Client(addresses.url)
  await client.connect()
  await client.query(`insert into raffles (prize) values ('A bat')`)
  const { rows } = await client.query(`select action, table_name from audit_log where table_name = 'raffles'`)
  expect(rows).toEqual([{ action: 'INSERT', table_name: 'raffles' }])
  await expect(client.query('truncate raffles')).rejects.toThrow(REFUSED)
  await expect(client.query('create temp table audit_log ()')).rejects.toThrow(REFUSED)
  await expect(client.query('update audit_log set description = null')).rejects.toThrow(REFUSED)
  await client.end()
  expect(await readProtection(createDb(createPool(addresses.url, 1)))).toEqual([])
})

test('granting again changes nothing', async () => {
  const pool = createPool(chain.addresses.ownerUrl, 2)
  const rights = async () =>
    (await pool.query(`select xmin::text, relacl::text from pg_class where relacl is not null order by oid`))
      .rows
  await grantRoles(pool, chain.addresses)
  const before = await rights()
  await Promise.all([grantRoles(pool, chain.addresses), grantRoles(pool, chain.addresses)])
  expect(await rights()).toEqual(before)
  await pool.end()
})
