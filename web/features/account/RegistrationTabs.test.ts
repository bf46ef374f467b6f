import { describe, expect, it } from 'vitest'
import { campDates } from '../../../shared/domain/camps.ts'
import { campTimes, isCampOver } from './RegistrationTabs.tsx'

const slot = (date: string, start_time: string, end_time: string) => ({ date, start_time, end_time })
const camp = (camp_timeslots: ReturnType<typeof slot>[], end_date = '2026-06-09') => ({
  start_date: '2026-06-08',
  end_date,
  camp_timeslots,
})

describe('the days of a camp', () => {
  it('read as M/dd/yyyy', () => {
    expect(campDates(camp([]))).toBe('6/08/2026 - 6/09/2026')
    expect(campDates(camp([], '2026-06-08'))).toBe('6/08/2026')
  })

  it('say the hours once when every day has the same', () => {
    const same = [slot('2026-06-08', '09:00', '12:00'), slot('2026-06-09', '09:00', '12:00')]
    expect(campTimes(camp(same))).toEqual(['9:00 AM - 12:00 PM'])
    expect(campTimes(camp([]))).toEqual([])
  })

  it('say the hours day by day when they differ', () => {
    const mixed = [slot('2026-06-08', '09:00', '12:00'), slot('2026-06-09', '13:00', '16:00')]
    expect(campTimes(camp(mixed))).toEqual(['Mon Jun 8, 9:00 AM - 12:00 PM', 'Tue Jun 9, 1:00 PM - 4:00 PM'])
  })

  it('are over with the last timeslot, or else with the last day, by the facility’s clock', () => {
    const zone = 'America/Chicago'
    const ended = new Date('2026-06-09T17:00:00Z')
    expect(isCampOver(camp([slot('2026-06-09', '09:00', '12:00')]), ended, zone)).toBe(true)
    expect(isCampOver(camp([slot('2026-06-09', '09:00', '12:30')]), ended, zone)).toBe(false)
    expect(isCampOver(camp([]), new Date('2026-06-10T04:59:59Z'), zone)).toBe(false)
    expect(isCampOver(camp([]), new Date('2026-06-10T05:00:00Z'), zone)).toBe(true)
  })
})
