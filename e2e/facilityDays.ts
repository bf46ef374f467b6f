import { setTimeout as wait } from 'node:timers/promises'
import { type APIRequestContext, expect, type Locator, test } from '@playwright/test'
import type { Cage, OpenTimes } from '../shared/contract/bookings/cages.ts'
import type { Facility } from '../shared/contract/facility/facility.ts'
import { hoursOf } from '../shared/domain/facility/openingHours.ts'
import { addDays, dayBounds, facilityDay, instantOf } from '../shared/domain/time/time.ts'

/** The demo facility fills the weeks before. */
const FIRST_EMPTY = 70

const getJson = async <Body>(request: APIRequestContext, path: string) =>
  (await (await request.get(path)).json()) as Body

export const getFacility = (request: APIRequestContext) => getJson<Facility>(request, '/api/facility')

/** The next day with something free: today while it is open, and with the demo's bookings of a busy day. */
export async function nextFreeDay(request: APIRequestContext): Promise<string> {
  const { next_free } = await getJson<OpenTimes>(request, '/api/open-times')
  if (!next_free) throw new Error('Nothing is free in the next thirty days.')
  return next_free.date
}

/** The first day open from 4 PM to 9 PM that no journey has booked on. */
export async function emptyDay(request: APIRequestContext): Promise<string> {
  const facility = await getFacility(request)
  const today = facilityDay(new Date(), facility.time_zone)
  for (let count = FIRST_EMPTY; count <= facility.booking_window_days; count += 1) {
    const day = addDays(today, count)
    const hours = hoursOf(day, facility)
    if (hours?.opens !== '16:00' || hours.closes !== '21:00') continue
    const taken = await getJson<unknown[]>(request, `/api/schedule?p_date=${day}`)
    if (taken.length === 0) return day
  }
  throw new Error('Every day that can be booked has a booking.')
}

/** As long as a journey may take. */
const JOURNEY_MS = 60_000

/**
 * Today, for a journey of what is yet to begin at this wall time. Just before it and until midnight there is no time
 * left today, and the journey waits for the next day: give it a time of a few minutes before midnight.
 */
export async function todayUntil(request: APIRequestContext, wallTime: string): Promise<string> {
  const { time_zone } = await getFacility(request)
  const now = new Date()
  const today = facilityDay(now, time_zone)
  if (now.getTime() + JOURNEY_MS < instantOf(today, wallTime, time_zone).getTime()) return today
  const left = dayBounds(today, time_zone).end.getTime() - now.getTime()
  test.setTimeout(JOURNEY_MS + left)
  await wait(left)
  return addDays(today, 1)
}

/** Chooses the open day that is at this place from the end of a form's list of days, whatever weekday today is. */
export async function chooseOpenDay(form: Locator, fromEnd: number): Promise<void> {
  const open = form.getByLabel('Date').locator('option', { hasNotText: 'closed' })
  const days = await open.evaluateAll((options) =>
    options.map((option) => (option as HTMLOptionElement).value),
  )
  await form.getByLabel('Date').selectOption(days.at(-fromEnd) ?? '')
}

/** Chooses the first start of a form's chips at which at least two cages are free within the opening hours. */
export async function chooseFreeStart(form: Locator): Promise<string> {
  const free = form
    .getByRole('group', { name: 'Start time' })
    .getByRole('radio', { name: /PM · [2-9] free$/ })
    .first()
  await free.check()
  return free.inputValue()
}

/** The coming day of the week (0 is Sunday) that the facility's demo data leaves alone. */
export async function laterWeekday(request: APIRequestContext, weekday: number): Promise<string> {
  const { time_zone } = await getFacility(request)
  const first = addDays(facilityDay(new Date(), time_zone), FIRST_EMPTY)
  return addDays(first, (weekday - new Date(`${first}T12:00:00Z`).getUTCDay() + 7) % 7)
}

/**
 * Books half an hour for the person that `request` belongs to, or for someone of their family, at once and without a page.
 *
 * @returns the booking's id.
 */
export async function bookHalfHour(
  request: APIRequestContext,
  slot: { day: string; cage: string; wallTime: string; participantId?: string },
): Promise<string> {
  const { day, cage, wallTime, participantId } = slot
  const { time_zone } = await getFacility(request)
  const cages = await getJson<Cage[]>(request, '/api/cages')
  const { id, price_30_min } = cages.find(({ name }) => name === cage) ?? { id: '', price_30_min: 0 }
  const start = instantOf(day, wallTime, time_zone)
  const end = new Date(start.getTime() + 30 * 60_000)
  const answer = await request.post('/api/bookings', {
    data: {
      bookingDetails: [{ cageId: id, startTime: start.toISOString(), endTime: end.toISOString() }],
      totalAmount: price_30_min,
      participant_id: participantId,
    },
  })
  if (answer.status() !== 201) throw new Error(`create-booking: ${answer.status()} ${await answer.text()}`)
  const { bookings } = (await answer.json()) as { bookings: { id: string }[] }
  return bookings[0]?.id ?? ''
}

/**
 * Enters a walk-in of an hour in the first cage on an empty day, as the staff that `request` belongs to do.
 *
 * @returns the booking's id.
 */
export async function bookWalkIn(request: APIRequestContext, name: string): Promise<string> {
  const day = await emptyDay(request)
  const { time_zone } = await getFacility(request)
  const [cage] = await getJson<Cage[]>(request, '/api/cages')
  const [start_time, end_time] = ['17:00', '18:00'].map((time) =>
    instantOf(day, time, time_zone).toISOString(),
  )
  const booked = await request.post('/api/guest-bookings', {
    data: { walk_in: true, guest_name: name, cage_ids: [cage?.id], start_time, end_time },
  })
  expect(booked.status(), await booked.text()).toBe(201)
  return ((await booked.json()) as { bookings: { id: string }[] }).bookings[0]?.id ?? ''
}
