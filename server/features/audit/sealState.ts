import { sql } from 'kysely'
import type { AuditSeal } from '../../../shared/contract/people/auditSeal.ts'
import type { Context } from '../../context.ts'
import { readProtection } from '../../db/audit/protection.ts'

/** An entry that waits longer has been left: sealing takes a second. */
const LATE_SECONDS = 60

/** The end of the chain, and everything that is wrong with the log's protection as far as this process knows. */
export async function readSealState({ db, sealer }: Pick<Context, 'db' | 'sealer'>): Promise<AuditSeal> {
  const { head, unsealed, late } = await readEnd(db)
  const problems: AuditSeal['problems'] = await readProtection(db)
  const { problem } = sealer
  if (problem) problems.push({ code: problem.damaged ? 'damaged' : 'not_sealing', message: problem.message })
  else if (late) {
    problems.push({
      code: 'not_sealing',
      message:
        'Entries have waited for more than a minute to be sealed. Is a process of Dugout running that can seal?',
    })
  }
  return { entries: head?.entries ?? 0, unsealed, head, problems }
}

/** What the last seal's snapshot did not see is not sealed. */
async function readEnd(db: Context['db']) {
  const { rows } = await sql<{
    no: string | null
    mac: string | null
    entries: string | null
    sealed_at: Date | null
    unsealed: string
    late: boolean
  }>`
    with last as materialized (select * from audit_seals order by no desc limit 1),
    waiting as (
      select created_at from audit_log, last
      where last.snapshot is not null and (
        xid >= pg_snapshot_xmax(last.snapshot) or xid in (select pg_snapshot_xip(last.snapshot))
      ) and xid < pg_snapshot_xmax(pg_current_snapshot())
        and not exists (select from audit_chain where entry_id = audit_log.id)
      union all
      select created_at from audit_log
      where not exists (select from last where snapshot is not null)
        and not exists (select from audit_chain where entry_id = audit_log.id)
    )
    select last.no::text, encode(last.mac, 'hex') as mac, last.last_seq::text as entries, last.sealed_at,
      counted.unsealed::text, counted.late
    from (
      select count(*) as unsealed,
        coalesce(min(created_at) < now() - make_interval(secs => ${LATE_SECONDS}), false) as late
      from waiting
    ) counted left join last on true`.execute(db)
  const [row] = rows
  const head =
    row?.no && row.mac && row.sealed_at
      ? {
          number: Number(row.no),
          mac: row.mac,
          entries: Number(row.entries),
          sealed_at: row.sealed_at.toISOString(),
        }
      : null
  return { head, unsealed: Number(row?.unsealed ?? 0), late: row?.late ?? false }
}
