import { sql } from 'kysely'
import type { RosterCandidate, RosterKind } from '../../../shared/contract/programs/rosters.ts'
import { ageStanding } from '../../../shared/domain/programs/ages.ts'
import type { Db } from '../../db/database.ts'
import { hasWord, searchWords } from '../../db/searchWords.ts'

const SHOWN = 8
/** As in `everything.ts`: without a sort before this bound. */
const LOOKED_THROUGH = 2_000

interface Item {
  readonly first_day: string
  readonly min_age: number | null
  readonly max_age: number | null
}

/**
 * Who could be added to the roster of a camp or class session: accounts by their own name, children by theirs and their adults'.
 *
 * @returns null where there is no such camp or session.
 */
export async function findCandidates(
  db: Db,
  of: { readonly kind: RosterKind; readonly id: string },
  term: string,
): Promise<RosterCandidate[] | null> {
  const item = await findItem(db, of)
  if (!item) return null
  const words = (searchWords(term) ?? []).map(({ people }) => people)
  if (words.length === 0) return []
  const all = (column: 'own' | 'search') =>
    sql.join(
      words.map((word) => hasWord(sql.ref(column), word)),
      sql` and `,
    )
  const seats =
    of.kind === 'camp'
      ? sql`select participant_id, status from camp_registrations where camp_id = ${of.id}`
      : sql`select participant_id, status from class_registrations where class_instance_id = ${of.id}`
  const { rows } = await sql<Omit<RosterCandidate, 'problem'> & { is_seated: boolean }>`
    select person.id as participant_id, adult.id as user_id, person.name,
      full_years(person.birth_date, ${item.first_day}::date) as age,
      case when person.user_id is null then adult.full_name end as adult_name,
      exists (select from (${seats}) seat where seat.participant_id = person.id and seat.status <> 'canceled') as is_seated
    from (
      select id, kind, own, sort_name from people_index
      where kind in ('account', 'participant') and ${all('search')} limit ${sql.lit(LOOKED_THROUGH)}
    ) found
    join participants person on found.id = case found.kind when 'account' then person.user_id else person.id end
    cross join lateral (
      select profiles.id, profiles.full_name from participant_adults household
      join profiles on profiles.id = household.user_id
      where household.participant_id = person.id order by household.joined limit 1
    ) adult
    where person.archived_at is null and person.merged_into is null and (found.kind = 'participant' or ${all('own')})
    order by not (${all('own')}), found.sort_name, person.id limit ${sql.lit(SHOWN)}`.execute(db)
  return rows.map(({ is_seated, ...person }) => ({
    ...person,
    problem: is_seated ? 'on_roster' : ageProblem(person.age, item),
  }))
}

async function findItem(db: Db, { kind, id }: { kind: RosterKind; id: string }): Promise<Item | undefined> {
  if (kind === 'camp') {
    return db
      .selectFrom('camps')
      .select(['start_date as first_day', 'min_age', 'max_age'])
      .where('id', '=', id)
      .executeTakeFirst()
  }
  return db
    .selectFrom('class_instances as session')
    .innerJoin('classes as class', 'class.id', 'session.class_id')
    .select(['class.start_date as first_day', 'class.min_age', 'class.max_age'])
    .where('session.id', '=', id)
    .executeTakeFirst()
}

function ageProblem(age: number | null, range: Item): RosterCandidate['problem'] {
  const standing = ageStanding(age, range)
  if (standing === 'within') return null
  if (standing === 'unknown' || age === null) return 'no_birth_date'
  return age < (range.min_age ?? 0) ? 'too_young' : 'too_old'
}
