import { sql } from 'kysely'
import type { MergePreview, PossibleDuplicate } from '../../../../shared/contract/people/merges.ts'
import type { RecentMerge } from '../../../../shared/contract/people/personPage.ts'
import type { Db } from '../../../db/database.ts'
import { participantsOf } from '../../households/ownRows.ts'
import { findObstacles } from './obstacles.ts'
import { type Sides, shownRecord } from './records.ts'
import { movedReferences, readReferences } from './references.ts'

/** What the tables are called on the page; others are counted together. */
const names: Readonly<Record<string, string>> = {
  bookings: 'Cage bookings',
  coach_bookings: 'Lessons',
  class_registrations: 'Class registrations',
  camp_registrations: 'Camp registrations',
  payment_transactions: 'Payments',
  subscriptions: 'Memberships',
  outbox: 'Messages',
  person_notes: 'Notes',
  participant_adults: 'People they look after',
}
const OTHERS = 'Other records'

/** Both records, what would move and what is in the way. */
export async function previewMerge(db: Db, sides: Sides, now: Date): Promise<MergePreview> {
  const [moves, obstacles] = await Promise.all([countMoves(db, sides), findObstacles(db, sides, now)])
  return { source: shownRecord(sides.source), target: shownRecord(sides.target), moves, obstacles }
}

async function countMoves(db: Db, { kind, source }: Sides): Promise<MergePreview['moves']> {
  const tables = new Map<string, ReturnType<typeof sql>[]>()
  for (const { table, column, to } of movedReferences(await readReferences(db))) {
    const id = to === 'participant' ? source.participantId : kind === 'account' ? source.accountId : null
    if (id !== null) tables.set(table, [...(tables.get(table) ?? []), sql`${sql.ref(column)} = ${id}::uuid`])
  }
  tables.set('participant_adults', [
    kind === 'account'
      ? sql`user_id = ${source.id}::uuid and participant_id <> ${source.participantId}::uuid`
      : sql`false`,
  ])
  const counts = new Map<string, number>()
  for (const [table, conditions] of tables) {
    const { rows } = await sql<{ count: number }>`
      select count(*)::integer as count from ${sql.table(table)} where ${sql.join(conditions, sql` or `)}`.execute(
      db,
    )
    const what = names[table] ?? OTHERS
    counts.set(what, (counts.get(what) ?? 0) + (rows[0]?.count ?? 0))
  }
  const order = [...new Set(Object.values(names)), OTHERS]
  return order.map((what) => ({ what, count: counts.get(what) ?? 0 })).filter(({ count }) => count > 0)
}

/** Merges into this account or its people that can still be reversed, newest first. */
export async function readRecentMerges(db: Db, userId: string, now: Date): Promise<RecentMerge[]> {
  const rows = await db
    .selectFrom('person_merges as merge')
    .innerJoin('participants as gone', 'gone.id', 'merge.source_participant')
    .leftJoin('profiles as admin', 'admin.id', 'merge.merged_by')
    .select(['merge.id', 'gone.name as source_name', 'admin.full_name as merged_by_name'])
    .select(['merge.merged_at', 'merge.reversible_until'])
    .where('reversed_at', 'is', null)
    .where('reversible_until', '>', now)
    .where(sql<boolean>`target_participant = any(array(${participantsOf({ id: userId })}))`)
    .orderBy('merged_at', 'desc')
    .execute()
  return rows.map(({ merged_at, reversible_until, ...row }) => ({
    ...row,
    merged_at: merged_at.toISOString(),
    reversible_until: reversible_until.toISOString(),
  }))
}

const MOST_DUPLICATES = 20

/** Other records with the name, phone or e-mail of this account, and children of its people's names elsewhere. */
export async function listPossibleDuplicates(db: Db, userId: string): Promise<PossibleDuplicate[]> {
  const { rows } = await sql<{
    kind: 'account' | 'guest' | 'participant'
    id: string
    name: string
    contact: string | null
    like_id: string
    like_name: string
    why: string
  }>`
    with me as (
      select id, full_name, email, phone_number, phone_digits(phone_number) as digits from profiles where id = ${userId}::uuid
    )
    select found.kind, coalesce(guest.id, found.id) as id, found.name, coalesce(found.email, found.phone) as contact,
      case when found.kind = 'guest' then self.id else me.id end as like_id, me.full_name as like_name,
      case
        when found.email = me.email then 'Same email'
        when phone_digits(found.phone) = nullif(me.digits, '') then 'Same phone number'
        else 'Same name'
      end as why
    from me
    join participants self on self.user_id = me.id
    join people_index found on found.id <> me.id and found.kind in ('account', 'guest') and (
      found.search like '% ' || search_text(me.full_name) || ' %'
      or (length(me.digits) >= 7 and found.search like '% ' || me.digits || ' %')
      or (me.email is not null and found.search like '% ' || me.email || ' %')
    ) and (
      fold_text(found.name) = fold_text(me.full_name) or found.email = me.email
      or phone_digits(found.phone) = nullif(me.digits, '')
    )
    left join participants guest on found.kind = 'guest' and guest.guest_key = found.id and guest.merged_into is null
    where found.kind = 'account' or guest.id is not null
    union all
    select 'participant', other.id, other.name, found.related, mine.id, mine.name,
      case when other.birth_date = mine.birth_date then 'Same name and birth date' else 'Same name' end
    from participants mine
    join people_index found
      on found.kind = 'participant' and found.sort_name = fold_text(mine.name) and found.id <> mine.id
    join participants other on other.id = found.id and other.merged_into is null
    where mine.id = any(array(${participantsOf({ id: userId })})) and mine.user_id is null
      and (other.birth_date is null or mine.birth_date is null or other.birth_date = mine.birth_date)
    order by why desc, name, id
    limit ${MOST_DUPLICATES}`.execute(db)
  return rows.map(({ kind, like_id, like_name, ...row }) => ({
    ...row,
    kind: kind === 'account' ? 'account' : 'participant',
    like: { id: like_id, name: like_name },
  }))
}
