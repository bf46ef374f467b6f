import { sql } from 'kysely'
import type { Db } from '../database.ts'

/** What lets the serving role do more to the audit log than read it. */
export interface ProtectionProblem {
  readonly code: 'one_role' | 'role_may_change'
  /** A sentence. */
  readonly message: string
}

/**
 * Asks the database what the role of this connection may do. With a superuser, or a role that owns the log, only what is
 * sealed is protected: a change of it is found, but nothing prevents it.
 */
export async function readProtection(db: Db): Promise<ProtectionProblem[]> {
  const { rows } = await sql<{ owns: boolean; tables: string[]; temporary: boolean; creates: boolean }>`
    select
      bool_or(r.rolsuper or pg_has_role(current_user, c.relowner, 'MEMBER')) as owns,
      coalesce(array_agg(c.relname::text order by c.relname) filter (
        where has_table_privilege(c.oid, 'INSERT, UPDATE, DELETE, TRUNCATE, TRIGGER')
      ), '{}') as tables,
      has_database_privilege(current_database(), 'TEMPORARY') as temporary,
      has_schema_privilege('public', 'CREATE') as creates
    from pg_class c join pg_roles r on r.rolname = current_user
    where c.oid in ('audit_log'::regclass, 'audit_chain'::regclass, 'audit_seals'::regclass)`.execute(db)
  const [found] = rows
  if (!found) return []
  if (found.owns) {
    return [
      {
        code: 'one_role',
        message:
          'Dugout serves with a database role that owns the audit log, so only what is sealed is protected. Give it a role of its own: DATABASE_OWNER_URL in docs/operations.md.',
      },
    ]
  }
  const may = [
    ...found.tables.map((table) => `change ${table}`),
    ...(found.temporary ? ['create temporary tables'] : []),
    ...(found.creates ? ['create tables'] : []),
  ]
  if (may.length === 0) return []
  const message = `The database role that serves may ${may.join(', ')}, which it should not: the owner of the database can revoke it.`
  return [{ code: 'role_may_change', message }]
}
