import { sql } from 'kysely'
import { staffOf } from '../../server/features/bookings/staffTestKit.ts'
import { mergingOf } from '../../server/features/people/merge/mergeTestKit.ts'
import { group } from '../../server/test/cageTime.ts'
import { addPerson } from '../../server/test/factories.ts'
import { allAtOnce, type Fault } from '../fault.ts'

/** A person is merged into another while both, and the desk for both, book; sometimes it is reversed at once. */
export const merges: Fault = {
  name: 'merges',
  about: 'two records of a person are merged, and reversed, while both book and the desk books for them',
  async round({ world, random, answers }) {
    const { db, admin } = world
    const [source, target] = [await addPerson(world.site(0)), await addPerson(world.site(1))]
    const both = sql`user_id in (${source.id}, ${target.id})`
    const hours = Array.from({ length: random.whole(4, 8) }, () =>
      group(random.pick(world.cages), world.freshDay(), '17:00', '18:00'),
    )
    const bookings = hours.map((hour, index) => {
      const person = random.chance(60) ? source : target
      const [isDesk, site, desk] = [random.chance(40), world.site(index), random.pick(world.desks)]
      return async () => {
        await answers.ask({
          what: `${isDesk ? 'the desk books for' : ''} ${person === source ? 'who is merged' : 'who is kept'}`,
          trace: sql`select count(*) from bookings where ${both} and cage_id = ${hour.cageId} and start_time = ${hour.startTime} and status <> 'canceled'`,
          send: () =>
            isDesk
              ? staffOf(site, desk).post(`/api/customers/${person.id}/bookings`, {
                  cage_ids: [hour.cageId],
                  start_time: hour.startTime,
                  end_time: hour.endTime,
                })
              : site.request('/api/bookings', {
                  json: { bookingDetails: [hour], totalAmount: 30 },
                  cookie: person.cookie,
                }),
        })
      }
    })
    const [first, second, isReversed] = [
      world.site(random.whole(0, 1)),
      world.site(random.whole(0, 1)),
      random.chance(40),
    ]
    const merged = (at: typeof first) => async () => {
      const response = await mergingOf(at, admin).merge(source, target)
      if (response.status >= 500)
        answers.found('mismatched', `merge-people answered ${response.status}: ${await response.text()}`)
      if (!response.ok || !isReversed) return response.ok
      const { merge_id } = (await response.json()) as { merge_id: string }
      const back = await mergingOf(second, admin).reverse(merge_id)
      if (back.status >= 500) answers.found('mismatched', `reverse-merge answered ${back.status}`)
      return !back.ok
    }
    const told = await allAtOnce<unknown>(random, [merged(first), merged(second), ...bookings], 60)
    if (!isReversed && !told.includes(true)) answers.found('mismatched', 'nobody could merge two people')
    answers.claim(
      db,
      'two merges at once are one',
      sql`
      select least(count(*), 1) - count(*) from person_merges where source_account = ${source.id} and reversed_at is null`,
      0,
    )
    answers.claim(
      db,
      'nothing is left with who was merged',
      sql`
      select count(*) from bookings where user_id = ${source.id}
        and exists (select from person_merges where source_account = ${source.id} and reversed_at is null)`,
      0,
    )
  },
}
