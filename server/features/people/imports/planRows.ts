/** What becomes of each row of a file, compared with what is here: the dry run, and again what is taken. */

import { randomUUID } from 'node:crypto'
import { setImmediate as breathe } from 'node:timers/promises'
import { sql } from 'kysely'
import { MOST_PARTICIPANTS } from '../../../../shared/contract/accounts/households.ts'
import {
  type ImportOutcome,
  type ImportReason,
  importLimits,
} from '../../../../shared/contract/people/imports.ts'
import { formatAmount } from '../../../../shared/domain/money/money.ts'
import { type CageRates, sessionPrice } from '../../../../shared/domain/money/pricing.ts'
import { withTax } from '../../../../shared/domain/money/salesTax.ts'
import { type ImportField, importFields } from '../../../../shared/domain/people/importFields.ts'
import { facilityDay, minuteMs } from '../../../../shared/domain/time/time.ts'
import { formatDay, formatShortRange } from '../../../../shared/domain/time/timeFormat.ts'
import type { Db } from '../../../db/database.ts'
import { type CageTime, overlappingOccupancy } from '../../places/occupancy.ts'
import type { SourceRow } from './readFile.ts'
import { type Columns, folded, type Moment, readRow, type WantedPerson } from './readRow.ts'

/** Someone who is here already, or who comes with an earlier row. */
interface KnownPerson {
  readonly id: string
  readonly name: string
  readonly email: string | null
  readonly phone: string | null
  readonly birthDate: string | null
  /** The earlier row; null: here already. */
  readonly row: number | null
  readonly children: Map<string, string | null>
  readonly notes: Set<string>
  /** Cage and start. */
  readonly bookings: Set<string>
}

export interface PlannedBooking extends CageTime {
  readonly id: string
  readonly day: string
  readonly cents: number
  readonly paid: boolean
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
  const times = new CageTimes(
    await overlappingOccupancy(
      db,
      wanted.flatMap(({ booking }) => {
        const cage = booking && cages.get(folded(booking.cage))
        return cage ? { cageId: cage.id, start: booking.start, end: booking.end } : []
      }),
    ),
  )
  const decide = decider({ columns, at, people, coaches, cages, times })
  return read.map(decide)
}

interface Known {
  readonly columns: Columns
  readonly at: Moment
  readonly people: People
  readonly coaches: Map<string, string>
  readonly cages: Map<string, { id: string; name: string; rates: CageRates }>
  readonly times: CageTimes
}

const NOTHING = { person: null, children: [], notes: [], coach: null, booking: null } as const

function decider({ columns: { headings, columns }, at, people, coaches, cages, times }: Known) {
  let bookings = 0
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
    const children = wanted.children.filter(({ name }) => !person.children.has(folded(name)))
    const notes = wanted.notes.filter((note) => !person.notes.has(note))
    if (person.children.size + children.length > MOST_PARTICIPANTS)
      return wrong('child_name', `A family has at most ${MOST_PARTICIPANTS} children.`)
    const booking = decideBooking()
    if (typeof booking === 'object' && booking !== null && 'message' in booking)
      return wrong(booking.field, booking.message)
    if (known && children.length + notes.length === 0 && !booking) {
      return duplicate(known.row === null ? `Already here: ${nameAndWay(known)}` : `Same as row ${known.row}`)
    }
    if (!known) people.add(person)
    for (const child of children) person.children.set(folded(child.name), child.birthDate)
    for (const note of notes) person.notes.add(note)
    if (booking) {
      bookings += 1
      times.take(booking, number)
      person.bookings.add(bookingKey(booking.cageId, booking.start))
    }
    const { name, email, phone, birthDate } = wanted
    const adds = [
      ...children.map((child) => child.name),
      ...(notes.length > 0 ? [notes.length === 1 ? 'a note' : `${notes.length} notes`] : []),
      ...(booking && wanted.booking ? [whenText(booking, wanted.booking.cage)] : []),
    ].join(', ')
    return {
      number,
      outcome: known ? 'adds' : 'new',
      becomes: known
        ? `${known.row === null ? known.name : `Row ${known.row}`} gets ${adds}`
        : `New customer${adds && ` with ${adds}`}`,
      reasons: [],
      person: { id: person.id, isNew: !known, name, email, phone, birthDate },
      children: children.map((child) => ({ id: randomUUID(), ...child })),
      notes,
      coach: null,
      booking,
    }

    function decideBooking(): PlannedBooking | { field: ImportField; message: string } | null {
      const { booking: asked } = wanted
      if (!asked) return null
      const cage = cages.get(folded(asked.cage))
      if (!cage) {
        const names = [...cages.values()].map((one) => one.name).join(', ')
        const message = names ? `There’s no such cage. You have ${names}.` : 'Set up your cages first.'
        return { field: 'booking_cage', message }
      }
      const { start, end } = asked
      const time = { cageId: cage.id, start, end }
      if (person.bookings.has(bookingKey(cage.id, start))) return null
      if (bookings >= importLimits.bookings)
        return {
          field: 'booking_date',
          message: 'A file can have 2,000 bookings. Put the others into another file.',
        }
      const other = times.taken(time)
      if (other !== undefined) {
        const message = other === null ? 'This time is taken.' : `Row ${other} has this time.`
        return { field: 'booking_start', message }
      }
      const minutes = (end.getTime() - start.getTime()) / minuteMs
      const price = asked.cents ?? withTax(sessionPrice(cage.rates, minutes), at.tax)
      return { ...time, id: randomUUID(), day: facilityDay(start, at.zone), cents: price, paid: asked.paid }
    }
  }

  function decideCoach(
    number: number,
    { name, email, phone, coach }: WantedPerson,
    duplicate: (becomes: string) => PlannedRow,
  ): PlannedRow {
    const keys = [folded(name), ...(email ? [email] : [])]
    const known = keys.map((key) => coaches.get(key)).find((who) => who !== undefined)
    if (known !== undefined) return duplicate(known || 'The same coach is in an earlier row')
    for (const key of keys) coaches.set(key, '')
    const made = { id: randomUUID(), name, email, phone, ...coach }
    const becomes = `New coach, ${formatAmount(coach.cents / 100)} an hour`
    return { ...NOTHING, number, outcome: 'new', becomes, reasons: [], coach: made }
  }

  function whenText({ day, start, end }: PlannedBooking, cage: string): string {
    return `${cage} ${formatDay(day)} ${formatShortRange(start, end, at.zone)}`
  }
}

const nameAndWay = ({ name, email, phone }: KnownPerson): string =>
  [name, email ?? phone].filter((part) => part !== null).join(', ')

const newPerson = (row: number, { name, email, phone, birthDate }: WantedPerson): KnownPerson => ({
  ...{ id: randomUUID(), name, email, phone, birthDate, row },
  ...{ children: new Map(), notes: new Set(), bookings: new Set() },
})

const bookingKey = (cageId: string, start: Date) => `${cageId} ${start.getTime()}`

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

/** Which times of cages are taken, by the ledger or by a row of the file. */
class CageTimes {
  readonly #taken = new Map<string, (CageTime & { row: number | null })[]>()

  constructor(ledger: readonly CageTime[]) {
    for (const time of ledger) this.take(time, null)
  }

  take(time: CageTime, row: number | null): void {
    const all = this.#taken.get(time.cageId)
    if (all) all.push({ ...time, row })
    else this.#taken.set(time.cageId, [{ ...time, row }])
  }

  /** The row that has the time, null for the ledger; undefined: it is free. */
  taken({ cageId, start, end }: CageTime): number | null | undefined {
    return this.#taken.get(cageId)?.find((other) => other.start < end && start < other.end)?.row
  }
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
async function readBelongings(db: Db, people: Map<string, KnownPerson>, { now }: Moment): Promise<void> {
  const ids = [...people.keys()]
  if (ids.length === 0) return
  const { rows } = await sql<{
    user: string
    child: string | null
    note: string | null
    cage: string | null
    start: Date
  }>`
    with ids as (select unnest(${ids}::uuid[]) as id)
    select adult.user_id as user, child.name as child, null as note, null::uuid as cage, null::timestamptz as start
    from participant_adults adult join participants child on child.id = adult.participant_id
    where adult.user_id in (select id from ids) and child.user_id is null
    union all
    select user_id, null, body, null, null from person_notes where user_id in (select id from ids)
    union all
    select user_id, null, null, cage_id, start_time from bookings
    where user_id in (select id from ids) and status <> 'canceled' and end_time > ${now.toISOString()}::timestamptz`.execute(
    db,
  )
  for (const { user, child, note, cage, start } of rows) {
    const person = people.get(user)
    if (child !== null) person?.children.set(folded(child), null)
    if (note !== null) person?.notes.add(note)
    if (cage !== null) person?.bookings.add(bookingKey(cage, start))
  }
}

/** Coaches by name and address, with what is said of a row that is one of them. */
async function readCoaches(db: Db): Promise<Map<string, string>> {
  const rows = await db.selectFrom('coaches').select(['name', 'email']).execute()
  return new Map(
    rows.flatMap(({ name, email }) =>
      [folded(name), ...(email ? [email] : [])].map((key) => [key, `Already a coach: ${name}`] as const),
    ),
  )
}

async function readCages(db: Db): Promise<Known['cages']> {
  const rows = await db
    .selectFrom('cages')
    .select(['id', 'name', 'price_30_min', 'price_60_min', 'price_additional_30_min'])
    .where('is_active', '=', true)
    .orderBy('name')
    .execute()
  return new Map(rows.map(({ id, name, ...rates }) => [folded(name), { id, name, rates }]))
}
