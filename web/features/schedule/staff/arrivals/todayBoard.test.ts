import { expect, it } from 'vitest'
import { at, block, booking, facility, scheduleOf } from '../grid/dayGrid.fixture.ts'
import { dayLayout } from '../grid/dayLayout.ts'
import { arrivalsOf, boardOf } from './todayBoard.ts'

const day = '2026-11-24'
const board = (now: string, ...schedule: Parameters<typeof scheduleOf>) =>
  boardOf(dayLayout(day, facility, scheduleOf(...schedule), at(day, now)), at(day, now))

const mia = booking('a', at(day, '16:30'), at(day, '17:30'), { attendance: 'checked_in' })
const leo = booking('a', at(day, '17:30'), at(day, '18:00'))
const zoe = booking('b', at(day, '18:00'), at(day, '19:00'))

it('Each cage says who is in, who comes within the hour, and until when it is free', () => {
  const [first, second, third, fourth] = board(
    '17:17',
    [mia, leo, zoe],
    [block('closure', ['d'], at(day, '16:00'), at(day, '18:00'))],
  )
  expect(first).toMatchObject({
    now: { booking: { id: mia.id } },
    next: { booking: { id: leo.id } },
    free: null,
  })
  expect(second).toMatchObject({
    now: null,
    next: { booking: { id: zoe.id } },
    free: { until: at(day, '18:00') },
  })
  expect(third).toMatchObject({ now: null, next: null, free: { until: at(day, '21:00') } })
  expect(fourth).toMatchObject({ now: { block: { kind: 'closure' } }, free: null })
})

it('Nothing is free outside of the opening hours', () => {
  expect(board('15:30').map(({ free }) => free)).toEqual([null, null, null, null])
  expect(board('21:00').map(({ free }) => free)).toEqual([null, null, null, null])
})

it('Arrivals are by urgency: late, the next hour, and who is in, who owes first', () => {
  const late = booking('c', at(day, '17:00'), at(day, '18:00'))
  const paid = { ...mia, id: 'paid', status: 'paid' as const }
  const gone = booking('d', at(day, '16:00'), at(day, '17:00'))
  const away = booking('d', at(day, '17:00'), at(day, '18:00'), { attendance: 'no_show' })
  const { late: lates, next, isIn } = arrivalsOf([paid, zoe, leo, late, mia, gone, away], at(day, '17:17'), 5)
  expect(lates.map(({ id }) => id)).toEqual([late.id])
  expect(next.map(({ id }) => id)).toEqual([leo.id, zoe.id])
  expect(isIn.map(({ id }) => id)).toEqual([mia.id, 'paid'])
})

it('A no-show whose rest is free leaves its cage to a walk-in, and stays to be seen beside the grid', () => {
  const away = booking('a', at(day, '17:00'), at(day, '18:30'), { attendance: 'no_show' })
  const freedAt = (time: string) => ({ ...away, freed_from: at(day, time).toISOString() })
  expect(board('17:40', [away])[0]).toMatchObject({ now: { booking: { id: away.id } }, free: null })
  for (const time of ['17:00', '17:30'])
    expect(board('17:40', [freedAt(time), zoe])[0]).toMatchObject({
      now: null,
      free: { until: at(day, '21:00') },
    })
  const layout = (time: string) => dayLayout(day, facility, scheduleOf([freedAt(time)]), at(day, '17:40'))
  expect(layout('17:30')).toMatchObject({ tiles: [{ rows: 1 }], unplaced: [] })
  expect(layout('17:00')).toMatchObject({ tiles: [], unplaced: [{ booking: { id: away.id } }] })
})
