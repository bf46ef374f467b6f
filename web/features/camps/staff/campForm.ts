/** What the form of a camp has in its fields, how its times are filled in, and what it sends (spec 3 §5, §9). */

import type { z } from 'zod'
import type { newCamp, StaffCamp } from '../../../../shared/contract/programs/staffCamps.ts'
import {
  ageGroupText,
  byTime,
  campDefaults,
  type EnteredTimeslot,
  mostCampTimeslots,
} from '../../../../shared/domain/programs/campFields.ts'
import { addDays, daysBetween } from '../../../../shared/domain/time/time.ts'
import { moneyText, readNumber } from '../../../ui/typedNumber.ts'

export interface TimeslotValues extends EnteredTimeslot {
  /** Of a session that is saved. */
  readonly id?: string | undefined
}

/** Numbers as they are typed. */
export interface CampValues {
  readonly name: string
  readonly start_date: string
  readonly end_date: string
  readonly price: string
  readonly age_group: string
  readonly min_age: string
  readonly max_age: string
  readonly max_spots: string
  readonly sport: StaffCamp['sport']
  readonly focus: StaffCamp['focus']
  readonly level: NonNullable<StaffCamp['level']> | ''
  readonly description: string
  readonly bullet_points: readonly string[]
  readonly what_to_bring: string
  readonly banner_url: string | null
  readonly timeslots: readonly TimeslotValues[]
  readonly coach_ids: readonly string[]
  readonly published: boolean
  readonly registration_enabled: boolean
  readonly pay_on_arrival_enabled: boolean
}

/** A new camp (spec 3 §9). */
export const emptyCamp: CampValues = {
  name: '',
  start_date: '',
  end_date: '',
  price: '',
  age_group: ageGroupText(campDefaults.min_age, campDefaults.max_age),
  min_age: String(campDefaults.min_age),
  max_age: String(campDefaults.max_age),
  max_spots: String(campDefaults.max_spots),
  sport: campDefaults.sport,
  focus: campDefaults.focus,
  level: '',
  description: '',
  bullet_points: [''],
  what_to_bring: '',
  banner_url: null,
  timeslots: [],
  coach_ids: [],
  published: campDefaults.published,
  registration_enabled: campDefaults.registration_enabled,
  pay_on_arrival_enabled: campDefaults.pay_on_arrival_enabled,
}

export const valuesOf = (camp: StaffCamp): CampValues => ({
  name: camp.name,
  start_date: camp.start_date,
  end_date: camp.end_date,
  price: moneyText(camp.price),
  age_group: camp.age_group,
  min_age: String(camp.min_age),
  max_age: String(camp.max_age),
  max_spots: String(camp.max_spots),
  sport: camp.sport,
  focus: camp.focus,
  level: camp.level ?? '',
  description: camp.description ?? '',
  bullet_points: camp.bullet_points.length > 0 ? camp.bullet_points : [''],
  what_to_bring: camp.what_to_bring ?? '',
  banner_url: camp.banner_url,
  timeslots: camp.camp_timeslots.map(({ id, date, start_time, end_time }) => ({
    ...{ id, date, start_time, end_time },
  })),
  coach_ids: camp.camp_coaches.map(({ coach }) => coach.id),
  published: camp.published,
  registration_enabled: camp.registration_enabled,
  pay_on_arrival_enabled: camp.pay_on_arrival_enabled,
})

/** A camp as it was before a save, and as it is since. */
export interface CampChange {
  readonly former: StaffCamp
  readonly saved: StaffCamp
}

/**
 * The values of before a save, to be saved over the camp as it is now. Sessions that went get new ones; a picture that was
 * replaced is gone, so the present one stays.
 */
export const valuesBefore = (former: StaffCamp, now: StaffCamp): CampValues => ({
  ...valuesOf(former),
  banner_url: now.banner_url,
  timeslots: valuesOf(former).timeslots.map(({ id, ...slot }) =>
    now.camp_timeslots.some((kept) => kept.id === id) ? { id, ...slot } : slot,
  ),
})

/** The fields as `create_camp` and `update_camp` take them. */
export const requestOf = (values: CampValues): z.input<typeof newCamp> => ({
  p_name: values.name,
  p_start_date: values.start_date,
  p_end_date: values.end_date,
  p_price: readNumber(values.price),
  p_age_group: values.age_group,
  p_max_spots: readNumber(values.max_spots),
  p_banner_url: values.banner_url,
  p_published: values.published,
  p_min_age: readNumber(values.min_age),
  p_max_age: readNumber(values.max_age),
  p_sport: values.sport,
  p_focus: values.focus,
  p_level: values.level,
  p_description: values.description,
  p_bullet_points: values.bullet_points.map((point) => point.trim()).filter(Boolean),
  p_what_to_bring: values.what_to_bring,
  p_timeslots: values.timeslots.toSorted(byTime),
  p_coach_ids: [...values.coach_ids],
  p_registration_enabled: values.registration_enabled,
  p_pay_on_arrival_enabled: values.pay_on_arrival_enabled,
})

/** Whether it can be sent (spec 3 §5): the buttons wait for name, start and end date. */
export const canSave = ({ name, start_date, end_date }: CampValues): boolean =>
  name.trim() !== '' && start_date !== '' && end_date !== ''

const MOST_DAYS_OFFERED = 42

/** The days of a camp, to fill with times; a very long one is offered its first weeks. */
export function daysOf({ start_date, end_date }: Pick<CampValues, 'start_date' | 'end_date'>): string[] {
  if (start_date === '' || end_date === '' || end_date < start_date) return []
  const count = Math.min(daysBetween(start_date, end_date) + 1, MOST_DAYS_OFFERED)
  return Array.from({ length: count }, (_, index) => addDays(start_date, index))
}

/** The times with the same time on several days added; a day that has something then keeps it. */
export function filled(
  timeslots: readonly TimeslotValues[],
  days: readonly string[],
  time: { readonly start_time: string; readonly end_time: string },
): TimeslotValues[] {
  const isFree = (date: string) =>
    timeslots.every(
      (slot) => slot.date !== date || slot.end_time <= time.start_time || time.end_time <= slot.start_time,
    )
  const added = days.filter(isFree).map((date) => ({ date, ...time }))
  return [...timeslots, ...added].slice(0, mostCampTimeslots).toSorted(byTime)
}

/** The times that are on no day of the camp, because its dates were changed. */
export const outside = ({ start_date, end_date, timeslots }: CampValues): readonly TimeslotValues[] =>
  start_date === '' || end_date === ''
    ? []
    : timeslots.filter(({ date }) => date < start_date || date > end_date)

/** All times moved so that the first is on the first day. */
export function movedToStart({ start_date, timeslots }: CampValues): TimeslotValues[] {
  const first = timeslots.toSorted(byTime)[0]
  const days = first ? daysBetween(first.date, start_date) : 0
  return timeslots.map((slot) => ({ ...slot, date: addDays(slot.date, days) }))
}

/** The ages with the text that they fill in. */
export const withAges = (values: CampValues, ages: Partial<Pick<CampValues, 'min_age' | 'max_age'>>) => {
  const { min_age, max_age } = { ...values, ...ages }
  return { min_age, max_age, age_group: ageGroupText(readNumber(min_age), readNumber(max_age)) }
}

/** What those registered would be told of: new dates, times or ages; or a price that is not theirs. */
export function changesToTell(camp: StaffCamp, values: CampValues): 'matters' | 'price' | 'nothing' {
  const before = valuesOf(camp)
  const partsOf = ({ start_date, end_date, min_age, max_age, timeslots }: CampValues) =>
    JSON.stringify([
      ...[start_date, end_date, readNumber(min_age), readNumber(max_age)],
      ...timeslots.toSorted(byTime).map(({ date, start_time, end_time }) => [date, start_time, end_time]),
    ])
  if (partsOf(before) !== partsOf(values)) return 'matters'
  return readNumber(before.price) === readNumber(values.price) ? 'nothing' : 'price'
}
