import { describe, expect, it } from 'vitest'
import { chicago, regularWeek } from '../../../../../shared/domain/time/regularWeek.fixture.ts'
import { instantOf } from '../../../../../shared/domain/time/time.ts'
import { at, block, booking, cages, facility, scheduleOf } from './dayGrid.fixture.ts'
import { type DayLayout, dayLayout, rowPosition } from './dayLayout.ts'

const weekday = '2026-11-24'
const saturday = '2026-11-28'
const long = new Date(0)
const times = ({ rows }: DayLayout) => [rows[0]?.time, rows.at(-1)?.time, rows.length]

describe('the rows of a day', () => {
  it('run from 3 PM to 9:30 PM on weekdays and from 9 AM on weekends', () => {
    expect(times(dayLayout(weekday, facility, scheduleOf(), long))).toEqual(['3:00 PM', '9:00 PM', 13])
    expect(times(dayLayout(saturday, facility, scheduleOf(), long))).toEqual(['9:00 AM', '9:00 PM', 25])
  })

  it('widen to whole half hours for what is booked, for camps, and for longer opening hours', () => {
    const early = booking('a', at(weekday, '13:45'), at(weekday, '14:15'))
    const camp = block('camp', ['a'], at(weekday, '08:00'), at(weekday, '10:00'))
    const longer = {
      ...facility,
      special_days: [{ date: weekday, opens: '06:00', closes: '23:00', reason: '' }],
    }
    expect(times(dayLayout(weekday, facility, scheduleOf([early]), long))[0]).toBe('1:30 PM')
    expect(times(dayLayout(weekday, facility, scheduleOf([], [camp]), long))[0]).toBe('8:00 AM')
    expect(times(dayLayout(weekday, longer, scheduleOf(), long))).toEqual(['6:00 AM', '10:30 PM', 34])
  })

  it('do not widen for a closure of the whole day, which covers what is shown', () => {
    const closure = block('closure', ['a', 'b'], at(weekday, '00:00'), at('2026-11-25', '00:00'))
    const layout = dayLayout(weekday, facility, scheduleOf([], [closure]), long)
    expect(times(layout)).toEqual(['3:00 PM', '9:00 PM', 13])
    expect(layout.tiles).toMatchObject([{ row: 0, rows: 13, column: 0, columns: 2 }])
  })

  it('outside of the opening hours are closed', () => {
    const { rows } = dayLayout(weekday, facility, scheduleOf(), long)
    expect(rows.filter(({ isClosed }) => isClosed).map(({ time }) => time)).toEqual([
      '3:00 PM',
      '3:30 PM',
      '9:00 PM',
    ])
  })

  it('are half hours that have passed on the days on which the clocks change', () => {
    const midnightTo = (day: string, next: string) =>
      block('camp', ['a'], instantOf(day, '00:00', chicago), instantOf(next, '00:00', chicago))
    const fall = dayLayout(
      '2026-11-01',
      facility,
      scheduleOf([], [midnightTo('2026-11-01', '2026-11-02')]),
      long,
    )
    expect(fall.rows).toHaveLength(50)
    expect(fall.rows.filter(({ time }) => time === '1:30 AM')).toHaveLength(2)
    const spring = dayLayout(
      '2027-03-14',
      facility,
      scheduleOf([], [midnightTo('2027-03-14', '2027-03-15')]),
      long,
    )
    expect(spring.rows).toHaveLength(46)
    expect(spring.rows.some(({ time }) => time.startsWith('2:') && time.endsWith('AM'))).toBe(false)
    expect(rowPosition(spring.rows, instantOf('2027-03-14', '04:15', chicago).getTime())).toBe(6.5)
  })

  it('cut off what goes on over midnight', () => {
    const night = booking('a', at(weekday, '22:00'), at('2026-11-25', '01:00'))
    expect(dayLayout(weekday, facility, scheduleOf([night]), long).tiles).toMatchObject([
      { row: 14, rows: 4 },
    ])
  })
})

describe('tiles', () => {
  it('stand in the column of their cage, over the half hours that they take', () => {
    const one = booking('b', at(weekday, '16:00'), at(weekday, '17:30'))
    const [tile] = dayLayout(weekday, facility, scheduleOf([one]), long).tiles
    expect(tile).toMatchObject({ row: 2, rows: 3, column: 1, columns: 1, late: 0, early: 0 })
  })

  it('leave the part of a half hour free that they do not take', () => {
    const first = booking('a', at(weekday, '16:00'), at(weekday, '16:15'))
    const second = booking('a', at(weekday, '16:15'), at(weekday, '17:00'))
    const layout = dayLayout(weekday, facility, scheduleOf([first, second]), long)
    expect(layout.tiles.map(({ row, rows, late, early }) => [row, rows, late, early])).toEqual([
      [2, 1, 0, 0.5],
      [2, 2, 0.5, 0],
    ])
    expect(layout.at(2, 0)).toHaveLength(2)
  })

  it('cover cages that stand side by side as one, and others apart', () => {
    const camp = block('camp', ['a', 'b', 'd'], at(weekday, '16:00'), at(weekday, '17:00'))
    const layout = dayLayout(weekday, facility, scheduleOf([], [camp]), long)
    expect(layout.tiles.map(({ column, columns }) => [column, columns])).toEqual([
      [0, 2],
      [3, 1],
    ])
    expect(new Set(layout.tiles.map(({ key }) => key)).size).toBe(2)
    expect(layout.at(2, 2)).toEqual([])
  })

  it('are not drawn for a checkout whose time is over, nor where there is no cage', () => {
    const expires_at = at(weekday, '15:45').toISOString()
    const hold = { ...block('hold', ['a'], at(weekday, '16:00'), at(weekday, '17:00')), expires_at }
    const elsewhere = booking('', at(weekday, '16:00'), at(weekday, '17:00'))
    const schedule = scheduleOf([elsewhere], [hold])
    expect(dayLayout(weekday, facility, schedule, at(weekday, '15:44')).tiles).toHaveLength(1)
    const later = dayLayout(weekday, facility, schedule, at(weekday, '15:45'))
    expect(later.tiles).toEqual([])
    expect(later.unplaced).toHaveLength(1)
    expect(later.cages).toBe(cages)
  })
})

it('A facility without hours on a day is closed in all rows', () => {
  const closed = { ...facility, ...regularWeek, opening_hours: [] }
  expect(dayLayout(weekday, closed, scheduleOf(), long).rows.every(({ isClosed }) => isClosed)).toBe(true)
})
