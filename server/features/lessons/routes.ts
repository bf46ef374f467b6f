import {
  createCoachBooking,
  type GuestDetails,
  getLessonCalendar,
  getUserCoachBookings,
  type LessonRequest,
} from '../../../shared/contract/lessons.ts'
import { centsFromDollars, dollarsFromCents } from '../../../shared/domain/money.ts'
import { type Call, endpoint, reply } from '../../http/endpoint.ts'
import { answeredBefore, runCommand } from '../../http/idempotency.ts'
import { PRIVATE } from '../../http/problem.ts'
import { Refusal, refuse } from '../../refusal.ts'
import { takingTime } from '../places/takingTime.ts'
import { isUnpaidTimeRefused } from '../places/unpaidTime.ts'
import { CALENDAR_FILE, lessonCalendar } from './calendar.ts'
import { calendarPath, mayReadCalendar } from './calendarLink.ts'
import { createLesson, type LessonBooked, type LessonCustomer } from './commands/createLesson.ts'
import { enqueueLessonMessages, type LessonContact } from './emails.ts'
import { admitGuest } from './guests.ts'
import { findCalendarLesson, listCustomerLessons } from './queries.ts'
import { requestedLesson } from './requestedLesson.ts'

export const lessonEndpoints = [
  endpoint(createCoachBooking, async (call) => {
    const { context } = call
    // Only guests' attempts are counted here, and a replay is not an attempt.
    const replay = (await call.caller()) ? null : await answeredBefore<LessonAnswer>(call)
    if (replay) return replay
    const facility = await context.facility.get()
    const now = context.clock.now()
    const lesson = requestedLesson(call.body, facility, now)
    if (lesson instanceof Refusal) return lesson
    const who = await customerOf(call)
    if (who instanceof Refusal) return who
    const { customer, contact } = who
    const actor = { ...call.actor, userId: contact.userId }
    const from = { facility, siteUrl: context.publicUrl(), now }
    const { start, end } = lesson.time
    const slots = [{ cageId: lesson.cageId, coachId: lesson.coachId, start, end }]
    try {
      return await takingTime(context, { userId: contact.userId, taken: 'lesson_time_taken' }, (time) => {
        time.takes(slots)
        return runCommand({ ...call, actor }, async (tx) => {
          const booked = await createLesson(tx, { customer, lesson, now }, from, (made) =>
            enqueueLessonMessages(tx, made, contact, from),
          )
          return booked instanceof Refusal ? booked : reply(answerOf(call, booked))
        })
      })
    } catch (error) {
      if (isUnpaidTimeRefused(error)) return refuse('unpaid_hours_limit')
      throw error
    }
  }),

  endpoint(getUserCoachBookings, async ({ context, user }) => {
    const lessons = await listCustomerLessons(context.db, user.profile, context.clock.now())
    return reply(lessons.map((lesson) => ({ ...lesson, calendar_url: calendarPath(context, lesson.id) })))
  }),

  endpoint(getLessonCalendar, async ({ context, params, query }) => {
    if (!mayReadCalendar(context, params.id, query.signature)) return refuse('lesson_not_found')
    const lesson = await findCalendarLesson(context.db, params.id)
    if (!lesson) return refuse('lesson_not_found')
    const facility = await context.facility.get()
    return new Response(lessonCalendar(lesson, facility, context.publicUrl(), context.clock.now()), {
      headers: {
        ...PRIVATE,
        'content-type': 'text/calendar; charset=utf-8; method=PUBLISH',
        'content-disposition': `attachment; filename="${CALENDAR_FILE}"`,
      },
    })
  }),
]

/** Whoever is signed in, or else the guest of the form, let in through the guests' doors. */
async function customerOf(
  call: Call<typeof createCoachBooking>,
): Promise<{ customer: LessonCustomer; contact: LessonContact } | Refusal> {
  const { context, body, address } = call
  const caller = await call.caller()
  if (caller) {
    const { id, full_name, email, phone_number } = caller.profile
    return {
      customer: { type: 'user', id },
      contact: { name: full_name, phone: phone_number, email, userId: id },
    }
  }
  if (!hasGuest(body)) return refuse('login_or_guest_required')
  const admitted = await admitGuest(context, body, address)
  if (admitted instanceof Refusal) return admitted
  return { customer: { type: 'guest', ...admitted }, contact: { ...admitted.guest, userId: null } }
}

const hasGuest = (body: LessonRequest): body is LessonRequest & { guest_details: GuestDetails } =>
  Boolean(body.guest_details)

type LessonAnswer = ReturnType<typeof answerOf>

const answerOf = ({ context }: Call, booked: LessonBooked) => ({
  message: `Your session with ${booked.coach.name} is confirmed. You can pay on arrival.`,
  booking: {
    id: booked.id,
    coach_id: booked.coach.id,
    coach_name: booked.coach.name,
    cage_name: booked.cage.name,
    lesson_date: booked.day,
    start_time: booked.time.startTime,
    end_time: booked.time.endTime,
    duration_minutes: booked.minutes,
    coach_rate: dollarsFromCents(centsFromDollars(booked.coach.hourly_rate)),
    cage_cost: dollarsFromCents(booked.cageCents),
    total_cost: dollarsFromCents(booked.totalCents),
    status: 'pending payment' as const,
  },
  calendar_url: calendarPath(context, booked.id),
})
