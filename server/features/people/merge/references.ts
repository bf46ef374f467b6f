import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'

/** A column that refers to a person: to an account, or to someone who takes part. */
export interface PersonReference {
  readonly table: string
  readonly column: string
  readonly to: 'account' | 'participant'
  /** The primary key of the table, with the types of its columns. */
  readonly key: readonly { readonly name: string; readonly type: string }[]
  /** The row outlives the person ('on delete set null'): it is the facility's, and follows the person. */
  readonly isHistory: boolean
}

/**
 * What becomes of rows that go with their account or participant ('on delete cascade'). Columns of rows that outlive the
 * person are not listed: they always move. A test compares the list with the database's foreign keys.
 */
export const belongings: Readonly<Record<string, 'moves' | 'stays' | 'by its own rule'>> = {
  // The kept record's own password, devices and secret addresses are not those of the other one.
  'auth_accounts.user_id': 'stays',
  'auth_sessions.user_id': 'by its own rule',
  'auth_two_factors.user_id': 'stays',
  'auth_used_codes.user_id': 'stays',
  'calendar_feeds.user_id': 'stays',
  'coach_calendar_feeds.user_id': 'stays',
  'email_changes.user_id': 'by its own rule',
  'household_invitations.accepted_by': 'moves',
  'household_invitations.invited_by': 'by its own rule',
  'participant_adults.participant_id': 'by its own rule',
  'participant_adults.user_id': 'by its own rule',
  // Of both there is none: that is in the way.
  'participant_care.participant_id': 'moves',
  // Each record's own participant; what it takes part in moves.
  'participants.user_id': 'stays',
  'participants.merged_into': 'stays',
  // It is for the record that goes: nobody takes that over any more.
  'profile_invitations.user_id': 'stays',
  'profiles.merged_into': 'stays',
  'person_merges.source_account': 'stays',
  'person_merges.source_participant': 'stays',
  'person_merges.target_account': 'stays',
  'person_merges.target_participant': 'stays',
  'person_notes.user_id': 'moves',
  'person_unpaid_limits.user_id': 'stays',
  'waiver_handovers.participant_id': 'moves',
  'stripe_customers.user_id': 'by its own rule',
}

/** Rows that outlive a person and nevertheless stay where they are. */
const kept: readonly string[] = [
  // A customer has no coach's profile: a record of staff is never merged into another one.
  'coaches.user_id',
]

/** Every foreign key to accounts and participants, read from the database: a new table cannot be forgotten. */
export async function readReferences(db: Db): Promise<PersonReference[]> {
  const { rows } = await sql<PersonReference>`
    select source.relname as table, referring.attname as column,
      case f.confrelid when 'profiles'::regclass then 'account' else 'participant' end as to,
      f.confdeltype = 'n' as "isHistory",
      (
        select json_agg(json_build_object('name', part.attname, 'type', format_type(part.atttypid, null))
          order by array_position(i.indkey::smallint[], part.attnum))
        from pg_index i
        join pg_attribute part on part.attrelid = i.indrelid and part.attnum = any (i.indkey)
        where i.indrelid = source.oid and i.indisprimary
      ) as key
    from pg_constraint f
    join pg_class source on source.oid = f.conrelid
    join pg_attribute referring on referring.attrelid = source.oid and f.conkey = array[referring.attnum]
    where f.contype = 'f' and f.confrelid in ('profiles'::regclass, 'participants'::regclass)
    order by 1, 2`.execute(db)
  return rows
}

/** The columns that a merge simply changes from one record to the other. */
export const movedReferences = (references: readonly PersonReference[]): PersonReference[] =>
  references.filter(({ table, column, isHistory }) => {
    const name = `${table}.${column}`
    return isHistory ? !kept.includes(name) : belongings[name] === 'moves'
  })
