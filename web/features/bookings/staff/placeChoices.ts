/** What the desk's forms say of times and cages: what is free, what has the rest, and what it costs. */

import type { ListedBooking } from '../../../../shared/contract/bookings/bookingLists.ts'
import type { ScheduleDay } from '../../../../shared/contract/bookings/scheduleDay.ts'
import type { Facility } from '../../../../shared/contract/facility/facility.ts'
import type { Coach } from '../../../../shared/contract/lessons/coaches.ts'
import { coachFee } from '../../../../shared/domain/lessons/lessons.ts'
import { formatDollars } from '../../../../shared/domain/money/money.ts'
import { discounted, priceSessions, sessionPrice } from '../../../../shared/domain/money/pricing.ts'
import { taxOf } from '../../../../shared/domain/money/salesTax.ts'
import { formatMinutes, formatWallTime } from '../../../../shared/domain/time/timeFormat.ts'
import type { BookingForm } from './createBooking.ts'
import {
  inCage,
  outsideHours,
  startTimes,
  takingsOf,
  type Wanted,
  wantedTime,
  withCoach,
} from './dayAvailability.ts'

/** What the form knows, as far as it is loaded. */
export interface Choices {
  readonly schedule: ScheduleDay | undefined
  readonly coach: Coach | undefined
  readonly discountPercent: number | undefined
  readonly facility: Facility
  readonly now: Date
}

/** A cage as it can be chosen. */
export interface CageState {
  readonly id: string
  readonly name: string
  /** In cents for the length that is chosen. */
  readonly price: number
  /** What has it then; null where it is free or no time is chosen. */
  readonly taken: string | null
}

const cagesInService = (schedule: ScheduleDay | undefined) =>
  schedule?.cages.filter(({ is_active }) => is_active) ?? []

const timeOf = (form: BookingForm, { facility }: Choices, startTime = form.start_time): Wanted | null =>
  form.day && startTime ? wantedTime(form.day, startTime, form.duration_minutes, facility.time_zone) : null

export function cageStates(form: BookingForm, choices: Choices): CageState[] {
  const { schedule, facility } = choices
  const takings = schedule ? takingsOf(schedule, facility.time_zone) : []
  const wanted = timeOf(form, choices)
  return cagesInService(schedule).map((cage) => ({
    id: cage.id,
    name: cage.name,
    price: sessionPrice(cage, form.duration_minutes),
    taken: (wanted && inCage(takings, cage.id, wanted)?.text) ?? null,
  }))
}

/** A start time as it can be chosen. */
export interface StartState {
  /** `HH:mm` */
  readonly value: string
  /** '4:00 PM' */
  readonly text: string
  /** '3 free', or what is in its way. */
  readonly note: string | null
  /** Something has the time. */
  readonly isTaken: boolean
  /** Within the opening hours, and of a lesson the coach's; the desk may book other times with a reason. */
  readonly isUsual: boolean
}

/**
 * The half hours of the day and what is chosen outside of them, with what is in the way of each, or how many cages are
 * free. `coachStarts` are the times at which the coach can begin a lesson of that length; undefined while they are loaded.
 */
export function startStates(
  form: BookingForm,
  choices: Choices,
  coachStarts: readonly string[] | undefined,
): StartState[] {
  const { schedule, facility, now } = choices
  const cages = cagesInService(schedule)
  const takings = schedule ? takingsOf(schedule, facility.time_zone) : []
  const chosen = cages.filter(({ id }) => form.cage_ids.includes(id))
  const isLesson = form.kind === 'lesson' && form.coach_id !== ''
  return [...new Set([...startTimes, ...(form.start_time ? [form.start_time] : [])])].sort().map((value) => {
    const text = formatWallTime(value)
    const taken = (note: string, isUsual: boolean) => ({ value, text, note, isTaken: true, isUsual })
    const wanted = timeOf(form, choices, value)
    if (!wanted) return taken('the clocks change', false)
    const outside = outsideHours(wanted, form.day, facility, now)
    const isUsual = outside === null && !(isLesson && coachStarts && !coachStarts.includes(value))
    if (!schedule) return { value, text, note: outside, isTaken: false, isUsual }
    const busy = isLesson && withCoach(takings, form.coach_id, wanted)
    if (busy) return taken(`coach has ${busy.text}`, false)
    const full = chosen
      .map((cage) => ({ cage, by: inCage(takings, cage.id, wanted) }))
      .find(({ by }) => by !== undefined)
    if (full?.by) return taken(`${full.cage.name} has ${full.by.text}`, outside === null)
    const free = cages.filter(({ id }) => !inCage(takings, id, wanted)).length
    if (free === 0) return taken('no cage is free', outside === null)
    const note =
      outside ?? (isLesson && !isUsual ? 'coach is off' : chosen.length === 0 ? `${free} free` : null)
    return { value, text, note, isTaken: false, isUsual }
  })
}

export interface FormPrice {
  /** In cents. */
  readonly total: number
  /** What it is made of. */
  readonly parts: string
}

/** What it costs by the rules that the server has too; null where something is not chosen or not loaded yet. */
export function priceOf(form: BookingForm, choices: Choices): FormPrice | null {
  const { schedule, coach, discountPercent, facility } = choices
  const cages = cagesInService(schedule)
  const minutes = form.duration_minutes
  const length = formatMinutes(minutes)
  if (form.kind === 'lesson') {
    const cage =
      form.cage_ids.length > 0 ? cages.find(({ id }) => id === form.cage_ids[0]) : firstFree(form, choices)
    if (!coach || !cage) return null
    const fees = { coach: coachFee(coach.hourly_rate, minutes), cage: sessionPrice(cage, minutes) }
    const { total, tax } = discounted([fees.coach + fees.cage], 0, taxOf(facility, 'lessons'))
    return {
      total,
      parts: `${coach.name} ${formatDollars(fees.coach)} + ${cage.name} ${formatDollars(fees.cage)}, ${length}${taxPart(tax)}`,
    }
  }
  const chosen = cages.filter(({ id }) => form.cage_ids.includes(id))
  if (chosen.length === 0 || discountPercent === undefined) return null
  const sessions = chosen.map((rates) => ({ rates, minutes }))
  const { total, discount, tax } = priceSessions(sessions, discountPercent, taxOf(facility, 'cages'))
  const count = chosen.length === 1 ? '1 cage' : `${chosen.length} cages`
  const off = discount > 0 ? `, ${formatDollars(discount)} off for the member` : ''
  return { total, parts: `${count}, ${length}${off}${taxPart(tax)}` }
}

const taxPart = (cents: number): string => (cents > 0 ? `, with ${formatDollars(cents)} sales tax` : '')

/** The cage that a lesson gets where none is named: the first free one in the order of the list. */
function firstFree(form: BookingForm, choices: Choices) {
  const { schedule, facility } = choices
  const wanted = timeOf(form, choices)
  if (!schedule || !wanted) return undefined
  const takings = takingsOf(schedule, facility.time_zone)
  return cagesInService(schedule).find(({ id }) => !inCage(takings, id, wanted))
}

/** Bookings that get another time or cage, and what is known of the day. */
interface Moving {
  /** They are not in their own way. */
  readonly targets: readonly ListedBooking[]
  readonly to: Pick<BookingForm, 'day' | 'start_time' | 'duration_minutes'> & {
    /** Empty: each stays in its own. */
    readonly cage_id: string
  }
  readonly schedule: ScheduleDay | undefined
  readonly facility: Facility
  readonly now: Date
  /** What is taken cannot be chosen. */
  readonly onlyFree?: boolean
}

const inTheWay = ({ targets, schedule, facility }: Moving) =>
  (schedule ? takingsOf(schedule, facility.time_zone) : []).filter(
    ({ id }) => !targets.some((target) => target.id === id),
  )

/** Half hours of the day, with what is said of each: that it has passed, what has it, or that the facility is closed then. */
export function startChoices(moving: Moving) {
  const { targets, to, facility, now, onlyFree = false } = moving
  const others = inTheWay(moving)
  const cageIds = to.cage_id ? [to.cage_id] : targets.flatMap(({ cages }) => cages.map(({ id }) => id))
  const coachId = targets[0]?.coach_id
  return [...new Set([...startTimes, to.start_time])].sort().map((value) => {
    const text = formatWallTime(value)
    const wanted = wantedTime(to.day, value, to.duration_minutes, facility.time_zone)
    if (!wanted) return { value, label: `${text} · the clocks change`, disabled: true }
    const busy = coachId ? withCoach(others, coachId, wanted) : undefined
    const taken = busy ?? cageIds.map((id) => inCage(others, id, wanted)).find(Boolean)
    const outside = outsideHours(wanted, to.day, facility, now)
    const note = taken && outside !== 'has passed' ? taken.text : outside
    return { value, label: note ? `${text} · ${note}` : text, disabled: onlyFree && taken !== undefined }
  })
}

/** Cages in service, those that are taken at the time with what has them. */
export function cageChoices(moving: Moving) {
  const { targets, to, schedule, facility, onlyFree = false } = moving
  const others = inTheWay(moving)
  const wanted = wantedTime(to.day, to.start_time, to.duration_minutes, facility.time_zone)
  const listed = cagesInService(schedule)
  const own = (targets[0]?.cages ?? []).filter(({ id }) => !listed.some((cage) => cage.id === id))
  return [...own, ...listed].map(({ id, name }) => {
    const taken = wanted ? inCage(others, id, wanted) : undefined
    return {
      value: id,
      label: taken ? `${name} · ${taken.text}` : name,
      disabled: onlyFree && taken !== undefined,
    }
  })
}
