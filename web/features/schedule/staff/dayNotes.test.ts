import { expect, test } from 'vitest'
import { instantOf } from '../../../../shared/domain/time/time.ts'
import { nameOfNote } from './DayNotes.tsx'

const ZONE = 'America/Chicago'
const at = (day: string, time: string) => instantOf(day, time, ZONE).toISOString()

test('A camp or closure is named with its cages and times, and an end on another day with that day', () => {
  const camp = { id: '1', kind: 'camp', title: 'Fall Camp', cage_count: 3 } as const
  const times = { start_time: at('2026-11-28', '10:00'), end_time: at('2026-11-28', '12:00') }
  expect(nameOfNote({ ...camp, ...times }, '2026-11-28', ZONE)).toBe(
    'Camp: Fall Camp, 3 cages, 10:00 AM–12:00 PM',
  )
  const closure = { id: '2', kind: 'closure', title: 'New nets', cage_count: 1 } as const
  const long = { start_time: at('2026-11-28', '16:00'), end_time: at('2026-11-30', '09:00') }
  expect(nameOfNote({ ...closure, ...long }, '2026-11-28', ZONE)).toBe(
    'Closed: New nets, 1 cage, 4:00 PM – Mon, Nov 30, 9:00 AM',
  )
})
