/** A small facility's day for tests of the desk's grid: cages a to d. */

import type { ListedBooking } from '../../../../../shared/contract/bookings/bookingLists.ts'
import type { ScheduleBlock, ScheduleDay } from '../../../../../shared/contract/bookings/scheduleDay.ts'
import { chicago, regularWeek } from '../../../../../shared/domain/time/regularWeek.fixture.ts'
import { instantOf } from '../../../../../shared/domain/time/time.ts'
import { listedBooking } from '../../../bookings/staff/listedBooking.fixture.ts'

export const facility = { ...regularWeek, time_zone: chicago, late_after_minutes: 5 }

export const at = (day: string, time: string): Date => instantOf(day, time, chicago)

export const cages: ScheduleDay['cages'] = ['a', 'b', 'c', 'd'].map((id, index) => ({
  id,
  name: `Cage ${index + 1}`,
  price_30_min: 20,
  price_60_min: 30,
  price_additional_30_min: 15,
  is_active: true,
}))

/** A booking of one cage; of none with ''. */
export const booking = (
  cage: string,
  start: Date,
  end: Date,
  fields: Partial<ListedBooking> = {},
): ListedBooking =>
  listedBooking({
    id: `${cage}${start.getTime()}`,
    cages: cage ? [{ id: cage, name: `Cage ${cage}` }] : [],
    start_time: start.toISOString(),
    end_time: end.toISOString(),
    ...fields,
  })

export const block = (
  kind: ScheduleBlock['kind'],
  cage_ids: string[],
  start: Date,
  end: Date,
): ScheduleBlock => ({
  id: `${kind}${start.getTime()}`,
  kind,
  title: 'Fall Camp',
  start_time: start.toISOString(),
  end_time: end.toISOString(),
  cage_ids,
  coach_ids: [],
  taken: null,
  max_spots: null,
  expires_at: null,
})

export const scheduleOf = (
  bookings: readonly ListedBooking[] = [],
  blocks: readonly ScheduleBlock[] = [],
): ScheduleDay => ({ cages, bookings: [...bookings], blocks: [...blocks], time_off: [] })
