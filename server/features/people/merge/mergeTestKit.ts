import { sql } from 'kysely'
import type { MergePreview } from '../../../../shared/contract/people/merges.ts'
import type { Db } from '../../../db/database.ts'
import { bodyOf } from '../../../test/answers.ts'
import type { Person } from '../../../test/factories.ts'
import type { TestApp } from '../../../test/testApp.ts'

type Ids = { readonly id: string }

/** How an admin merges records over HTTP. */
export function mergingOf(app: TestApp, { cookie }: Person) {
  const pair = (kind: string, source: Ids, target: Ids) => ({
    kind,
    source_id: source.id,
    target_id: target.id,
  })
  return {
    preview: (source: Ids, target: Ids, kind = 'account') =>
      bodyOf<MergePreview>(
        app.request(`/api/admin/merges/preview?${new URLSearchParams(pair(kind, source, target))}`, {
          cookie,
        }),
      ),
    merge: (source: Ids, target: Ids, more: { kind?: string; name?: string; phone?: string } = {}) =>
      app.request('/api/admin/merges', { json: { ...pair('account', source, target), ...more }, cookie }),
    reverse: (mergeId: string) =>
      app.request(`/api/admin/merges/${mergeId}/reverse`, { method: 'POST', json: {}, cookie }),
  }
}

/** Tables that change without anybody's doing, or that a merge is about. */
const passing = [
  'audit_chain',
  'audit_log',
  'audit_seals',
  'auth_rate_limits',
  'auth_sessions',
  'auth_verifications',
  'development_mailbox',
  'idempotency_keys',
  'person_merges',
  'person_merge_rows',
]

/** All rows of all tables as text, without what changes by itself. */
export async function dumpOf(db: Db): Promise<Record<string, string[]>> {
  const { rows: tables } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' order by relname`.execute(db)
  const dump: Record<string, string[]> = {}
  for (const { name } of tables) {
    if (passing.includes(name)) continue
    const passed =
      name === 'outbox'
        ? [
            'status',
            'attempts',
            'next_attempt_at',
            'sent_at',
            'data',
            'last_error',
            'search',
            'subject',
            'recipient_name',
            'text_revision',
          ]
        : []
    const { rows } = await sql<{ row: string }>`
      select (to_jsonb(t) - 'updated_at' - 'version' - ${passed}::text[])::text as row from ${sql.table(name)} t order by 1`.execute(
      db,
    )
    dump[name] = rows.map(({ row }) => row)
  }
  return dump
}

/** How many rows each table has. */
export const countsOf = (dump: Record<string, string[]>) =>
  Object.fromEntries(Object.entries(dump).map(([table, rows]) => [table, rows.length]))
