/** Where and when a file's bookings and lessons would be, and what they cost; what is in their way. */

import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { importLimits } from '../../../../shared/contract/people/imports.ts'
import { coachFee, lessonPrice } from '../../../../shared/domain/lessons/lessons.ts'
import { centsFromDollars, type Dollars, dollarsFromCents } from '../../../../shared/domain/money/money.ts'
import { type CageRates, sessionPrice } from '../../../../shared/domain/money/pricing.ts'
import { beforeTax, type SalesTax, withTax } from '../../../../shared/domain/money/salesTax.ts'
import type { ImportField } from '../../../../shared/domain/people/importFields.ts'
import { facilityDay, minuteMs } from '../../../../shared/domain/time/time.ts'
import type { Db } from '../../../db/database.ts'
import type { CageTime } from '../../places/occupancy.ts'
import { folded, type Moment, type WantedBooking } from './readRow.ts'

export interface PlannedBooking extends CageTime {
  readonly id: string
  readonly day: string
  readonly minutes: number
  /** Who takes part; null: the customer. */
  readonly participantId: string | null
  readonly cents: number
  readonly paid: boolean
  /** Null: cage time. */
  readonly lesson: {
    readonly coachId: string
    readonly coachName: string
    /** The coach's hourly rate, in cents. */
    readonly rateCents: number
    /** What is left for the cage once the coach has the fee, and the tax on top of both, in cents. */
    readonly cageCents: number
    readonly taxCents: number
  } | null
}

export interface ImportCoach {
  readonly id: string
  readonly name: string
  readonly hourlyRate: Dollars
  readonly isActive: boolean
  /** Comes with a row of the file. */
  readonly isNew: boolean
}

interface ImportCage {
  readonly id: string
  readonly name: string
  readonly rates: CageRates
}

/** Coaches by name and email, cages by name, both folded; the cages are in the order in which a lesson takes a free one. */
export interface Bookable {
  readonly coaches: ReadonlyMap<string, ImportCoach>
  readonly cages: ReadonlyMap<string, ImportCage>
}

interface Wrong {
  readonly field: ImportField
  readonly message: string
}

/** What tells a booking of someone from another: its coach, or else its cage, and when it starts. */
export const bookingKey = (placeId: string, start: Date) => `${placeId} ${start.getTime()}`

/** Which times of cages and coaches are taken, by the ledger or by a row of the file. */
class TakenTimes {
  readonly #taken = new Map<string, { start: Date; end: Date; row: number | null }[]>()

  take(id: string, { start, end }: { start: Date; end: Date }, row: number | null): void {
    const all = this.#taken.get(id)
    if (all) all.push({ start, end, row })
    else this.#taken.set(id, [{ start, end, row }])
  }

  /** The row that has the time, null for the ledger; undefined: it is free. */
  of(id: string, { start, end }: { start: Date; end: Date }): number | null | undefined {
    return this.#taken.get(id)?.find((other) => other.start < end && start < other.end)?.row
  }
}

/** Decides about one booking after the other; each takes its time from the next. */
export class BookingPlan {
  readonly #at: Moment
  readonly #bookable: Bookable
  readonly #taken = new TakenTimes()
  #count = 0

  private constructor(at: Moment, bookable: Bookable) {
    this.#at = at
    this.#bookable = bookable
  }

  /** Reads what the ledger has at these times, in every cage and of every coach. */
  static async read(
    db: Db,
    at: Moment,
    bookable: Bookable,
    wanted: readonly WantedBooking[],
  ): Promise<BookingPlan> {
    const plan = new BookingPlan(at, bookable)
    const { rows } = await sql<{ cage: string | null; coach: string | null; start: Date; end: Date }>`
      select distinct occupancy.id, cage_id as cage, coach_id as coach, lower(during) as start, upper(during) as end
      from unnest(
        ${wanted.map(({ start }) => start.toISOString())}::timestamptz[],
        ${wanted.map(({ end }) => end.toISOString())}::timestamptz[]
      ) as wanted (starts, ends)
      join occupancy on during && tstzrange(starts, ends)`.execute(db)
    for (const { cage, coach, ...time } of rows)
      for (const id of [cage, coach]) if (id !== null) plan.#taken.take(id, time, null)
    return plan
  }

  /**
   * @param has whether the customer has a booking with this key already.
   * @returns the booking, which has its time from now on; null: the customer has it; or what is wrong.
   */
  decide(
    asked: WantedBooking,
    row: number,
    has: (key: string) => boolean,
    participantId: string | null,
  ): PlannedBooking | Wrong | null {
    const { start, end } = asked
    const coach = asked.coach ? this.#coach(folded(asked.coach)) : undefined
    if (asked.coach && !coach) return { field: 'booking_coach', message: noSuch('coach', this.#coaches()) }
    const cages = [...this.#bookable.cages.values()]
    const named = this.#bookable.cages.get(folded(asked.cage))
    if (asked.cage && !named) return { field: 'booking_cage', message: noSuch('cage', cages) }
    const place = coach ?? named
    if (place && has(bookingKey(place.id, start))) return null
    if (this.#count >= importLimits.bookings) {
      const most = importLimits.bookings.toLocaleString('en-US')
      const message = `A file can have ${most} bookings. Put the others into another file.`
      return { field: 'booking_date', message }
    }
    const coachTaken = coach && this.#taken.of(coach.id, asked)
    if (coach && coachTaken !== undefined)
      return {
        field: 'booking_start',
        message: takenBy(coachTaken, `${coach.name} has something else then.`),
      }
    const cage = named ?? cages.find(({ id }) => this.#taken.of(id, asked) === undefined)
    if (!cage) return { field: 'booking_start', message: 'No cage is free then.' }
    const cageTaken = this.#taken.of(cage.id, asked)
    if (cageTaken !== undefined)
      return { field: 'booking_start', message: takenBy(cageTaken, 'This time is taken.') }

    this.#count += 1
    for (const { id } of coach ? [cage, coach] : [cage]) this.#taken.take(id, asked, row)
    const minutes = (end.getTime() - start.getTime()) / minuteMs
    const cents = asked.cents ?? this.#price(cage, coach, minutes)
    return {
      ...{ id: randomUUID(), cageId: cage.id, start, end, minutes, participantId, cents, paid: asked.paid },
      day: facilityDay(start, this.#at.zone),
      lesson: coach ? lessonOf(coach, minutes, asked.paid ? 0 : cents, this.#at.taxes.lessons) : null,
    }
  }

  #coaches = () => [...this.#bookable.coaches.values()].filter(({ isActive }) => isActive)

  /** By name or email; 'Marcus' and 'Coach Marcus' are the one coach with this first name. */
  #coach(written: string): ImportCoach | undefined {
    const known = this.#bookable.coaches.get(written)
    if (known?.isActive) return known
    const first = written.replace(/^coach /, '')
    const called = this.#coaches().filter(({ name }) =>
      [folded(name), folded(name).split(' ')[0]].includes(first),
    )
    return new Set(called.map(({ id }) => id)).size === 1 ? called[0] : undefined
  }

  #price({ rates }: ImportCage, coach: ImportCoach | undefined, minutes: number): number {
    const { taxes } = this.#at
    return coach
      ? lessonPrice(coach.hourlyRate, rates, minutes, taxes.lessons)
      : withTax(sessionPrice(rates, minutes), taxes.cages)
  }
}

/** A lesson costs what the file says: the coach has the usual fee of it, or nearly all where it is less. */
function lessonOf(
  { id, name, hourlyRate }: ImportCoach,
  minutes: number,
  cents: number,
  tax: SalesTax,
): PlannedBooking['lesson'] {
  const net = beforeTax(cents, tax)
  const rateCents = Math.min(centsFromDollars(hourlyRate), Math.floor((net * 60) / minutes))
  return {
    ...{ coachId: id, coachName: name, rateCents },
    cageCents: net - coachFee(dollarsFromCents(rateCents), minutes),
    taxCents: cents - net,
  }
}

function noSuch(what: 'cage' | 'coach', all: readonly { readonly name: string }[]): string {
  const names = [...new Set(all.map(({ name }) => name))].join(', ')
  if (names) return `There’s no such ${what}. You have ${names}.`
  return what === 'cage' ? 'Set up your cages first.' : 'Add your coaches first, or in rows of this file.'
}

const takenBy = (row: number | null, byLedger: string): string =>
  row === null ? byLedger : `Row ${row} has this time.`

export async function readCages(db: Db): Promise<Bookable['cages']> {
  const rows = await db
    .selectFrom('cages')
    .select(['id', 'name', 'price_30_min', 'price_60_min', 'price_additional_30_min'])
    .where('is_active', '=', true)
    .orderBy('name')
    .execute()
  return new Map(rows.map(({ id, name, ...rates }) => [folded(name), { id, name, rates }]))
}
