/** What becomes of each row of a file, compared with what is here: the dry run, and again what is taken. */

import { randomUUID } from 'node:crypto'
import { setImmediate as breathe } from 'node:timers/promises'
import { sql } from 'kysely'
import { MOST_PARTICIPANTS } from '../../../../shared/contract/accounts/households.ts'
import type { ImportOutcome, ImportReason } from '../../../../shared/contract/people/imports.ts'
import { dollarsFromCents, formatAmount } from '../../../../shared/domain/money/money.ts'
import { type ImportField, importFields } from '../../../../shared/domain/people/importFields.ts'
import { facilityDay } from '../../../../shared/domain/time/time.ts'
import { formatDay, formatTimeRange } from '../../../../shared/domain/time/timeFormat.ts'
import type { Db } from '../../../db/database.ts'
import { BookingPlan, bookingKey, type ImportCoach, type PlannedBooking, readCages } from './planBookings.ts'
import type { SourceRow } from './readFile.ts'
import {
  type Columns,
  folded,
  type Moment,
  readRow,
  type WantedBooking,
  type WantedPerson,
} from './readRow.ts'

/** Someone who is here already, or who comes with an earlier row. */
interface KnownPerson {
  readonly id: string
  readonly name: string
  readonly email: string | null
  readonly phone: string | null
  readonly birthDate: string | null
  /** The earlier row; null: here already. */
  readonly row: number | null
  /** By name, folded. */
  readonly children: Map<string, string>
  readonly notes: Set<string>
  /** By `bookingKey`. */
  readonly bookings: Set<string>
}

export interface PlannedRow {
  readonly number: number
  readonly outcome: ImportOutcome
  /** In words, for the list. */
  readonly becomes: string
  readonly reasons: readonly ImportReason[]
  /** Whose children, notes and booking they are; a new account where `isNew`. Null: nothing is taken, or a coach. */
  readonly person:
    | (Pick<WantedPerson, 'name' | 'email' | 'phone' | 'birthDate'> & { id: string; isNew: boolean })
    | null
  readonly children: readonly { id: string; name: string; birthDate: string | null }[]
  readonly notes: readonly string[]
  readonly coach: {
    id: string
    name: string
    email: string | null
    phone: string | null
    cents: number
    bio: string | null
  } | null
  readonly booking: PlannedBooking | null
}

type Report = (done: number) => void | Promise<void>
const ROWS_AT_ONCE = 500

/**
 * Decides about every row. Whoever has the email, the name and birth date, or the name and phone number of a row is its person: the
 * row then adds what is not there. Run it in the transaction that takes the rows, under its locks, or for a dry run.
 */
export async function planRows(
  db: Db,
  rows: readonly SourceRow[],
  columns: Columns,
  at: Moment,
  report: Report = () => {},
): Promise<PlannedRow[]> {
  const read = []
  for (const row of rows) {
    read.push({ number: row.number, ...readRow(row.cells, columns, at) })
    if (read.length % ROWS_AT_ONCE === 0) {
      await report(read.length)
      // Requests of others come in between.
      await breathe()
    }
  }
  const wanted = read.map((row) => row.wanted)
  const people = new People()
  for (const person of await readPeople(db, wanted)) people.add(person)
  const matched = wanted.flatMap((one) => {
    const found = people.find(one)
    return Array.isArray(found) ? found : []
  })
  await readBelongings(db, new Map(matched.map((person) => [person.id, person])), at)
  const [coaches, cages] = await Promise.all([readCoaches(db), readCages(db)])
  const booked = wanted.flatMap(({ booking }) => booking ?? [])
  const bookings = await BookingPlan.read(db, at, { coaches, cages }, booked)
  const decide = decider({ columns, at, people, coaches, bookings })
  // Coaches first: a lesson in an earlier row may be with one of them.
  const coachesFirst = [...read].sort((a, b) => Number(b.wanted.isCoach) - Number(a.wanted.isCoach))
  return coachesFirst.map(decide).sort((a, b) => a.number - b.number)
}

interface Known {
  readonly columns: Columns
  readonly at: Moment
  readonly people: People
  readonly coaches: Map<string, ImportCoach>
  readonly bookings: BookingPlan
}

const NOTHING = { person: null, children: [], notes: [], coach: null, booking: null } as const

function decider({ columns: { headings, columns }, at, people, coaches, bookings }: Known) {
  const headingOf = (field: ImportField) => headings[columns.indexOf(field)] ?? importFields[field].label

  return function decide(row: { number: number; wanted: WantedPerson; reasons: ImportReason[] }): PlannedRow {
    const { number, wanted, reasons } = row
    const wrong = (field: ImportField | null, message: string): PlannedRow => {
      const all = [...reasons, { column: field === null ? '' : headingOf(field), message }]
      return { ...NOTHING, number, outcome: 'wrong', becomes: '', reasons: all }
    }
    const duplicate = (becomes: string, why: ImportReason[] = []): PlannedRow => ({
      ...NOTHING,
      ...{ number, outcome: 'duplicate', becomes, reasons: why },
    })
    if (reasons.length > 0) return { ...NOTHING, number, outcome: 'wrong', becomes: '', reasons }
    if (wanted.isCoach) return decideCoach(number, wanted, duplicate)

    const found = people.find(wanted)
    if (found === 'same phone') {
      const message = `${people.nameByPhone(wanted)} has this phone number. For someone else, add an email or leave the phone out.`
      return duplicate('', [{ column: headingOf('phone'), message }])
    }
    if (found.length > 1)
      return wrong(
        null,
        `There are ${found.length} people named ${wanted.name}. Add an email or a phone number.`,
      )
    const known = found[0]
    const person: KnownPerson = known ?? newPerson(number, wanted)
    const children = wanted.children
      .filter(({ name }) => !person.children.has(folded(name)))
      .map((child) => ({ id: randomUUID(), ...child }))
    const notes = wanted.notes.filter((note) => !person.notes.has(note))
    if (person.children.size + children.length > MOST_PARTICIPANTS)
      return wrong('child_name', `A family has at most ${MOST_PARTICIPANTS} children.`)
    const booking =
      wanted.booking && bookings.decide(wanted.booking, number, (key) => person.bookings.has(key), child())
    if (booking && 'message' in booking) return wrong(booking.field, booking.message)
    if (known && children.length + notes.length === 0 && !booking) {
      return duplicate(known.row === null ? `Already here: ${nameAndWay(known)}` : `Same as row ${known.row}`)
    }
    if (!known) people.add(person)
    for (const { id, name } of children) person.children.set(folded(name), id)
    for (const note of notes) person.notes.add(note)
    if (booking) person.bookings.add(bookingKey(booking.lesson?.coachId ?? booking.cageId, booking.start))
    const { name, email, phone, birthDate } = wanted
    const adds = [
      ...children.map((child) => child.name),
      ...(notes.length > 0 ? [notes.length === 1 ? 'a note' : `${notes.length} notes`] : []),
      ...(booking && wanted.booking ? [whenText(booking, wanted.booking)] : []),
    ].join(', ')
    return {
      number,
      outcome: known ? 'adds' : 'new',
      becomes: known
        ? `${known.row === null ? known.name : `Row ${known.row}`} gets ${adds}`
        : `New customer${adds && ` with ${adds}`}`,
      reasons: [],
      person: { id: person.id, isNew: !known, name, email, phone, birthDate },
      children,
      notes,
      coach: null,
      booking,
    }

    /** The one child of the row takes part; of several nobody can say who. */
    function child(): string | null {
      const [one, ...others] = wanted.children
      if (!one || others.length > 0) return null
      return person.children.get(folded(one.name)) ?? children[0]?.id ?? null
    }
  }

  function decideCoach(
    number: number,
    { name, email, phone, coach }: WantedPerson,
    duplicate: (becomes: string) => PlannedRow,
  ): PlannedRow {
    const keys = [folded(name), ...(email ? [email] : [])]
    const known = keys.map((key) => coaches.get(key)).find((who) => who !== undefined)
    if (known)
      return duplicate(known.isNew ? 'The same coach is in an earlier row' : `Already a coach: ${known.name}`)
    const made = { id: randomUUID(), name, email, phone, ...coach }
    const hourlyRate = dollarsFromCents(coach.cents)
    for (const key of keys) coaches.set(key, { id: made.id, name, hourlyRate, isActive: true, isNew: true })
    const becomes = `New coach, ${formatAmount(coach.cents / 100)} an hour`
    return { ...NOTHING, number, outcome: 'new', becomes, reasons: [], coach: made }
  }

  function whenText({ day, start, end, lesson }: PlannedBooking, { cage }: WantedBooking): string {
    const what = lesson ? `a lesson with ${lesson.coachName}` : cage
    return `${what} ${formatDay(day)} ${formatTimeRange(start, end, at.zone)}`
  }
}

const nameAndWay = ({ name, email, phone }: KnownPerson): string =>
  [name, email ?? phone].filter((part) => part !== null).join(', ')

const newPerson = (row: number, { name, email, phone, birthDate }: WantedPerson): KnownPerson => ({
  ...{ id: randomUUID(), name, email, phone, birthDate, row },
  ...{ children: new Map(), notes: new Set(), bookings: new Set() },
})

/** People by what tells them apart. */
class People {
  readonly #by = new Map<string, KnownPerson[]>()

  add(person: KnownPerson): void {
    const { name, email, phone } = person
    for (const key of [`name ${folded(name)}`, email && `email ${email}`, phone && `phone ${phone}`])
      if (key) this.#by.set(key, [...this.#all(key), person])
  }

  /** Who it is, or nobody; several: it cannot be told. 'same phone': another name has the number, and nothing says that they are two. */
  find({ name, email, phone, birthDate }: WantedPerson): KnownPerson[] | 'same phone' {
    const named = this.#all(`name ${folded(name)}`)
    if (email === null && phone === null && birthDate === null) return named
    const sure =
      (email !== null && this.#all(`email ${email}`)[0]) ||
      (birthDate !== null && named.find((person) => person.birthDate === birthDate)) ||
      (phone !== null && named.find((person) => person.phone === phone))
    if (sure) return [sure]
    const sharing = phone === null ? [] : this.#all(`phone ${phone}`)
    const unclear = sharing.some((person) => email === null || person.email === null)
    return unclear ? 'same phone' : []
  }

  nameByPhone = ({ phone }: WantedPerson): string => this.#all(`phone ${phone}`)[0]?.name ?? ''

  #all = (key: string): KnownPerson[] => this.#by.get(key) ?? []
}

/** Accounts that may be someone of the file. */
async function readPeople(db: Db, wanted: readonly WantedPerson[]): Promise<KnownPerson[]> {
  const of = (value: (person: WantedPerson) => string | null) => [
    ...new Set(wanted.flatMap((one) => value(one) ?? [])),
  ]
  const { rows } = await sql<Pick<KnownPerson, 'id' | 'name' | 'email' | 'phone' | 'birthDate'>>`
    select profile.id, full_name as name, email, phone_number as phone, birth_date as "birthDate"
    from profiles profile
    left join participants own on own.user_id = profile.id
    where profile.merged_into is null and (
      email = any(${of(({ email }) => email)}::text[])
      or phone_number = any(${of(({ phone }) => phone)}::text[])
      or folded_name(full_name) in (select folded_name(name) from unnest(${of(({ name }) => name)}::text[]) name)
    )
    order by profile.created_at, profile.id`.execute(db)
  return rows.map((row) => ({
    ...row,
    row: null,
    children: new Map(),
    notes: new Set(),
    bookings: new Set(),
  }))
}

/** Fills in what these people have already. */
async function readBelongings(
  db: Db,
  people: Map<string, KnownPerson>,
  { now, zone }: Moment,
): Promise<void> {
  const ids = [...people.keys()]
  if (ids.length === 0) return
  const { rows } = await sql<{
    user: string
    child: string | null
    note: string | null
    id: string | null
    start: Date
  }>`
    with ids as (select unnest(${ids}::uuid[]) as id)
    select adult.user_id as user, child.name as child, null as note, child.id, null::timestamptz as start
    from participant_adults adult join participants child on child.id = adult.participant_id
    where adult.user_id in (select id from ids) and child.user_id is null
    union all
    select user_id, null, body, null, null from person_notes where user_id in (select id from ids)
    union all
    select user_id, null, null, cage_id, start_time from bookings
    where user_id in (select id from ids) and status <> 'canceled' and end_time > ${now.toISOString()}::timestamptz
    union all
    select customer_id, null, null, coach_id, facility_instant(lesson_date + start_time) from coach_bookings
    where customer_id in (select id from ids) and status <> 'canceled' and lesson_date >= ${facilityDay(now, zone)}::date`.execute(
    db,
  )
  for (const { user, child, note, id, start } of rows) {
    const person = people.get(user)
    if (note !== null) person?.notes.add(note)
    else if (id !== null && child !== null) person?.children.set(folded(child), id)
    else if (id !== null) person?.bookings.add(bookingKey(id, start))
  }
}

/** Coaches by name and email. */
async function readCoaches(db: Db): Promise<Map<string, ImportCoach>> {
  const rows = await db
    .selectFrom('coaches')
    .select(['id', 'name', 'email', 'hourly_rate', 'is_active'])
    .execute()
  return new Map(
    rows.flatMap(({ id, name, email, hourly_rate: hourlyRate, is_active: isActive }) =>
      [folded(name), ...(email ? [email] : [])].map(
        (key) => [key, { id, name, hourlyRate, isActive, isNew: false }] as const,
      ),
    ),
  )
}
