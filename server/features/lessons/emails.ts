import type { BookingStatus } from '../../../shared/contract/bookings.ts'
import { formatDollars } from '../../../shared/domain/money.ts'
import type { Terms } from '../../../shared/domain/terms.ts'
import { formatDay, formatTimeRange } from '../../../shared/domain/timeFormat.ts'
import type { Tx } from '../../db/database.ts'
import type { BookedPerson } from '../accounts/bookedPerson.ts'
import { enqueueMessage } from '../messages/commands.ts'
import type { PurchaseContext } from '../payments/purchase.ts'
import { CALENDAR_FILE, lessonCalendar } from './calendar.ts'
import type { LessonBooked } from './commands/createLesson.ts'

/**
 * Queues the confirmation and the coach's note in the lesson's own transaction, each with the calendar file: one
 * message per event and person (decision 25).
 */
export async function enqueueLessonMessages(
  tx: Tx,
  booked: LessonBooked,
  contact: BookedPerson,
  from: PurchaseContext,
  { status, tells }: { status: 'pending payment' | 'paid'; tells: Terms['tells'] },
): Promise<void> {
  const lesson = {
    coach_name: booked.coach.name,
    cage_name: booked.cage.name,
    day: formatDay(booked.day, 'long'),
    time: formatTimeRange(booked.time.start, booked.time.end, from.facility.time_zone),
  }
  const calendar = { filename: CALENDAR_FILE, content: calendarOf(booked, status, from) }
  const { email, userId } = contact
  const coach = tells.includes('coach') ? await coachAddress(tx, booked.coach.id) : null
  await Promise.all([
    email &&
      tells.includes('person') &&
      enqueueMessage(tx, {
        template: 'lesson-confirmed',
        to: { email, userId },
        data: {
          ...lesson,
          full_name: contact.name,
          coach_fee: formatDollars(booked.coachCents),
          cage_fee: formatDollars(booked.cageCents),
          total: formatDollars(booked.totalCents),
          payment_line: paymentLines[status],
          sign_up_url: userId === null ? `${from.siteUrl}/auth?mode=signup` : '',
        },
        dedupeKey: `lesson-confirmed:${booked.id}`,
        calendar,
      }),
    coach &&
      enqueueMessage(tx, {
        template: 'lesson-booked',
        to: coach,
        data: { ...lesson, customer_name: contact.name, customer_phone: contact.phone ?? '' },
        dedupeKey: `lesson-booked:${booked.id}`,
        calendar,
        replyTo: email,
      }),
  ])
}

const paymentLines = { 'pending payment': 'You can pay on arrival.', paid: 'Paid by card. Thank you!' }

const calendarOf = (booked: LessonBooked, status: BookingStatus, from: PurchaseContext): string =>
  lessonCalendar(
    {
      id: booked.id,
      coachName: booked.coach.name,
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

/** Where the coach reads mail: the address on the coach's own record, or else the account's. */
export async function coachAddress(tx: Tx, coachId: string) {
  const coach = await tx
    .selectFrom('coaches')
    .leftJoin('profiles', 'profiles.id', 'coaches.user_id')
    .select(({ fn }) => ['coaches.user_id', fn.coalesce('coaches.email', 'profiles.email').as('email')])
    .where('coaches.id', '=', coachId)
    .executeTakeFirst()
  return coach?.email ? { email: coach.email, userId: coach.user_id } : null
}
