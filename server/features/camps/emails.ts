import { freeUntil } from '../../../shared/domain/bookings/changeWords.ts'
import { shortNumber } from '../../../shared/domain/bookings/shortNumber.ts'
import { taxOf, totalWithTax } from '../../../shared/domain/money/salesTax.ts'
import { type CampSession, campDays, campStart } from '../../../shared/domain/programs/camps.ts'
import { campRefundUntil, cancelLine } from '../../../shared/domain/programs/registrationPolicy.ts'
import { formatDays, formatWallTimeRange } from '../../../shared/domain/time/timeFormat.ts'
import type { Tx } from '../../db/database.ts'
import { type BookedPerson, bookedPerson } from '../accounts/bookedPerson.ts'
import { enqueueForEach, readActor, whoIsTold } from '../households/told.ts'
import { whoIsToldTogether } from '../households/toldTogether.ts'
import { changeLinks, type Offered, ticketUrl } from '../messages/changeOffer.ts'
import { dayInMail } from '../messages/commands.ts'
import { refundLine } from '../payments/changes/settleChange.ts'
import { enqueueRefundToFormerPayer } from '../payments/formerPayer.ts'
import type { PurchaseContext } from '../payments/purchase.ts'
import { readBeforeComing } from '../waivers/beforeComing.ts'
import { CAMP_FILE, campEntries, readCampDays, readSeatRevisions } from './campCalendar.ts'
import type { RegistrationCanceled } from './commands/cancelRegistration.ts'
import { goodToKnow, timeslotsOfCamp } from './queries.ts'

/** New seats, or the payment of seats that were confirmed before. */
export interface CampConfirmation {
  readonly campId: string
  readonly seats: readonly ConfirmedSeat[]
  /** The account or guest that registered. */
  readonly person: BookedPerson
  /** The account that acts; null for the system, which books what was paid. */
  readonly actorId: string | null
  /** 'later': the card pays for registrations that were to be paid on arrival. */
  readonly payment: 'on arrival' | 'card' | 'at the desk' | 'later'
  /** Names the event: the first registration's id, or the payment's. */
  readonly event: string
  readonly at: PurchaseContext
}

/** A seat as the confirmation names it. */
export interface ConfirmedSeat {
  readonly id: string
  readonly participant: { readonly id: string } | null
  readonly cents: number
  readonly cutoffDays: number
}

const paymentLines = {
  'on arrival': 'You will pay on arrival.',
  'at the desk': 'It has been paid at the front desk. Thank you!',
  card: 'Your payment has been received. Thank you!',
  later: 'Your payment has been received. Thank you!',
} as const

/**
 * Queues the confirmation in the transaction of its event, with the calendar file of its days: one message for each reader (decision 25).
 */
export async function enqueueCampRegistered(tx: Tx, confirmation: CampConfirmation): Promise<void> {
  const { campId, seats, person, actorId, payment, event, at } = confirmation
  const [camp, days, revisions] = await Promise.all([
    campOf(tx, campId),
    readCampDays(tx, campId),
    readSeatRevisions(
      tx,
      seats.map(({ id }) => id),
    ),
  ])
  const told = await whoIsToldTogether(tx, seats, { person, actorId })
  const missing = await readBeforeComing(
    tx,
    'camps',
    seats.map(({ participant }) => participant?.id ?? null),
    at.now,
  )
  await enqueueForEach(tx, told, (reader) => {
    const cents = sum(reader.parts.map((seat) => seat.cents))
    const cutoffDays = Math.max(...reader.parts.map((seat) => seat.cutoffDays))
    const later = reader.isPayer ? 'Your camp is paid' : 'A camp is paid'
    return {
      template: 'camp-registered' as const,
      data: {
        full_name: reader.name,
        participant_name: reader.participantName,
        number: shortNumber(reader.parts[0]?.id ?? ''),
        camp_name: camp.name,
        headline: payment === 'later' ? later : headlineOf(reader.participantName, reader.parts.length),
        sessions: sessionsOf(camp, at),
        key_features: goodToKnow(camp),
        price: totalWithTax(
          reader.parts.map((seat) => seat.cents),
          taxOf(at.facility, 'camps'),
        ),
        payment_line: cents === 0 ? 'There is nothing to pay.' : paymentLineOf(payment, reader.isPayer),
        cancel_line: cancelLineOf(camp, cutoffDays, reader, at),
        missing_line: missing(
          reader.parts.map((seat) => ({ id: seat.participant?.id ?? null, name: reader.nameIn(seat) })),
          reader,
        ),
        change_links: changeLinks(
          reader.parts.map((seat) => offeredSeat(camp, { ...seat, title: reader.nameIn(seat) || 'You' }, at)),
          { userId: reader.userId, tab: 'camps' },
          at,
        ),
        account_url:
          ticketUrl(
            at.siteUrl,
            'camps',
            reader,
            reader.parts.map((seat) => ({ id: seat.id })),
          ) || `${at.siteUrl}/account?tab=camps`,
      },
      dedupeKey: `camp-registered:${event}`,
      calendar: {
        filename: CAMP_FILE,
        entries: campEntries(
          camp.name,
          days,
          reader.parts.map((seat) => ({
            id: seat.id,
            revision: revisions.get(seat.id) ?? 0,
            participantName: reader.nameIn(seat),
            lines: calendarLines(seat.cents, payment),
            canceled: false,
          })),
          at,
        ),
      },
    }
  })
}

function headlineOf(names: string, count: number): string {
  if (names === '') return 'You are registered'
  return `${names.replace(/^you /, 'You ')} ${count === 1 ? 'is' : 'are'} registered`
}

const paymentLineOf = (payment: CampConfirmation['payment'], isPayer: boolean): string => {
  if (isPayer || payment === 'at the desk') return paymentLines[payment]
  return payment === 'on arrival' ? 'It will be paid on arrival.' : 'It has been paid. Thank you!'
}

const sum = (cents: readonly number[]) => cents.reduce((total, each) => total + each, 0)

const calendarLines = (cents: number, payment: CampConfirmation['payment']): string[] => {
  if (cents === 0) return []
  return [payment === 'on arrival' ? 'You can pay on arrival.' : 'Paid.']
}

/** Empty where the camp begins too soon to be canceled online. A guest has no account to cancel it in. */
function cancelLineOf(
  camp: Dates,
  cutoffDays: number,
  { userId }: { readonly userId: string | null },
  at: PurchaseContext,
): string {
  const zone = at.facility.time_zone
  const { until } = offeredSeat(camp, { id: '', title: '', cutoffDays }, at)
  const rule = { now: at.now, zone, before: '' }
  return (userId === null ? freeUntil([until], 'cancel', rule) : cancelLine([until], rule)) ?? ''
}

/** A seat and until when it can be canceled. */
export function offeredSeat(
  camp: Dates,
  { id, title, cutoffDays }: { readonly id: string; readonly title: string; readonly cutoffDays: number },
  { facility }: PurchaseContext,
): Offered {
  const zone = facility.time_zone
  const start = campStart({ ...camp, camp_timeslots: camp.slots }, zone)
  return { id, title, start, until: campRefundUntil(start, cutoffDays, zone) }
}

/**
 * Queues the messages of a cancellation in its own transaction, with the calendar file that takes its days out: one per event and reader (decision 25). Who paid and is no
 * adult of the participant any more is told only of the money.
 */
export async function enqueueCampCanceled(
  tx: Tx,
  { actorId, note = '' }: { actorId: string | null; note?: string },
  { registration, revision, refund }: RegistrationCanceled,
  at: PurchaseContext,
): Promise<void> {
  const { siteUrl } = at
  const event = `camp-canceled:${registration.id}:${revision}`
  const person = bookedPerson(registration)
  const payer = registration.payer ?? person
  const told = await whoIsTold(tx, {
    participantId: registration.participant_id,
    person,
    actorId,
    payer,
  })
  const days = await readCampDays(tx, registration.camp_id)
  const doneBy = await readActor(tx, actorId)
  await enqueueForEach(tx, told.people, (reader) => ({
    template: 'camp-canceled' as const,
    data: {
      heading: doneBy(reader, 'canceled', 'registration').heading,
      full_name: reader.name,
      participant_name: reader.participantName,
      camp_name: registration.camp_name,
      dates: campDays(registration),
      note,
      refund_line: refundLine(refund, reader.isPayer),
      book_url: `${siteUrl}/camps`,
    },
    dedupeKey: event,
    calendar: {
      filename: CAMP_FILE,
      entries: campEntries(
        registration.camp_name,
        days,
        [{ ...registration, revision, participantName: reader.participantName, lines: [], canceled: true }],
        at,
      ),
    },
  }))
  await enqueueRefundToFormerPayer(tx, told, refund, event)
}

/** People with a seat get the camp's facts even when it is no longer published. */
const campOf = (tx: Tx, id: string) =>
  tx
    .selectFrom('camps')
    .select(['name', 'start_date', 'end_date', 'bullet_points', 'what_to_bring'])
    .select(timeslotsOfCamp.as('slots'))
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

type CampFacts = Awaited<ReturnType<typeof campOf>>
interface Dates extends Pick<CampFacts, 'start_date' | 'end_date'> {
  readonly slots: readonly CampSession[]
}

/** Sessions on the facility's clock; only the days where no sessions are set. */
export function sessionsOf(camp: Dates, at: PurchaseContext) {
  if (camp.slots.length > 0) {
    return camp.slots.map(({ date, start_time, end_time }) => ({
      day: dayInMail(date, at),
      time: formatWallTimeRange({ start_time, end_time }),
    }))
  }
  return [{ day: formatDays(camp.start_date, camp.end_date), time: '' }]
}
