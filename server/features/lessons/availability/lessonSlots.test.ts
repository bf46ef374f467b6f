import { expect, test } from 'vitest'
import type { Facility } from '../../../../shared/contract/facility/facility.ts'
import { lessonDurations } from '../../../../shared/domain/lessons/lessons.ts'
import { chicago, regularWeek } from '../../../../shared/domain/time/regularWeek.fixture.ts'
import { laterTimes } from './lessonSlots.ts'

const facility = {
  ...regularWeek,
  special_days: [],
  time_zone: chicago,
  booking_window_days: 365,
} as unknown as Facility
const now = new Date('2026-11-24T18:00:00Z')

test('the times of the whole booking window are worked out once, whatever lengths are asked for', () => {
  const starts = () =>
    lessonDurations.flatMap((minutes) =>
      [...laterTimes(facility, '2026-11-23', minutes, now)].flat().map(({ start }) => start),
    )
  const first = starts()
  const again = starts()
  expect(first.length).toBeGreaterThan(9_000)
  expect(again.every((start, index) => start === first[index])).toBe(true)
})
