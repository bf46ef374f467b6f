import { expect, it } from 'vitest'
import type { Facility } from '../../contract/facility/facility.ts'
import { chicago, regularWeek } from '../time/regularWeek.fixture.ts'
import { instantOf } from '../time/time.ts'
import { openState } from './openState.ts'

const facility = { ...regularWeek, time_zone: chicago } as unknown as Facility

it.each([
  ['2026-11-23', '14:10', 'Opens in 1 h 50 min'],
  ['2026-11-23', '15:00', 'Opens in 1 h'],
  ['2026-11-23', '15:59', 'Opens in 1 min'],
  ['2026-11-23', '16:00', 'Open now, until 9:00 PM'],
  ['2026-11-23', '21:00', 'Closed for today'],
  ['2026-11-29', '12:00', 'Closed today'],
])('on %s at %s the door says: %s', (day, time, text) => {
  expect(openState(instantOf(day, time, chicago), facility)).toBe(text)
})
