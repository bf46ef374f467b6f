import type { Undo } from '../../../shared/contract/bookings/staffChanges.ts'
import { LESSON_LENGTHS, lessonMinutes } from '../../../shared/contract/lessons/coaches.ts'
import {
  type CoachBookingRequest,
  createCoachBooking,
  type ExistingPeople,
  type GuestDetails,
  getLessonCalendar,
  getLessonTicket,
  getUserCoachBookings,
} from '../../../shared/contract/lessons/lessons.ts'
import { dollarsFromCents, dollarsFromDecimal } from '../../../shared/domain/money/money.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import type { PaymentMethod } from '../../db/tables/bookings.ts'
import { PRIVATE } from '../../http/answers/problem.ts'
import { type Call, endpoint, reply } from '../../http/endpoint.ts'
import { answeredBefore, runCommand } from '../../http/idempotency.ts'
import { refuseTooMany } from '../../http/limits/rateLimits.ts'
import { phoneOf } from '../../phoneNumber.ts'
import { Refusal, refuse } from '../../refusal.ts'
import { type BookedPerson, findPeopleByPhone, findPerson, personOf } from '../accounts/bookedPerson.ts'
import { ownCoachId } from '../coaches/ownCoach.ts'
import { nameBesideBooker, type Participant } from '../households/participation.ts'
import { type Acting, type ActingTerms, customerTerms } from '../payments/changes/actingTerms.ts'
import { undoable } from '../payments/changes/undoable.ts'
import { purchaseContext } from '../payments/purchase.ts'
import { takingTime } from '../places/takingTime.ts'
import { isUnpaidTimeRefused } from '../places/unpaidTime.ts'
import { accountCustomer, guestOfStaff, type LessonCaller } from './caller.ts'
import { CALENDAR_FILE, lessonCalendar } from './coach/calendar.ts'
import { calendarPath, mayReadCalendar } from './coach/calendarLink.ts'
import { createLesson } from './commands/createLesson.ts'
import { admitGuest } from './guests.ts'
import { termsToGive } from './policy.ts'
import { asTicket, findLinkedLesson, findTicketed, listCustomerLessons } from './queries.ts'
import { type LessonBooked, requestedLesson } from './requestedLesson.ts'

export const lessonEndpoints = [
  endpoint(createCoachBooking, async (call) => {
    const { context } = call
    // Only guests' attempts are counted here, and a replay is not an attempt.
    const replay = (await call.caller()) ? null : await answeredBefore<LessonAnswer>(call)
    if (replay) return replay
    const at = await purchaseContext(context)
    const booking = await whoBooks(call)
    if (booking instanceof Refusal) return booking
    const { terms, methods, actorId } = booking
    const tooLong = terms.limited && !lessonMinutes.safeParse(call.body.duration_minutes).success
    if (tooLong) return refuse('invalid_input', [{ path: ['duration_minutes'], message: LESSON_LENGTHS }])
    const lesson = requestedLesson(call.body, at.facility, at.now, { methods, terms })
    if (lesson instanceof Refusal) return lesson
    const who = await booking.customer()
    if (who instanceof Refusal) return who
    const method = methods.find((known) => known === call.body.payment_method) ?? 'on_arrival'
    const participantId = call.body.participant_id ?? null
    const request = {
      ...who,
      participantId,
      lesson,
      payment_method: method,
      status: 'pending payment' as const,
    }
    const actor = { ...call.actor, userId: actorId }
    const of = {
      userId: terms.limited ? who.contact.userId : null,
      taken: 'lesson_time_taken',
      namesFor: terms.limited ? undefined : (await call.caller())?.profile.role,
    } as const
    try {
      return await takingTime(context, of, (time) =>
        runCommand({ ...call, actor }, async (tx) => {
          const work = (acting: Acting) => createLesson(tx, request, acting)
          const made = await (terms.refundedFor === 'staff' ? undoable : atOnce)(
            tx,
            { at, terms, time },
            work,
          )
          if (made instanceof Refusal) return made
          const answer = answerOf(call, made.done, { terms, contact: who.contact })
          return reply({ ...answer, undo: made.undo })
        }),
      )
    } catch (error) {
      if (isUnpaidTimeRefused(error)) return refuse('unpaid_hours_limit')
      throw error
    }
  }),

  endpoint(getUserCoachBookings, async ({ context, db, now, user }) => {
    const { id } = user.profile
    const lessons = await listCustomerLessons(db, user.profile, now)
    return reply(lessons.map((lesson) => ({ ...lesson, calendar_url: calendarPath(context, lesson.id, id) })))
  }),

  endpoint(getLessonCalendar, async ({ context, db, now, params, query }) => {
    if (!mayReadCalendar(context, params.id, query)) return refuse('lesson_not_found')
    const lesson = await findLinkedLesson(db, params.id, query.reader ?? null)
    if (!lesson) return refuse('lesson_not_found')
    const facility = await context.facility.get()
    return new Response(lessonCalendar(lesson, facility, context.publicUrl(), now), {
      headers: {
        ...PRIVATE,
        'content-type': 'text/calendar; charset=utf-8; method=PUBLISH',
        'content-disposition': `attachment; filename="${CALENDAR_FILE}"`,
      },
    })
  }),

  endpoint(getLessonTicket, async ({ context, now, params, query }) => {
    const lesson = await findTicketed(context, params.id, query.signature)
    return lesson ? reply(asTicket(context, lesson, now)) : refuse('lesson_not_found')
  }),
]

interface Booker {
  readonly terms: ActingTerms
  readonly methods: readonly PaymentMethod[]
  readonly actorId: string | null
  /** Asked for after the request was checked: a guest's attempt is counted. */
  customer(): Promise<LessonCaller | Refusal> | LessonCaller | Refusal
}

/**
 * A customer or guest who books for themselves, or staff who book for a customer or guest. Coaches are never their own
 * customers.
 */
async function whoBooks(call: Call<typeof createCoachBooking>): Promise<Booker | Refusal> {
  const { context, body, address } = call
  const caller = await call.caller()
  const actorId = caller?.profile.id ?? null
  const namesOther = body.guest_details || (body.customer_id && body.customer_id !== actorId)
  if (
    caller?.accountRole === 'coach' &&
    !namesOther &&
    (await ownCoachId(context.db, caller.profile)) === body.coach_id
  )
    return refuse('customer_required')
  if (caller && caller.accountRole !== 'user' && (body.customer_id || body.guest_details)) {
    // As the customer that they are until then, they would book for themselves.
    if (caller.secondFactor === 'due') return refuse('second_factor_due')
    const terms = await termsToGive(
      context.db,
      caller.profile,
      body.coach_id,
      body.override_reason ?? null,
      body,
    )
    if (terms instanceof Refusal) return terms
    const customer = () => namedCustomer(context, body, terms)
    return { terms, methods: staffMethods, actorId, customer }
  }
  if (body.customer_id && body.customer_id !== actorId)
    return refuse(caller ? 'forbidden' : 'unauthenticated')
  const own = { terms: customerTerms(actorId), methods: ['on_arrival'] as const, actorId }
  if (caller) return { ...own, customer: () => accountCustomer(personOf(caller.profile)) }
  return {
    ...own,
    async customer() {
      if (!hasGuest(body)) return refuse('login_or_guest_required')
      const admitted = await admitGuest(context, body, address)
      if (admitted instanceof Refusal) return admitted
      return { customer: { type: 'guest', ...admitted }, contact: { ...admitted.guest, userId: null } }
    },
  }
}

const staffMethods = ['on_arrival', 'pay_on_arrival', 'pay_in_person', 'cash', 'admin_created'] as const

/**
 * Whom staff name: an account, or someone without one. No check of programs stands before staff. A coach does not book for
 * admins (spec 3 §5), and tries out no phone numbers.
 */
async function namedCustomer(
  { db, limits }: Pick<Context, 'db' | 'limits'>,
  body: CoachBookingRequest,
  { actor, actorId }: Pick<ActingTerms, 'actor' | 'actorId'>,
): Promise<LessonCaller | Refusal> {
  if (body.customer_id) {
    const person = await findPerson(db, body.customer_id, { admins: actor !== 'coach' })
    return person ? accountCustomer(person) : refuse('customer_not_found')
  }
  if (!hasGuest(body)) return refuse('login_or_guest_required')
  const { name, email } = body.guest_details
  const phone = phoneOf(body.guest_details.phone, ['guest_details', 'phone'])
  if (phone instanceof Refusal) return phone
  // It tells a name for a number, which must not be tried out.
  const tried = { name: 'phone number by', subject: actorId ?? '', most: 30, seconds: 3_600 }
  const tooMany = actor === 'coach' ? await refuseTooMany(limits, tried) : null
  if (tooMany) return tooMany
  const existing = body.as_new_guest ? [] : await findPeopleByPhone(db, phone)
  if (existing.length > 0) return refuse('person_exists', { people: existing } satisfies ExistingPeople)
  return guestOfStaff({ name, phone, email: email || null })
}

const hasGuest = (body: CoachBookingRequest): body is CoachBookingRequest & { guest_details: GuestDetails } =>
  Boolean(body.guest_details)

/** What customers book is final. */
async function atOnce<Done>(_: Tx, acting: Acting, work: (acting: Acting) => Promise<Done | Refusal>) {
  const done = await work(acting)
  return done instanceof Refusal ? done : { done, undo: null }
}

type LessonAnswer = ReturnType<typeof answerOf> & { undo: Undo }

const answerOf = (
  { context }: Call,
  booked: LessonBookedFor,
  { terms, contact }: { terms: ActingTerms; contact: BookedPerson },
) => ({
  message: terms.limited ? confirmation(booked, contact) : bookedByStaff(booked, contact),
  booking: {
    id: booked.id,
    coach_id: booked.coach.id,
    coach_name: booked.coach.name,
    cage_name: booked.cage.name,
    lesson_date: booked.day,
    start_time: booked.time.startTime,
    end_time: booked.time.endTime,
    duration_minutes: booked.minutes,
    coach_rate: dollarsFromDecimal(booked.coach.hourly_rate),
    cage_cost: dollarsFromCents(booked.cageCents),
    total_cost: dollarsFromCents(booked.totalCents),
    status: 'pending payment' as const,
  },
  calendar_url: calendarPath(context, booked.id, terms.limited ? contact.userId : null),
})

type LessonBookedFor = LessonBooked & { readonly participant: Participant | null }

function confirmation({ coach, participant }: LessonBookedFor, contact: BookedPerson): string {
  const whose = nameBesideBooker({ person: contact, participant })
  const session = whose === null ? 'Your session' : `The session for ${whose}`
  return `${session} with ${coach.name} is confirmed. You can pay on arrival.`
}

const bookedByStaff = ({ coach, participant }: LessonBookedFor, { name }: BookedPerson): string =>
  `The lesson of ${participant?.name ?? name} with ${coach.name} is booked.`
