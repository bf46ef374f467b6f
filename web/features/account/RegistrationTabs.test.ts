import { describe, expect, it } from 'vitest'
import { statusChip } from './RegistrationCard.tsx'
import { isCampOver } from './RegistrationTabs.tsx'

const slot = (date: string, start_time: string, end_time: string) => ({ date, start_time, end_time })
const camp = (camp_timeslots: ReturnType<typeof slot>[], end_date = '2026-06-09') => ({
  start_date: '2026-06-08',
  end_date,
  camp_timeslots,
})

describe('the days of a camp', () => {
  it('are over with the last timeslot, or else with the last day, by the facility’s clock', () => {
    const zone = 'America/Chicago'
    const ended = new Date('2026-06-09T17:00:00Z')
    expect(isCampOver(camp([slot('2026-06-09', '09:00', '12:00')]), ended, zone)).toBe(true)
    expect(isCampOver(camp([slot('2026-06-09', '09:00', '12:30')]), ended, zone)).toBe(false)
    expect(isCampOver(camp([]), new Date('2026-06-10T04:59:59Z'), zone)).toBe(false)
    expect(isCampOver(camp([]), new Date('2026-06-10T05:00:00Z'), zone)).toBe(true)
  })
})

it.each([
  [0, 'Canceled'],
  [20, 'Canceled, Refunded'],
])('a canceled registration of which $%d came back reads %s', (refunded_amount, label) => {
  expect(statusChip({ status: 'canceled', total_cost: 20, refunded_amount }).label).toBe(label)
})
