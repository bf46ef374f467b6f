import type { BookingStatus } from '../../../shared/contract/bookings/bookings.ts'
import { shortNumber } from '../../../shared/domain/bookings/shortNumber.ts'
import type { Terms } from '../../../shared/domain/bookings/terms.ts'
import { formatDollars } from '../../../shared/domain/money/money.ts'
import { taxOf, totalWithTax } from '../../../shared/domain/money/salesTax.ts'
import { formatTimeRange } from '../../../shared/domain/time/timeFormat.ts'
import type { Tx } from '../../db/database.ts'
import { coachAddress } from '../coaches/coachMail.ts'
import { nameBesideBooker } from '../households/participation.ts'
import { enqueueForEach, whoIsToldOfNew } from '../households/told.ts'
import { changesOffered } from '../messages/changeOffer.ts'
import { dayInMail, enqueueMessage, MAILS_OF_STRANGERS } from '../messages/commands.ts'
import type { PurchaseContext } from '../payments/purchase.ts'
import { readBeforeComing } from '../waivers/beforeComing.ts'
import { CALENDAR_FILE, lessonCalendar } from './coach/calendar.ts'
import { lessonTicketUrl } from './coach/calendarLink.ts'
import type { LessonBooked, LessonFor } from './requestedLesson.ts'

/**
 * Queues the confirmation and the coach's note in the lesson's own transaction, each with the calendar file: one
 * message per event and person (decision 25).
 *
 * @param of.entered the participant of the row, once it is entered.
 */
export async function enqueueLessonMessages(
  tx: Tx,
  booked: LessonBooked,
  of: Omit<LessonFor, 'customer'> & Partial<LessonFor> & { readonly entered: Promise<string | null> },
  from: PurchaseContext,
  {
    status,
    paymentLine,
    tells,
    note,
    event = booked.id,
  }: {
    status: 'pending payment' | 'paid'
    paymentLine: string
    tells: Terms['tells']
    note: string
    /** What is told of, where that is not the booking: a payment's id. */
    event?: string
  },
): Promise<void> {
  const lesson = {
    coach_name: booked.coach.name,
    cage_name: booked.cage.name,
    day: dayInMail(booked.day, from),
    time: formatTimeRange(booked.time.start, booked.time.end, from.facility.time_zone),
  }
  // A new row has the facility's present rule.
  const cutoffHours = from.facility.cancellation_cutoff_hours
  const changeable = [{ id: booked.id, title: '', start: booked.time.start, cutoffHours }]
  const calendar = (name: string) => ({
    filename: CALENDAR_FILE,
    content: calendarOf(booked, name, status, from),
  })
  const { people } = await whoIsToldOfNew(tx, { ...of, person: of.contact }, of.entered)
  const told = tells.includes('person') ? people : []
  const participantId = told.length === 0 ? null : await of.entered
  const missing = await readBeforeComing(tx, 'lessons', [participantId], from.now)
  await enqueueForEach(tx, told, (person) => ({
    template: 'lesson-confirmed',
    data: {
      ...lesson,
      full_name: person.name,
      participant_name: person.participantName,
      number: shortNumber(booked.id),
      coach_fee: formatDollars(booked.coachCents),
      cage_fee: formatDollars(booked.cageCents),
      total: totalWithTax([booked.totalCents], taxOf(from.facility, 'lessons')),
      account_url: lessonTicketUrl(from, person, booked.id),
      payment_line: paymentLine,
      note,
      missing_line: missing([{ id: participantId, name: person.participantName }], person),
      sign_up_url: person.userId === null ? `${from.siteUrl}/auth?mode=signup` : '',
      ...changesOffered(changeable, { userId: person.userId, tab: 'lessons' }, from),
    },
    // Only a guest's own request has an origin: what the desk books is no stranger's mail.
    ...(of.customer?.type === 'guest' && of.customer.origin ? { strangersMost: MAILS_OF_STRANGERS } : {}),
    dedupeKey: `lesson-confirmed:${event}`,
    calendar: calendar(person.participantName),
  }))
  const coach = tells.includes('coach') ? await coachAddress(tx, booked.coach.id) : null
  if (!coach) return
  const participantName = nameBesideBooker({ person: of.contact, participant: of.participant }) ?? ''
  await enqueueMessage(tx, {
    template: 'lesson-booked',
    to: coach,
    data: {
      ...lesson,
      customer_name: of.contact.name,
      customer_phone: of.contact.phone ?? '',
      participant_name: participantName,
    },
    dedupeKey: `lesson-booked:${booked.id}`,
    calendar: calendar(participantName),
    replyTo: of.contact.email,
  })
}

const calendarOf = (
  booked: LessonBooked,
  participantName: string,
  status: BookingStatus,
  from: PurchaseContext,
): string =>
  lessonCalendar(
    {
      id: booked.id,
      coachName: booked.coach.name,
      participantName,
      cageName: booked.cage.name,
      start: booked.time.start,
      end: booked.time.end,
      status,
      revision: 0,
      createdAt: from.now,
      updatedAt: from.now,
    },
    from.facility,
    from.siteUrl,
    from.now,
  )
