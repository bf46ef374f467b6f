import { sql } from 'kysely'
import type { MergeObstacle } from '../../../../shared/contract/people/merges.ts'
import type { Db } from '../../../db/database.ts'
import { hasCareOfBoth } from '../../households/care.ts'
import type { Sides } from './records.ts'

/** What is in the way of a merge, each with what to do; empty where nothing does. */
export async function findObstacles(db: Db, sides: Sides, now: Date): Promise<MergeObstacle[]> {
  const found = [...accountObstacles(sides), ...participantObstacles(sides)]
  const [members, payments, sessions, care] = await Promise.all([
    areBothMembers(db, sides),
    hasOpenPayment(db, sides, now),
    sharedSessions(db, sides),
    hasCareOfBoth(db, sides.source.participantId, sides.target.participantId),
  ])
  if (members) {
    found.push(obstacle('both_members', 'Both have a running membership. Cancel one of them first.'))
  }
  if (payments) {
    found.push(
      obstacle(
        'payment_under_way',
        'A card payment is under way. Please try again in fifteen minutes at most.',
      ),
    )
  }
  if (sessions.length > 0) {
    found.push(
      obstacle(
        'same_session',
        'Both have a place in the same session or camp. Cancel one of the two first.',
        sessions,
      ),
    )
  }
  if (care) {
    found.push(
      obstacle(
        'both_have_care',
        'Both have medical notes or emergency contacts. Ask a parent to clear those of one record first.',
      ),
    )
  }
  return found
}

const obstacle = (code: MergeObstacle['code'], text: string, items: string[] = []): MergeObstacle => ({
  code,
  text,
  items,
})

/** A record of staff is kept, and one that signs in is not lost to one that cannot. */
function accountObstacles({ kind, source, target }: Sides): MergeObstacle[] {
  if (kind !== 'account') return []
  if (source.role !== 'user' && target.role !== 'user') {
    return [obstacle('both_staff', 'Both belong to the staff. Give one of them the role customer first.')]
  }
  if (source.role !== 'user') {
    return [obstacle('source_is_staff', `${source.name} belongs to the staff. Keep that record instead.`)]
  }
  if (source.can_sign_in && !target.can_sign_in) {
    return [
      obstacle(
        'source_signs_in',
        `Only ${source.email ?? source.name} can log in. Keep that record, so that its owner does not lose the account.`,
      ),
    ]
  }
  return []
}

/** Children stay with their adults, and nobody's account becomes someone's child. */
function participantObstacles({ kind, source, target }: Sides): MergeObstacle[] {
  if (kind !== 'participant') return []
  const ownAccount =
    source.accountId !== null ? source : source.hasAdults && target.accountId !== null ? target : null
  if (ownAccount) {
    return [
      obstacle(
        'account_as_child',
        `${ownAccount.name} has an account, and is nobody’s child here. Merge two accounts, or two children.`,
      ),
    ]
  }
  if (source.hasAdults && !target.hasAdults) {
    return [obstacle('target_is_guest', `${target.name} is a guest. Keep the record that adults look after.`)]
  }
  return []
}

async function areBothMembers(db: Db, { source, target }: Sides): Promise<boolean> {
  if (source.accountId === null || target.accountId === null) return false
  const { members } = await db
    .selectFrom('subscriptions')
    .select(sql<number>`count(distinct user_id)::integer`.as('members'))
    .where('user_id', 'in', [source.accountId, target.accountId])
    .where('status', 'in', ['trialing', 'active', 'past_due', 'unpaid'])
    .executeTakeFirstOrThrow()
  return members === 2
}

/** A checkout that is open, of the record that goes or for it. */
async function hasOpenPayment(db: Db, { source }: Sides, now: Date): Promise<boolean> {
  const open = await db
    .selectFrom('checkout_holds as hold')
    .select('hold.id')
    .where('hold.status', '=', 'held')
    .where('hold.expires_at', '>', now)
    .where((eb) =>
      eb.or([
        eb('hold.user_id', '=', source.accountId),
        sql<boolean>`exists (
          select from checkout_hold_seats seat
          where seat.checkout_hold_id = hold.id and seat.participant_id = ${source.participantId}::uuid
        )`,
        sql<boolean>`strpos(hold.details::text, ${source.participantId}) > 0`,
      ]),
    )
    .executeTakeFirst()
  return open !== undefined
}

async function sharedSessions(db: Db, { source, target }: Sides): Promise<string[]> {
  const { rows } = await sql<{ title: string }>`
    select classes.name || ', ' || facility_text(session.class_date + session.start_time, 'Dy, Mon FMDD, FMHH12:MI AM') as title
    from class_registrations mine
    join class_registrations other using (class_instance_id)
    join class_instances session on session.id = class_instance_id
    join classes on classes.id = session.class_id
    where mine.participant_id = ${source.participantId}::uuid and other.participant_id = ${target.participantId}::uuid
      and mine.status <> 'canceled' and other.status <> 'canceled'
    union
    select camps.name
    from camp_registrations mine
    join camp_registrations other using (camp_id)
    join camps on camps.id = camp_id
    where mine.status <> 'canceled' and other.status <> 'canceled' and mine.participant_id = ${source.participantId}::uuid and other.participant_id = ${target.participantId}::uuid
    order by title`.execute(db)
  return rows.map(({ title }) => title)
}
