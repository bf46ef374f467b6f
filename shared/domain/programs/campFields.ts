/** The defaults and limits of a camp, and how its times are entered (spec 3 §5, §9). */
import { addDays, daysBetween } from '../time/time.ts'

/** Each session of a camp reserves as many cages. */
export const cagesPerCampSession = 3

/** A camp before anything is entered. */
export const campDefaults = {
  sport: 'baseball',
  focus: 'all-around',
  max_spots: 20,
  min_age: 8,
  max_age: 12,
  published: false,
  registration_enabled: true,
  pay_on_arrival_enabled: true,
} as const

export const campAges = { youngest: 5, oldest: 18 } as const
export const campSports = ['baseball', 'softball'] as const
export const campFocuses = ['all-around', 'hitting', 'fielding', 'pitching'] as const

/** Each day of each cage is a lock of the database, so a save does not take any number of them. */
export const mostCampTimeslots = 60
export const mostCampCoaches = 20
export const mostBulletPoints = 20
/** How many new dates one act may copy a camp to: the weeks of a summer. */
export const mostCampCopies = 15
/** 'Image must be smaller than 5MB' (spec 3 §5), in bytes. */
export const mostBannerBytes = 5 * 1024 * 1024 - 1

const FIRST_HALF_HOUR = 16
const LAST_HALF_HOUR = 44

/** The wall times that a session may start or end at: 8:00 AM to 10:00 PM in 30-minute steps (spec 3 §5). */
export const campTimes: readonly string[] = Array.from(
  { length: LAST_HALF_HOUR - FIRST_HALF_HOUR + 1 },
  (_, index) => {
    const halves = FIRST_HALF_HOUR + index
    return `${String(Math.floor(halves / 2)).padStart(2, '0')}:${halves % 2 === 0 ? '00' : '30'}`
  },
)

/** A session as it is entered, on the facility's clock. */
export interface EnteredTimeslot {
  readonly date: string
  readonly start_time: string
  readonly end_time: string
}

/** By day, then by start: how sessions are listed. */
export const byTime = (a: EnteredTimeslot, b: EnteredTimeslot): number =>
  `${a.date} ${a.start_time}`.localeCompare(`${b.date} ${b.start_time}`)

/** The first of these sessions that begins before another one of the same day has ended; undefined when none does. */
export function overlappingTimeslot<Slot extends EnteredTimeslot>(slots: readonly Slot[]): Slot | undefined {
  const sorted = slots.toSorted(byTime)
  return sorted.find((slot, index) => {
    const before = sorted[index - 1]
    return before !== undefined && before.date === slot.date && slot.start_time < before.end_time
  })
}

/** The text that the ages fill in: '8-12 years'. */
export const ageGroupText = (min: number, max: number): string => `${min}-${max} years`

/** Something with days, as it would be if it began on another one. */
export function shiftedTo<Slot extends EnteredTimeslot>(
  camp: { readonly start_date: string; readonly end_date: string; readonly timeslots: readonly Slot[] },
  startDate: string,
): { start_date: string; end_date: string; timeslots: Slot[] } {
  const days = daysBetween(camp.start_date, startDate)
  return {
    start_date: startDate,
    end_date: addDays(camp.end_date, days),
    timeslots: camp.timeslots.map((slot) => ({ ...slot, date: addDays(slot.date, days) })),
  }
}
