import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely'
import type pg from 'pg'
import { createPool } from './database.ts'

/** The addresses of one database, one for each role. With a single role all three are the same. */
export interface DatabaseAddresses {
  /** Serves requests and runs scheduled work: reads and writes rows, and only reads the audit log. */
  readonly url: string
  /** The same through a pooler that lends its connections for one transaction: no session there, but many more clients. */
  readonly pooledUrl?: string
  /** Owns the tables: migrates, and keeps the job queue. */
  readonly ownerUrl: string
  /** Seals the audit log: may add to its chain. */
  readonly sealerUrl: string
}

/** The schemas whose tables the serving role reads and writes. */
const SERVED_SCHEMAS = ['public', 'stripe_sandbox']
const SERVED = ['SELECT', 'INSERT', 'UPDATE', 'DELETE']
const ALL = [...SERVED, 'TRUNCATE', 'REFERENCES', 'TRIGGER']

/** What the serving role may only read, and what the sealer may do there. All other tables are the sealer's to leave alone. */
const readOnly: Record<string, readonly string[]> = {
  audit_log: ['SELECT'],
  audit_chain: ['SELECT', 'INSERT'],
  audit_seals: ['SELECT', 'INSERT'],
  // Whoever may change it may lock it, and so hold up the sealing; nothing is ever in it.
  audit_sealing: ['SELECT', 'UPDATE'],
  kysely_migration: [],
  kysely_migration_lock: [],
}

/** Held while grants are made: concurrent ones of two starting instances would fail. */
const LOCK = `hashtextextended('dugout roles', 0)`

/**
 * Gives the serving role and the sealer exactly their rights on the tables that the migrations made, so that migrations
 * need no grants, and makes the triggers of the audit log fire always. Changes nothing where nothing is missing.
 * Needs no superuser: the owner of the database and its tables may do all of it.
 */
export async function grantRoles(owner: pg.Pool, addresses: DatabaseAddresses): Promise<void> {
  const application = await roleOf(addresses.url)
  const sealer = await roleOf(addresses.sealerUrl)
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: owner }) })
  await db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${sql.raw(LOCK)})`.execute(tx)
    const { owner: ownerRole } = await one<{ owner: string }>(tx, 'select current_user as owner')
    await fireAuditTriggersAlways(tx)
    if (application === ownerRole) return
    await limitPublic(tx)
    await grantWriters(tx, application)
    const wanted = (table: string) => (readOnly[table] ? ['SELECT'] : SERVED)
    await grantTables(tx, application, wanted)
    if (sealer !== ownerRole && sealer !== application) {
      await grantTables(tx, sealer, (table) => readOnly[table] ?? [])
    }
  })
}

/** Two addresses may differ and name one role, such as through a proxy: the server knows. */
async function roleOf(url: string): Promise<string> {
  const pool = createPool(url, 1)
  try {
    const { rows } = await pool.query<{ role: string }>('select current_user as role')
    return rows[0]?.role ?? ''
  } finally {
    await pool.end()
  }
}

async function one<Row>(tx: Transaction<unknown>, query: string): Promise<Row> {
  const { rows } = await sql.raw<Row>(query).execute(tx)
  const [row] = rows
  if (!row) throw new Error(`No row: ${query}`)
  return row
}

/** `session_replication_role`, which a superuser may set, mutes triggers that do not fire always. */
async function fireAuditTriggersAlways(tx: Transaction<unknown>): Promise<void> {
  const { rows } = await sql<{ place: string; name: string }>`
    select t.tgrelid::regclass::text as place, t.tgname as name
    from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where not t.tgisinternal and t.tgenabled <> 'A' and c.relnamespace = 'public'::regnamespace
      and (t.tgname = 'audit' or t.tgname like 'audit\\_%')`.execute(tx)
  for (const { place, name } of rows) {
    await sql`alter table ${sql.raw(place)} enable always trigger ${sql.id(name)}`.execute(tx)
  }
}

/** What PostgreSQL allows everybody by default: temporary tables, and in older databases tables in `public`. */
async function limitPublic(tx: Transaction<unknown>): Promise<void> {
  const { database, temporary, create } = await one<{
    database: string
    temporary: boolean
    create: boolean
  }>(
    tx,
    `select current_database() as database, has_database_privilege('public', current_database(), 'TEMPORARY') as temporary,
       has_schema_privilege('public', 'public', 'CREATE') as create`,
  )
  if (temporary) await sql`revoke temporary on database ${sql.id(database)} from public`.execute(tx)
  if (create) await sql`revoke create on schema public from public`.execute(tx)
}

/**
 * Functions that run with the owner's rights, such as those that write entries of what no trigger sees, are the serving role's
 * alone. Without this everybody may call them, the sealer too. Those of triggers are called by nobody.
 */
async function grantWriters(tx: Transaction<unknown>, role: string): Promise<void> {
  const { rows } = await sql<{ signature: string; open: boolean; missing: boolean }>`
    select * from (
      select oid::regprocedure::text as signature, has_function_privilege('public', oid, 'EXECUTE') as open,
        prorettype <> 'trigger'::regtype and not exists (
          select from aclexplode(proacl) where grantee = ${role}::regrole and privilege_type = 'EXECUTE'
        ) as missing
      from pg_proc where prosecdef and pronamespace = 'public'::regnamespace
    ) functions
    where open or missing`.execute(tx)
  for (const { signature, open, missing } of rows) {
    const on = sql`on function ${sql.raw(signature)}`
    if (open) await sql`revoke execute ${on} from public`.execute(tx)
    if (missing) await sql`grant execute ${on} to ${sql.id(role)}`.execute(tx)
  }
}

/** Grants what `role` lacks on each table and sequence, and takes back what is too much. */
async function grantTables(
  tx: Transaction<unknown>,
  role: string,
  wanted: (table: string) => readonly string[],
): Promise<void> {
  await grantSchemas(tx, role)
  const { rows } = await sql<{ place: string; name: string; held: string[] }>`
    select c.oid::regclass::text as place, c.relname as name,
      array(select p from unnest(${ALL}::text[]) p where has_table_privilege(${role}, c.oid, p)) as held
    from pg_class c
    where c.relkind in ('r', 'p', 'v', 'm') and c.relnamespace::regnamespace::text = any(${SERVED_SCHEMAS}::text[])
    order by 1`.execute(tx)
  for (const { place, name, held } of rows) {
    const should = wanted(name)
    const missing = should.filter((right) => !held.includes(right))
    const tooMuch = held.filter((right) => !should.includes(right))
    const on = sql`on ${sql.raw(place)}`
    if (missing.length > 0) {
      await sql`grant ${sql.raw(missing.join(', '))} ${on} to ${sql.id(role)}`.execute(tx)
    }
    if (tooMuch.length > 0) {
      await sql`revoke ${sql.raw(tooMuch.join(', '))} ${on} from ${sql.id(role)}`.execute(tx)
    }
  }
  await grantSequences(tx, role)
}

async function grantSchemas(tx: Transaction<unknown>, role: string): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select nspname as name from pg_namespace
    where nspname = any(${SERVED_SCHEMAS}::text[]) and not has_schema_privilege(${role}, oid, 'USAGE')`.execute(
    tx,
  )
  for (const { name } of rows) {
    await sql`grant usage on schema ${sql.id(name)} to ${sql.id(role)}`.execute(tx)
  }
}

async function grantSequences(tx: Transaction<unknown>, role: string): Promise<void> {
  const { rows } = await sql<{ place: string }>`
    select oid::regclass::text as place from pg_class
    where relnamespace::regnamespace::text = any(${SERVED_SCHEMAS}::text[])
      and case when relkind = 'S' then not has_sequence_privilege(${role}, oid, 'USAGE') else false end`.execute(
    tx,
  )
  for (const { place } of rows) {
    await sql`grant usage on sequence ${sql.raw(place)} to ${sql.id(role)}`.execute(tx)
  }
}
