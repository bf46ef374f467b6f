/** What one row of a file says, and what is wrong with it by itself. Nothing here reads the database. */

import type { z } from 'zod'
import { MOST_PARTICIPANTS } from '../../../../shared/contract/accounts/households.ts'
import type { ImportReason } from '../../../../shared/contract/people/imports.ts'
import { emailAddressOr, manyLines, personName } from '../../../../shared/contract/text.ts'
import { isAligned, slotMs } from '../../../../shared/domain/bookings/slots.ts'
import { mostDaysAhead } from '../../../../shared/domain/bookings/terms.ts'
import { lessonTime, longestLesson } from '../../../../shared/domain/lessons/lessons.ts'
import type { SalesTax } from '../../../../shared/domain/money/salesTax.ts'
import { type ImportField, importFields } from '../../../../shared/domain/people/importFields.ts'
import { ACCOUNT_AGE, fullYears } from '../../../../shared/domain/programs/ages.ts'
import {
  addDays,
  daysBetween,
  facilityDay,
  instantOf,
  minuteMs,
} from '../../../../shared/domain/time/time.ts'
import { NOT_A_PHONE_NUMBER, readPhone } from '../../../phoneNumber.ts'

/** Cage time, or a lesson where it has a coach. */
export interface WantedBooking {
  /** Empty: any cage that is free, for a lesson only. */
  readonly cage: string
  /** By name or email; empty: cage time. */
  readonly coach: string
  readonly start: Date
  readonly end: Date
  /** Null: what the price list says. */
  readonly cents: number | null
  /** It was paid elsewhere, so nothing is due here. */
  readonly paid: boolean
}

export interface WantedPerson {
  readonly isCoach: boolean
  readonly name: string
  readonly email: string | null
  readonly phone: string | null
  readonly birthDate: string | null
  readonly children: readonly { readonly name: string; readonly birthDate: string | null }[]
  readonly notes: readonly string[]
  readonly coach: { readonly cents: number; readonly bio: string | null }
  readonly booking: WantedBooking | null
}

export interface Columns {
  readonly headings: readonly string[]
  readonly columns: readonly string[]
}

export interface Moment {
  readonly now: Date
  readonly zone: string
  /** For bookings of which a row names no price. */
  readonly taxes: { readonly cages: SalesTax; readonly lessons: SalesTax }
}

/** A name as it is compared: without case, accents and extra blanks. */
export const folded = (name: string): string =>
  name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/g, ' ').trim()

const DEFAULT_COACH_CENTS = 5_000
const OLDEST = '1900-01-01'

/** Reads the cells by what their columns are. A row with reasons is not taken. */
export function readRow(
  cells: readonly string[],
  { headings, columns }: Columns,
  at: Moment,
): { wanted: WantedPerson; reasons: ImportReason[] } {
  const reasons: ImportReason[] = []
  const headingOf = (field: ImportField) => headings[columns.indexOf(field)] ?? importFields[field].label
  const wrong = (field: ImportField, message: string, column = headingOf(field)) => {
    reasons.push({ column, message })
    return null
  }
  const cell = (field: ImportField) => cells[columns.indexOf(field)] ?? ''
  const all = (field: ImportField) =>
    columns.flatMap((column, index) => (column === field && cells[index] ? [cells[index]] : []))
  const parsed = <T>(field: ImportField, schema: z.ZodType<T>, text: string): T | null => {
    const result = schema.safeParse(text)
    return result.success
      ? result.data
      : wrong(field, result.error.issues[0]?.message ?? 'Look at this again.')
  }
  const today = facilityDay(at.now, at.zone)
  const date = (field: ImportField, text: string, isBirth = false, column?: string) => {
    const day = readDate(text, isBirth ? today : null)
    if (day === null) return wrong(field, 'Write the date like 4/30/2015.', column)
    if (isBirth && day > today) return wrong(field, 'This birth date is in the future.', column)
    return isBirth && day < OLDEST ? wrong(field, 'Write the year with four digits.', column) : day
  }
  const amount = (field: ImportField) => {
    const text = cell(field).replace(/[$,\s]/g, '')
    if (text === '') return null
    return /^\d{1,6}(\.\d{1,2})?$/.test(text)
      ? Math.round(Number(text) * 100)
      : wrong(field, 'Enter a price, like 24 or 24.50.')
  }

  const nameField = columns.includes('name') || !columns.includes('first_name') ? 'name' : 'first_name'
  const written = cell('name') || `${cell('first_name')} ${cell('last_name')}`.trim()
  const name = parsed(nameField, personName(200, 'Enter a name.'), unreversed(written)) ?? ''
  const email =
    cell('email') && parsed('email', emailAddressOr('Enter an email, like pat@example.com.'), cell('email'))
  const phone = cell('phone') && (readPhone(cell('phone')) ?? wrong('phone', NOT_A_PHONE_NUMBER))
  const birthDate = cell('birth_date') && date('birth_date', cell('birth_date'), true)
  if (birthDate && fullYears(birthDate, today) < ACCOUNT_AGE)
    wrong('birth_date', `Customers are ${ACCOUNT_AGE} or older. Enter a child in a row of a parent.`)
  const role = folded(cell('role'))
  const isCoach = /^(coach|instructor|trainer)(es|s)?$/.test(role)
  if (!isCoach && !/^((customer|client|member|parent|user|adult|guest|person|player)s?)?$/.test(role))
    wrong('role', 'Write Customer or Coach. Other roles are given on the Users page.')
  const children = isCoach ? [] : childrenOf()
  if (children.length > MOST_PARTICIPANTS)
    wrong('child_name', `A family has at most ${MOST_PARTICIPANTS} children.`)
  const note = (field: ImportField, label: string) =>
    all(field).flatMap((text) => parsed(field, manyLines(1_900), label + text) ?? [])
  const notes = isCoach
    ? []
    : [
        ...note('membership', 'Membership before Dugout: '),
        ...note('credit', 'Credit before Dugout: '),
        ...note('note', ''),
      ]
  const bio = cell('coach_bio') && parsed('coach_bio', manyLines(2_000), cell('coach_bio'))
  const coach = { cents: (isCoach && amount('coach_rate')) || DEFAULT_COACH_CENTS, bio: bio || null }
  const booking = bookingOf()
  if (booking && isCoach) wrong('booking_start', 'Bookings are for customers, not for coaches.')
  return {
    wanted: {
      ...{ isCoach, name, children, notes, coach, booking },
      email: email || null,
      phone: phone || null,
      birthDate: birthDate || null,
    },
    reasons,
  }

  /** Each birth date belongs to the name to the left of it, or else in order. One cell may have several names. */
  function childrenOf() {
    const found: { name: string; birthDate: string | null }[] = []
    const early: string[] = []
    columns.forEach((column, index) => {
      const text = cells[index] ?? ''
      if (text === '') return
      const heading = headings[index]
      if (column === 'child_name') {
        for (const child of text.split(/[,;\n]/).map((part) => part.trim())) {
          const read = child && parsed('child_name', personName(200), child)
          if (read) found.push({ name: read, birthDate: early.shift() ?? null })
        }
      } else if (column === 'child_birth_date') {
        const day = date('child_birth_date', text, true, heading)
        const last = found.at(-1)
        if (day && last && last.birthDate === null) last.birthDate = day
        else if (day) early.push(day)
      }
    })
    if (early.length > 0) wrong('child_name', 'There’s a birth date without a child’s name.')
    return found
  }

  function bookingOf(): WantedBooking | null {
    const [cage, coach, minutes] = [cell('booking_cage'), cell('booking_coach'), cell('booking_minutes')]
    const start = splitMoment(cell('booking_start'))
    const end = splitMoment(cell('booking_end'))
    const dayText = cell('booking_date') || start.date
    // A coach, a price or 'no' under Paid says nothing by itself.
    if (!cage && !dayText && !start.time) return null
    if (!cage && !coach) return wrong('booking_cage', 'Say which cage is booked, or which coach.')
    if (!dayText) return wrong('booking_date', 'Say on which day it is booked.')
    const day = date('booking_date', splitMoment(dayText).date || dayText)
    const from = readTime(start.time || splitMoment(dayText).time)
    if (day === null) return null
    if (from === null) return wrong('booking_start', 'Write the start like 4:00 PM.')
    const first = instantOf(day, from, at.zone, 'after')
    const until = readTime(end.time)
    if (until === null && !/^\d{1,4}$/.test(minutes))
      return wrong('booking_end', 'Write the end like 5:00 PM, or how many minutes it lasts.')
    const last =
      until === null
        ? new Date(first.getTime() + Number(minutes) * minuteMs)
        : instantOf(until === '00:00' ? addDays(day, 1) : day, until, at.zone, 'after')
    const length = last.getTime() - first.getTime()
    if (length <= 0) return wrong('booking_end', 'It ends before it starts.')
    if (length % slotMs !== 0 || !isAligned(first, at.zone))
      return wrong('booking_start', 'Bookings start on the hour or half hour and last whole half hours.')
    if (facilityDay(new Date(last.getTime() - 1), at.zone) !== day)
      return wrong('booking_end', 'A booking ends on the day it starts.')
    if (coach && length > longestLesson * minuteMs)
      return wrong('booking_end', `A lesson lasts at most ${longestLesson / 60} hours.`)
    if (coach && lessonTime(day, from, length / minuteMs, at.zone) === null)
      return wrong('booking_end', 'A lesson ends before midnight, and the clocks do not change during it.')
    if (first <= at.now)
      return wrong('booking_date', 'Only future bookings are imported. Leave past ones out.')
    if (daysBetween(today, day) > mostDaysAhead) return wrong('booking_date', 'Check the year of this date.')
    const paid = folded(cell('booking_paid'))
    if (!/^(|yes|y|true|x|paid|1|no|n|false|unpaid|0|due|pending|open)$/.test(paid))
      return wrong('booking_paid', 'Write Yes or No.')
    const isPaid = /^(yes|y|true|x|paid|1)$/.test(paid)
    return { cage, coach, start: first, end: last, cents: amount('booking_price'), paid: isPaid }
  }
}

/** 'Parent, Pat' as lists sort it. */
const unreversed = (name: string): string => name.replace(/^([^,]+),\s*([^,]+)$/, '$2 $1')

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/**
 * A day as people and programs write it: 2015-04-30, 4/30/2015, 4-30-15, Apr 30, 2015, 30 April 2015; American order.
 *
 * @param latest a birth date's year with two digits is of the century before where this day would be passed.
 */
export function readDate(text: string, latest: string | null): string | null {
  const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(text)
  const us = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{2}|\d{4})$/.exec(text)
  const named = /^(?:[a-z]{3,9},? )?([a-z]{3,9})\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})$/i.exec(text)
  const turned = /^(\d{1,2})\.?[ -]([a-z]{3,9})\.?,?[ -](\d{4})$/i.exec(text)
  const month = (name = '') => months.indexOf(name.slice(0, 3).toLowerCase()) + 1
  const [year, of, on] = iso
    ? [Number(iso[1]), Number(iso[2]), Number(iso[3])]
    : us
      ? [Number(us[3]), Number(us[1]), Number(us[2])]
      : named
        ? [Number(named[3]), month(named[1]), Number(named[2])]
        : turned
          ? [Number(turned[3]), month(turned[2]), Number(turned[1])]
          : [0, 0, 0]
  const dayIn = (full: number) => {
    const date = new Date(Date.UTC(full, of - 1, on))
    return date.getUTCMonth() === of - 1 && date.getUTCDate() === on && full >= 1000
      ? date.toISOString().slice(0, 10)
      : null
  }
  if (year >= 100) return dayIn(year)
  if (!us) return null
  const recent = dayIn(2000 + year)
  return recent && latest !== null && recent > latest ? dayIn(1900 + year) : recent
}

/** 'HH:mm' of 4:00 PM, 4pm, 16:00 or 16:00:00. */
export function readTime(text: string): string | null {
  const [, hours, minutes = '00', half = ''] =
    /^(\d{1,2})(?::(\d{2}))?(?::\d{2})?\s*([ap])?\.?(?:m\.?)?$/i.exec(text) ?? []
  if (hours === undefined || (half === '' && !text.includes(':'))) return null
  const hour = Number(hours)
  if (Number(minutes) > 59 || (half === '' ? hour > 23 : hour < 1 || hour > 12)) return null
  const full = half === '' ? hour : (hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0)
  return `${String(full).padStart(2, '0')}:${minutes}`
}

/** '2026-12-01 16:00' is a day and a time; what has a time only, or a day only, has the other one empty. */
function splitMoment(text: string): { date: string; time: string } {
  const both = /^(\S*\d{4}\S*|\d{1,2}[-/.]\d{1,2}[-/.]\d{2})(?:T| )(\d{1,2}:\d{2}.*)$/.exec(text)
  return both ? { date: both[1] ?? '', time: both[2] ?? '' } : { date: '', time: text }
}
