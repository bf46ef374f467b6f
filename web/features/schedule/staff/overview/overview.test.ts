import { expect, it } from 'vitest'
import { instantOf } from '../../../../../shared/domain/time/time.ts'
import { axisOf, closedText, columnsOf, heatOf, hourNames, programText, sumOf } from './overview.ts'

const zone = 'America/Chicago'
const slot = (day: string, time: string, booked = 0, cages = 8) => ({
  start_time: instantOf(day, time, zone).toISOString(),
  booked,
  cages,
})
const monday = { slots: [slot('2026-11-23', '16:00', 4), slot('2026-11-23', '16:30', 8)] }
const saturday = { slots: [slot('2026-11-28', '09:00', 2, 7), slot('2026-11-28', '09:30')] }

it('The columns go from the earliest to the latest open half hour of the week', () => {
  expect(axisOf([monday, saturday], zone)).toEqual({ first: 18, count: 16 })
  expect(axisOf([{ slots: [] }], zone)).toBeNull()
  expect(hourNames({ first: 18, count: 4 })).toEqual(['9 AM', '', '10 AM', ''])
})

it('A stripe is cut to the columns that there are', () => {
  const axis = { first: 32, count: 10 }
  const from = (start: string, end: string) =>
    columnsOf(
      {
        start_time: instantOf('2026-11-23', start, zone).toISOString(),
        end_time: instantOf('2026-11-23', end, zone).toISOString(),
      },
      axis,
      zone,
    )
  expect(from('16:00', '17:00')).toEqual({ from: 0, span: 2 })
  expect(from('15:00', '16:30')).toEqual({ from: 0, span: 1 })
  expect(from('20:30', '22:00')).toEqual({ from: 9, span: 1 })
  expect(from('10:00', '12:00')).toBeNull()
})

it('Heat is by share, for any number of cages', () => {
  expect([0, 1, 2, 3, 4, 5, 6, 7, 8].map((booked) => heatOf(booked, 8))).toEqual([0, 1, 1, 2, 2, 3, 4, 4, 5])
  expect([heatOf(1, 3), heatOf(3, 3), heatOf(1, 0)]).toEqual([2, 5, 5])
  expect(sumOf(monday.slots)).toEqual({ booked: 12, cages: 16 })
})

it('A closed day says why, and a program how full it is', () => {
  const special_days = [{ date: '2026-11-26', opens: null, closes: null, reason: 'Thanksgiving Day' }]
  expect(closedText('2026-11-26', { special_days })).toBe('Closed, Thanksgiving Day')
  expect(closedText('2026-11-29', { special_days })).toBe('Closed')
  const youth = { id: 'a', kind: 'class' as const, title: 'Youth', start_time: '', end_time: '' }
  expect(programText({ ...youth, taken: 3, max_spots: 6 })).toBe('Youth 3/6')
  expect(programText({ ...youth, kind: 'closure', taken: null, max_spots: null })).toBe('Youth')
})
