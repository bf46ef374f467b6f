import { type Selectable, sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import type { OutboxTable } from '../../db/tables/messages.ts'
import { task } from '../../jobs/tasks.ts'

const DAY_MILLISECONDS = 24 * 3_600_000
/** The adult who invited still sees that nobody answered. */
const EXPIRED_KEPT_MILLISECONDS = 7 * DAY_MILLISECONDS

/** Tables that keep what was booked or signed for a participant. */
export const bookedTables = [
  'bookings',
  'coach_bookings',
  'class_registrations',
  'camp_registrations',
  'checkout_hold_seats',
  'waiver_signatures',
] as const

/**
 * Deletes what an account still has about someone whom it looks after no longer: messages, by their status, also those
 * that name others beside ('you, Mia, and Leo'), and the answers that a repeated request would get, kept for a day.
 */
export async function forgetMentions(
  tx: Tx,
  userId: string,
  { id, name }: { readonly id: string; readonly name: string },
  messages: readonly Selectable<OutboxTable>['status'][],
): Promise<void> {
  await tx
    .deleteFrom('outbox')
    .where('to_user_id', '=', userId)
    .where('status', 'in', messages)
    .where(sql<boolean>`${name} = any(regexp_split_to_array(data ->> 'participant_name', ',? and |, '))`)
    .execute()
  await tx
    .deleteFrom('idempotency_keys')
    .where('user_id', '=', userId)
    .where(sql<boolean>`(strpos(answer::text, ${id}) > 0
      or strpos(answer::text, btrim(to_jsonb(${name}::text)::text, '"')) > 0)`)
    .execute()
}

/** Guests whom no account claimed and nothing refers to any more. One who is entered at this moment stays. */
async function forgetGuests(tx: Tx): Promise<void> {
  const booked = bookedTables.map(
    (table) => sql`exists (select from ${sql.table(table)} where participant_id = participants.id)`,
  )
  await sql`
    delete from participants where id in (
      select id from participants
      where user_id is null and merged_into is null
        and not exists (select from participant_adults where participant_id = participants.id)
        and not (${sql.join(booked, sql` or `)})
      for update skip locked
    )`.execute(tx)
}

/** Deletes, once a day, invitations that expired a week ago and guests whose bookings are gone. */
export const purgeHouseholds = task('purge-households', '53 9 * * *', async (tx, now) => {
  const before = new Date(now.getTime() - EXPIRED_KEPT_MILLISECONDS)
  await tx.deleteFrom('household_invitations').where('expires_at', '<', before).execute()
  await tx.deleteFrom('profile_invitations').where('expires_at', '<', before).execute()
  await forgetGuests(tx)
})
