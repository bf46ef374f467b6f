import { afterAll, beforeAll, expect, test } from 'vitest'
import type { LessonSlot } from '../../../../shared/contract/lessons/coaches.ts'
import type { Camp } from '../../../../shared/contract/programs/camps.ts'
import type { ClassInstance } from '../../../../shared/contract/programs/classes.ts'
import { bodyOf } from '../../../test/answers.ts'
import { scheduleOf, tuesday } from '../../../test/cageTime.ts'
import { openPayment } from '../../../test/cardPayment.ts'
import { addPerson, type Person } from '../../../test/factories.ts'
import { addCamp, teenager } from '../../camps/campTestKit.ts'
import { addClass, addSession } from '../../classes/classTestKit.ts'
import { addCoach } from '../../coaches/coachTestKit.ts'
import { lesson } from '../../lessons/lessonTestKit.ts'
import { type CardShop, startCardShop } from '../paymentTestKit.ts'

// Decision 16: an expired hold frees itself. No job runs here: who reads is told so at once.

let shop: CardShop
let customer: Person
let rival: Person

beforeAll(async () => {
  shop = await startCardShop()
  customer = await addPerson(shop.app, teenager)
  rival = await addPerson(shop.app, teenager)
})
afterAll(() => shop.close())

/** What is read before the hold, while it lasts, and in the minute after it. */
async function around<Answer>(hold: () => Promise<unknown>, read: () => Promise<Answer>): Promise<Answer[]> {
  const before = await read()
  await hold()
  const during = await read()
  shop.clock.passMinutes(16)
  return [before, during, await read()]
}

test('get-public-schedule shows the cage as free, also where the day was kept from before', async () => {
  const day = tuesday(0)
  const { bookingDetails, totalAmount } = shop.hour()
  const schedule = async () => (await scheduleOf(shop.app, day)).length

  const hold = async () => {
    await openPayment(shop.app, customer.cookie, { bookingDetails, totalAmount })
    shop.app.context.schedule.drop(day)
  }

  expect(await around(hold, schedule)).toEqual([0, 1, 0])
})

test('get_coach_availability offers the coach and the first cage again, and a lesson gets them', async () => {
  const day = tuesday(2)
  const coach = await addCoach(shop.app.db)
  const starts = async () => {
    const query = `p_lesson_date=${day}&p_duration_minutes=60`
    const slots = await bodyOf<LessonSlot[]>(
      shop.app.request(`/api/coaches/${coach.id}/availability?${query}`),
    )
    return slots.some(({ available_start_time }) => available_start_time === '16:00')
  }
  const byCard = lesson(coach.id, day, '16:00', { payment_method: 'card', totalAmount: 90 })

  const offered = await around(() => openPayment(shop.app, customer.cookie, byCard), starts)

  expect(offered).toEqual([true, false, true])
  const onArrival = await shop.app.request('/api/lessons', {
    json: lesson(coach.id, day, '16:00'),
    cookie: rival.cookie,
  })
  expect(await onArrival.json()).toMatchObject({ booking: { cage_name: 'Cage 1' } })
})

test('a camp has its seat again, in list, detail and count', async () => {
  const camp = await addCamp(shop.app.db, { max_spots: 1 })
  const seats = async () => {
    const list = await bodyOf<Camp[]>(shop.app.request('/api/camps'))
    const detail = await bodyOf<Camp>(shop.app.request(`/api/camps/${camp.id}`))
    const count = await shop.app.request(`/api/camps/${camp.id}/active-registrations-count`)
    return [list.find(({ id }) => id === camp.id)?.spots_left, detail.registration_state, await count.json()]
  }

  const seen = await around(
    () => openPayment(shop.app, customer.cookie, { campId: camp.id, amount: 18_000, description: 'Camp' }),
    seats,
  )

  expect(seen).toEqual([
    [1, 'open', 0],
    [0, 'full', 1],
    [1, 'open', 0],
  ])
})

test('a class session has its seat again', async () => {
  const id = await addClass(shop.app.db, { maxSpots: 1 })
  const session = await addSession(shop.app.db, id, tuesday(3))
  const left = async () =>
    (await bodyOf<ClassInstance[]>(shop.app.request(`/api/classes/${id}/instances`))).map(
      ({ spots_left }) => spots_left,
    )

  const seen = await around(
    () =>
      openPayment(shop.app, customer.cookie, {
        instanceIds: [session],
        isMultiple: false,
        amount: 2_500,
        description: 'Class',
      }),
    left,
  )

  expect(seen).toEqual([[1], [0], [1]])
})
