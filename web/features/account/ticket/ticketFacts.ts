/** What tickets say, from what the account's lists know (spec 1 §4, spec 2 §2). */
import type {
  CustomerCampRegistration,
  CustomerClassRegistration,
} from '../../../../shared/contract/accounts/accountRegistrations.ts'
import type { Change } from '../../../../shared/contract/accounts/changes.ts'
import type { Participation } from '../../../../shared/contract/accounts/participation.ts'
import type { ListedOwnBooking } from '../../../../shared/contract/bookings/bookings.ts'
import type { LessonTicket } from '../../../../shared/contract/lessons/lessons.ts'
import { formatHours } from '../../../../shared/domain/bookings/changeWords.ts'
import { shortNumber } from '../../../../shared/domain/bookings/shortNumber.ts'
import { centsFromDollars, formatDollars } from '../../../../shared/domain/money/money.ts'
import { campTimes } from '../../../../shared/domain/programs/camps.ts'
import {
  addDays,
  epochMs,
  facilityDay,
  facilityWallTime,
  minuteMs,
} from '../../../../shared/domain/time/time.ts'
import {
  dayInText,
  formatMinutes,
  formatTime,
  formatTimeRange,
  formatWallTimeRange,
} from '../../../../shared/domain/time/timeFormat.ts'
import type { Person } from '../../../components/participants/people.ts'
import { ageOn, fullNames } from '../../../components/participants/people.ts'
import type { TicketFacts } from '../../../components/ticket/Ticket.tsx'

/** Where and when a ticket is read, and by whom. */
export interface Reading {
  readonly now: Date
  readonly zone: string
  /** The reader's own name, and the family's ages. */
  readonly name: string
  readonly people: readonly Person[]
}

interface Sold extends Participation {
  readonly id: string
  readonly change: Change
  readonly total_cost: number
}

/** What all kinds of tickets have in common. */
function common(items: readonly Sold[], day: string, { name, people }: Reading) {
  const known = items.map(({ participant }) =>
    participant
      ? { ...participant, of: people.find(({ id }) => id === participant.id) }
      : { id: '', name, of: people.find(({ isSelf }) => isSelf) },
  )
  const each = known.filter(({ id }, index) => known.findIndex((other) => other.id === id) === index)
  const ages = each.flatMap(({ of }) => (of && !of.isSelf ? (ageOn(of, day) ?? []) : []))
  const years = ages.length === 1 ? `${ages[0]} years` : new Intl.ListFormat('en-US').format(ages.map(String))
  return {
    number: items[0] ? shortNumber(items[0].id) : null,
    who: { names: fullNames(each), more: ages.length < each.length ? '' : years, several: each.length > 1 },
    total: items.reduce((sum, { total_cost }) => sum + centsFromDollars(total_cost), 0),
    sessions: [],
    bring: '',
    of: '',
    people: each.length,
  }
}

/** 'Today, Tue, Nov 24', 'Tonight', 'Tomorrow' or only the day. */
export function nearDay(
  day: string,
  startWall: string,
  { now, zone }: Pick<Reading, 'now' | 'zone'>,
): string {
  const today = facilityDay(now, zone)
  const words = dayInText(day, today)
  if (day === today) return `${startWall >= '17:00' ? 'Tonight' : 'Today'}, ${words}`
  return day === addDays(today, 1) ? `Tomorrow, ${words}` : words
}

const andMore = (more: number): string => (more > 0 ? `, and ${more} more` : '')

/** Whether all of it is over or canceled: there is nothing left to come to. */
export function endOf(items: readonly { readonly change: Change }[]): 'over' | 'canceled' | null {
  const reasons = items.map(({ change }) => change.reason)
  if (!reasons.every((reason) => reason === 'already_over' || reason === 'already_canceled')) return null
  return reasons.includes('already_over') ? 'over' : 'canceled'
}

type Standing = 'paid' | 'owed' | 'canceled' | 'refunded'

/** How it stands with the money; `card` where it was paid just now. */
function paidOf(items: readonly (Sold & { standing: Standing })[], card?: string): TicketFacts['paid'] {
  const kept = items.filter(({ standing }) => standing === 'paid' || standing === 'owed')
  if (kept.length === 0) {
    const refunded = items.some(({ standing }) => standing === 'refunded')
    return { good: false, text: refunded ? 'Canceled, refunded' : 'Canceled' }
  }
  const owed = kept.filter(({ standing, total_cost }) => standing === 'owed' && total_cost > 0)
  const cents = owed.reduce((sum, { total_cost }) => sum + centsFromDollars(total_cost), 0)
  if (owed.length === 0) {
    const free = kept.every(({ total_cost }) => total_cost === 0)
    return { good: true, text: free ? 'Nothing to pay' : card ? `Paid · ${card}` : 'Paid' }
  }
  if (endOf(kept)) {
    const isAll = owed.length === items.length
    return { good: false, text: isAll ? 'Not paid yet' : `${formatDollars(cents)} not paid yet` }
  }
  if (owed.length < items.length) return { good: false, text: `${formatDollars(cents)} to pay on arrival` }
  return { good: false, text: 'Pay on arrival: card or cash' }
}

const statusOf = (status: string, refunded: number): Standing => {
  if (status === 'canceled') return refunded > 0 ? 'refunded' : 'canceled'
  return status === 'paid' ? 'paid' : 'owed'
}

/** 'Cage 4' as 'Cage' and '4'; another name as it is. */
export const cageSide = (name: string): { label: string; value: string } => ({
  label: 'Cage',
  value: /^cage (\S+)$/i.exec(name)?.[1] ?? name,
})

export function cageFacts(
  bookings: readonly ListedOwnBooking[],
  at: Reading,
  card?: string,
): TicketFacts | null {
  const [first] = bookings
  if (!first) return null
  const { zone } = at
  const day = facilityDay(first.start_time, zone)
  const rangeOf = ({ start_time, end_time }: ListedOwnBooking) => formatTimeRange(start_time, end_time, zone)
  const minutes = bookings.reduce(
    (sum, { start_time, end_time }) => sum + (epochMs(end_time) - epochMs(start_time)) / minuteMs,
    0,
  )
  const others = bookings.filter((booking) => rangeOf(booking) !== rangeOf(first)).length
  const { people, ...facts } = common(bookings, day, at)
  return {
    ...facts,
    kind: 'cage',
    title: 'Cage',
    day: `${nearDay(day, facilityWallTime(first.start_time, zone), at)}${andMore(others)}`,
    time: rangeOf(first),
    side:
      bookings.length === 1 || people === 0
        ? cageSide(first.cage_name)
        : { label: 'Cages', value: String(bookings.length) },
    sessions: bookings.map((booking) => `${booking.cage_name} · ${rangeOf(booking)}`),
    paid: paidOf(
      bookings.map((one) => ({ ...one, standing: statusOf(one.status, one.refunded_amount) })),
      card,
    ),
    of: formatMinutes(minutes),
  }
}

export function lessonFacts(lesson: LessonTicket, at: Reading, card?: string): TicketFacts {
  const { lesson_date: day, start_time, end_time, status, payment_status } = lesson
  const { people: _, ...facts } = common([lesson], day, at)
  const refunded = payment_status === 'refunded' ? 1 : 0
  return {
    ...facts,
    kind: 'lesson',
    title: `Lesson with ${lesson.coach_name}`,
    day: nearDay(day, start_time, at),
    time: formatWallTimeRange({ start_time, end_time }),
    side: cageSide(lesson.cage_name),
    paid: paidOf(
      [{ ...lesson, standing: statusOf(status === 'canceled' ? status : payment_status, refunded) }],
      card,
    ),
    of: `${lesson.duration_minutes} min`,
  }
}

export function classFacts(
  seats: readonly CustomerClassRegistration[],
  at: Reading,
  card?: string,
): TicketFacts | null {
  const [first] = seats
  if (!first) return null
  const { class_date: day, start_time, end_time, classes, coach_name } = first.class_instances
  const dates = [
    ...new Map(seats.map(({ class_instance_id: id, class_instances }) => [id, class_instances])).values(),
  ]
  const { people, who, ...facts } = common(seats, day, at)
  const coach = coach_name && `with ${coach_name}`
  return {
    ...facts,
    who: { ...who, more: [who.more, coach].filter(Boolean).join(' · ') },
    kind: 'class',
    bring: [...new Set(seats.flatMap(({ class_instances: of }) => of.classes.what_to_bring ?? []))].join(
      '\n',
    ),
    title: `Class · ${classes.name}`,
    day: `${nearDay(day, start_time, at)}${andMore(dates.length - 1)}`,
    time: formatWallTimeRange({ start_time, end_time }),
    side: dates.length > 1 ? { label: 'Sessions', value: String(dates.length) } : playersSide(people),
    sessions: dates.map(
      ({ class_date, ...session }) =>
        `${dayInText(class_date, facilityDay(at.now, at.zone))}, ${formatWallTimeRange(session)}`,
    ),
    paid: paidOf(
      seats.map((one) => ({ ...one, standing: statusOf(one.status, one.refunded_amount) })),
      card,
    ),
    of: timesEach(seats),
  }
}

const playersSide = (people: number) => (people > 1 ? { label: 'Players', value: String(people) } : null)

/** '3 × $25.00'; empty for one, and where they cost differently. */
function timesEach(items: readonly Sold[]): string {
  const [first] = items
  if (!first || items.length < 2 || items.some(({ total_cost }) => total_cost !== first.total_cost)) return ''
  return `${items.length} × ${formatDollars(centsFromDollars(first.total_cost))}`
}

export function campFacts(
  seats: readonly CustomerCampRegistration[],
  at: Reading,
  card?: string,
): TicketFacts | null {
  const [first] = seats
  if (!first) return null
  const { camps: camp } = first
  const { start_date: day, end_date: last, camp_timeslots: slots } = camp
  const [slot] = slots
  const { people, ...facts } = common(seats, day, at)
  const today = facilityDay(at.now, at.zone)
  const times = campTimes(camp)
  return {
    ...facts,
    kind: 'camp',
    title: camp.name,
    day:
      day === last
        ? nearDay(day, slot?.start_time ?? '', at)
        : `${dayInText(day, today)} to ${dayInText(last, today)}`,
    time: slot ? formatWallTimeRange(slot) : '',
    side: playersSide(people),
    sessions:
      times.length > 1
        ? slots.map(
            ({ date, start_time, end_time }) =>
              `${dayInText(date, today)}, ${formatWallTimeRange({ start_time, end_time })}`,
          )
        : [],
    bring: camp.what_to_bring ?? '',
    paid: paidOf(
      seats.map((one) => ({ ...one, standing: statusOf(one.status, one.refunded_amount) })),
      card,
    ),
    of: timesEach(seats),
  }
}

/** Something of a ticket that may still be changed. */
export interface Changeable {
  readonly start: Date
  readonly change: Change
}

/** The rule of a ticket: the sentence before and after its date, or that only a call helps; null where nothing is ahead. */
export interface Rule {
  readonly before: string
  readonly until: string
  readonly after: string
  readonly calls: boolean
}

/** The rule as a date; one sentence where the dates differ. It never contradicts Move and Cancel, which are there with it. */
export function ruleOf(
  kind: TicketFacts['kind'],
  items: readonly Changeable[],
  { now, zone }: Pick<Reading, 'now' | 'zone'>,
): Rule | null {
  const open = items.filter(({ change }) => change.allowed)
  const isLate = items.some(({ change }) => change.reason === 'change_too_late')
  const seat = kind === 'class' || kind === 'camp'
  const verb = seat ? 'cancel' : 'move or cancel'
  const [first] = open
  if (!first)
    return isLate ? { before: `To ${verb} it, please call `, until: '', after: '', calls: true } : null
  const calls = isLate
  const untils = new Set(open.map(({ change }) => change.until))
  if (untils.size > 1) {
    const hours = Math.round((first.start.getTime() - epochMs(first.change.until)) / (60 * minuteMs))
    const ahead = hours === 0 ? 'until it starts' : `up to ${formatHours(hours)} before it starts`
    return { before: `You can ${verb} each session here ${ahead}.`, until: '', after: '', calls }
  }
  const { until, refund_amount } = first.change
  const moment = `${dayInText(facilityDay(until, zone), facilityDay(now, zone))}, ${formatTime(until, zone)}`
  const before =
    seat && refund_amount > 0
      ? 'Full refund until '
      : `You can ${verb} ${items.length > 1 ? 'them' : 'it'} here until `
  const others = open.length > 2 ? 'the others' : 'the other'
  const after = seat && open.length > 1 ? `. You can cancel one and keep ${others}.` : '.'
  return { before, until: moment, after, calls }
}
