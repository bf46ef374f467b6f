import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { plannedAnew, searchWords } from '../../../db/searchWords.ts'
import { isOwnClient } from './ownClients.ts'

/**
 * Conditions of a search among the lessons of a coach, one for each word: it is in the name of the customer, of who takes
 * part or of the cage, or in a contact that the coach may read. What may not be read is not searched either: it could be
 * guessed letter by letter.
 *
 * The people are searched once for each of them and not for each of their lessons.
 */
export function lessonsWithWords(
  search: string | undefined,
  { coachId, now }: { coachId: string; now: Date },
): RawBuilder<SqlBool>[] {
  const words = searchWords(search)
  if (words === null) return []
  if (words.length === 0) return [sql`false`]
  const own = isOwnClient(coachId, sql.ref('of_coach.customer_id'), now)
  const peopleWith = (pattern: string) => sql`
    select person_key from (
      select distinct ${personKey('given')} as person_key, customer_id, participant_id, guest_name, guest_email, guest_phone
      from coach_bookings given where given.coach_id = ${coachId}
    ) of_coach
    left join profiles customer on customer.id = of_coach.customer_id
    left join participants player on player.id = of_coach.participant_id
    where ' ' || search_text(concat_ws(' ',
      coalesce(of_coach.guest_name, customer.full_name), player.name,
      case when of_coach.guest_name is not null or ${own} then concat_ws(' ',
        coalesce(of_coach.guest_email, customer.email),
        phone_digits(coalesce(of_coach.guest_phone, customer.phone_number))) end
    )) || ' ' like ${pattern}`
  return words.map(
    ({ people, items }) => sql`(
      ${personKey('lesson')} in (${peopleWith(people)})
      or lesson.cage_id in (select id from cages where ' ' || search_text(name) || ' ' like ${items})
    ) ${plannedAnew}`,
  )
}

/** Equal for lessons of the same people. */
const personKey = (lesson: string) =>
  sql`concat_ws('|', ${sql.join(
    ['participant_id', 'customer_id', 'guest_name', 'guest_email', 'guest_phone'].map((column) =>
      sql.ref(`${lesson}.${column}`),
    ),
  )})`
