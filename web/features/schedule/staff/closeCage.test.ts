import { expect, test } from 'vitest'
import { instantOf } from '../../../../shared/domain/time/time.ts'
import { closableTimes, hitText, isWithinDay } from './closeCage.ts'

const ZONE = 'America/Chicago'
const DAY = '2026-11-28'
const at = (time: string) => instantOf(DAY, time, ZONE)

test('A cage is closed from the half hour that runs now until the end of the day at the latest', () => {
  const { from, to } = closableTimes(DAY, at('22:40'), ZONE)
  expect(from.map(({ label }) => label)).toEqual(['Now', '11:00 PM', '11:30 PM'])
  expect(to.map(({ label }) => label)).toEqual(['11:00 PM', '11:30 PM', 'End of the day'])
  expect(from[0]?.value).toBe(at('22:30').toISOString())
})

test('A day with a clock change has all of its half hours', () => {
  const count = (day: string) => closableTimes(day, instantOf(day, '00:00', ZONE), ZONE).from.length
  expect([count('2026-03-08'), count(DAY), count('2026-11-01')]).toEqual([46, 48, 50])
})

test('The desk opens only what is closed on that day', () => {
  const end = at('18:00').toISOString()
  const closure = (start: Date) => ({ start_time: start.toISOString(), end_time: end })
  expect(isWithinDay(closure(at('00:00')), DAY, ZONE)).toBe(true)
  expect(isWithinDay(closure(instantOf('2026-11-27', '18:00', ZONE)), DAY, ZONE)).toBe(false)
})

test('What is in the way is named by who, what and when', () => {
  const hit = { kind: 'booking', id: '1', title: 'Cage 2', cages: ['Cage 2'], people: 1, paid: 0 } as const
  const times = { start_time: at('13:00').toISOString(), end_time: at('14:00').toISOString(), begun: false }
  expect(hitText({ ...hit, ...times, cages: ['Cage 2'], person: 'Nadia Flores' }, ZONE)).toBe(
    'Nadia Flores, Cage 2, 1:00–2:00 PM',
  )
  expect(hitText({ ...hit, ...times, cages: ['Cage 2'], person: null }, ZONE)).toBe('Cage 2, 1:00–2:00 PM')
})
