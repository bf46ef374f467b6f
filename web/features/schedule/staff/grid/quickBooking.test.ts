import { describe, expect, it } from 'vitest'
import { noTax } from '../../../../../shared/domain/money/salesTax.ts'
import { at, facility, scheduleOf } from './dayGrid.fixture.ts'
import { dayLayout } from './dayLayout.ts'
import { selectCells } from './daySelection.ts'
import { bookedText, lengthsFrom, placePrice, quickPlace, quickRequest, takeLabel } from './quickBooking.ts'

const day = '2026-11-24'

describe('the quick booking', () => {
  const layout = dayLayout(day, facility, scheduleOf(), new Date(0))
  const place = (first: [number, number], last: [number, number], now = at(day, '12:00')) => {
    const cell = ([row, column]: [number, number]) => ({ row, column })
    const selection = selectCells(layout, cell(first), cell(last))
    const found = selection && quickPlace(layout, selection, now)
    if (!found) throw new Error('Nothing is selected.')
    return found
  }
  const nobody = { name: '', phone: '', accountId: null, reason: '', paidBy: null, total: 2_000 } as const

  it('prices all cages for all of the time', () => {
    const both = place([2, 0], [4, 1])
    expect(both.title).toBe('Cages 1 and 2, 4:00–5:30 PM')
    expect(placePrice(both, 0, noTax)).toBe(9_000)
    expect(placePrice(both, 10, { percent: 8.25, added: true })).toBe(8_768)
  })

  it('of a walk-in names nobody, and compares the price', () => {
    const request = quickRequest(place([2, 0], [2, 0]), { ...nobody, paidBy: 'cash' })
    expect(request).toMatchObject({ walk_in: true, status: 'paid', payment_method: 'cash', totalAmount: 20 })
    expect(request).not.toHaveProperty('override_reason')
  })

  it('takes money only on its own day, from two hours before the start on', () => {
    const takes = (now: Date) => place([2, 0], [2, 0], now).takesMoney
    expect(takes(at('2026-11-07', '15:30'))).toBe(false)
    expect(takes(at(day, '13:59'))).toBe(false)
    expect(takes(at(day, '14:00'))).toBe(true)
    expect(takes(at(day, '16:10'))).toBe(true)
    expect(takes(at('2026-11-25', '16:10'))).toBe(false)
  })

  it('says on its button what is taken and how', () => {
    expect(takeLabel('cash', 2_000)).toBe('Book & Take $20 Cash')
    expect(takeLabel('desk_card', 2_450)).toBe('Book & Take $24.50 by Card')
  })

  it('for an account leaves the price to the server', () => {
    const request = quickRequest(place([2, 0], [2, 0]), { ...nobody, accountId: 'ana' })
    expect(request).not.toHaveProperty('totalAmount')
    expect(request).not.toHaveProperty('walk_in')
  })

  it('needs a reason for what has passed and outside of the hours, but not for the half hour that runs', () => {
    const now = at(day, '16:10')
    expect(place([2, 0], [3, 0], now)).toMatchObject({ rule: null, hasBegun: true })
    const running = quickRequest(place([2, 0], [2, 0], now), nobody)
    expect(running.override_reason).toContain('Walk-in')
    expect(running.check_in).toBe(true)
    expect(quickRequest(place([2, 0], [3, 0]), nobody)).not.toHaveProperty('check_in')
    expect(place([2, 0], [2, 0], at(day, '16:30')).rule).toBe('past')
    expect(place([1, 0], [2, 0])).toMatchObject({ rule: 'closed' })
    const late = place([2, 0], [2, 0], at(day, '17:00'))
    expect(quickRequest(late, { ...nobody, reason: ' Forgotten ' }).override_reason).toBe('Forgotten')
  })

  it('offers lengths up to two hours, as far as it is free', () => {
    expect(lengthsFrom(3).map(({ label }) => label)).toEqual(['30 min', '1 h', '1.5 h'])
    expect(bookedText('Walk-in', place([2, 0], [2, 0]), 2_000, true)).toBe(
      'Walk-in: Cage 1, 4:00–4:30 PM. $20.00 paid.',
    )
  })
})
