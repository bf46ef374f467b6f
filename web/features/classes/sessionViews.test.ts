import { describe, expect, it } from 'vitest'
import type { ClassInstance } from '../../../shared/contract/programs/classes.ts'
import { fullSessions, pageOf, rowsOf, sessionRows } from './sessionViews.ts'

const zone = 'America/Chicago'
// 23:30 on November 23 in Chicago, the 24th in UTC and in Tokyo.
const at = { now: new Date('2026-11-24T05:30:00Z'), zone }

const session = (id: string, class_date: string, more: Partial<ClassInstance> = {}): ClassInstance => ({
  id,
  class_date,
  start_time: '16:00',
  end_time: '17:00',
  status: 'active',
  spots_left: 4,
  ...more,
})

const instances = [
  session('long ago', '2026-11-16'),
  session('yesterday', '2026-11-22'),
  session('today', '2026-11-23'),
  session('mine', '2026-11-24'),
  session('full', '2026-11-25', { spots_left: 0 }),
  session('held', '2026-11-26', { spots_left: 0 }),
  session('off', '2026-11-27', { status: 'canceled' }),
  session('open', '2026-11-30'),
]
const me = { id: 'me', name: 'Dana', is_self: true }
const mia = { id: 'mia', name: 'Mia Parker', is_self: false }
const seats = [
  { class_instance_id: 'mine', status: 'paid', participant: me },
  { class_instance_id: 'held', status: 'held', participant: me },
] as const
const rows = sessionRows(instances, seats, at)
const shown = (view: Parameters<typeof rowsOf>[0]) => rowsOf(view, rows, at).map(({ session: { id } }) => id)

describe('the View filter', () => {
  it('hides sessions dated before the facility’s today and full ones, which are told in one line, and keeps today’s that is over', () => {
    expect(shown(undefined)).toEqual(['today', 'mine', 'held', 'off', 'open'])
    expect(fullSessions(rows).map(({ session: { id } }) => id)).toEqual(['full'])
    expect(rows.find((row) => row.session.id === 'today')?.state).toBe('over')
  })

  it('shows what can be chosen as available', () => {
    expect(shown('available')).toEqual(['held', 'open'])
  })

  it('shows the past with the latest first', () => {
    expect(shown('past')).toEqual(['yesterday', 'long ago'])
  })

  it('shows all by date', () => {
    expect(shown('all')).toEqual(instances.map(({ id }) => id))
  })
})

describe('a page of sessions', () => {
  const many = Array.from({ length: 13 }, (_, index) => index)

  it('has six', () => {
    expect(pageOf(many, 1)).toEqual({ page: 1, pages: 3, rows: [0, 1, 2, 3, 4, 5] })
    expect(pageOf(many, 3)).toEqual({ page: 3, pages: 3, rows: [12] })
  })

  it('that is not there is the last one', () => {
    expect(pageOf(many, 99).page).toBe(3)
    expect(pageOf([], 2)).toEqual({ page: 1, pages: 1, rows: [] })
  })
})

describe('a session of a family', () => {
  const family = [...seats, { class_instance_id: 'open', status: 'registered', participant: mia } as const]
  const stateOf = (id: string, coming: readonly string[]) =>
    sessionRows(instances, family, at, (person) => coming.includes(person.id), true).find(
      ({ session }) => session.id === id,
    )

  it('is open for a sibling, and says who has a seat', () => {
    expect(stateOf('open', ['me', 'leo'])).toMatchObject({ state: 'open', names: ['Mia Parker'] })
    expect(stateOf('mine', ['mia'])).toMatchObject({ state: 'open', names: ['You'] })
  })

  it('cannot be booked for someone who has a seat', () => {
    expect(stateOf('open', ['leo', 'mia'])?.state).toBe('registered')
    expect(stateOf('mine', ['me'])?.state).toBe('registered')
  })
})
