import { expect, it } from 'vitest'
import type { NextUpItem } from '../../../shared/contract/accounts/nextUp.ts'
import { dayWords, rowsOf } from './NextUp.tsx'

const camp: NextUpItem = {
  ...{ kind: 'camp', id: 'r1', key: 'r1-1', title: 'Skills', place: null, day: '2026-12-07' },
  ...{ start_time: '09:00:00', end_time: '12:00:00', part: { number: 1, of: 3 }, cost: 180, paid: true },
  change: { allowed: true, until: '2026-11-30T15:00:00.000Z', reason: null },
  ...{ participant: { id: 'mia', name: 'Mia' }, booked_by: null },
}
const leo: NextUpItem = { ...camp, id: 'r2', key: 'r2-1', participant: { id: 'leo', name: 'Leo' } }

it('brothers and sisters in one camp are one row with both names, tickets and the sum', () => {
  const [row, ...more] = rowsOf([camp, leo])
  expect(more).toEqual([])
  expect(row).toMatchObject({ ids: ['r1', 'r2'], item: { cost: 360, participant: { name: 'Mia and Leo' } } })
})

it('what starts last on a page waits for the next page, which may have a brother of it', () => {
  const second = { key: 'r1-2', day: '2026-12-08' }
  expect(rowsOf([camp, leo, { ...camp, ...second }], true).map(({ item }) => item.day)).toEqual([
    '2026-12-07',
  ])
  expect(rowsOf([camp, leo, { ...camp, ...second }])).toHaveLength(2)
  // A family that fills a page is shown, and nothing else waits: cage time is never joined.
  expect(rowsOf([camp, leo], true)).toHaveLength(1)
  expect(rowsOf([camp, { ...camp, kind: 'booking', key: 'b1' }], true)).toHaveLength(1)
})

it('another day, what is not paid, another rule and cage time stay rows of their own', () => {
  const others: NextUpItem[] = [
    { ...leo, day: '2026-12-08' },
    { ...leo, paid: false },
    { ...leo, change: { ...leo.change, allowed: false, reason: 'change_too_late' } },
    { ...leo, participant: null },
    { ...leo, booked_by: 'Dana' },
  ]
  for (const other of others) expect(rowsOf([camp, other])).toHaveLength(2)
  const lane = (key: string): NextUpItem => ({ ...camp, kind: 'booking', key, part: null })
  expect(rowsOf([lane('b1'), lane('b2')])).toHaveLength(2)
})

it('a day is near, or written as in the lists below', () => {
  const words = (day: string) => dayWords(day, '2026-12-30')
  expect(words('2026-12-30')).toBe('Today, Wed, Dec 30')
  expect(words('2026-12-31')).toBe('Tomorrow, Thu, Dec 31')
  expect(words('2027-01-02')).toBe('Sat, Jan 2, 2027')
})
