import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Device } from '../../shared/contract/accounts/devices.ts'
import { contract } from '../../shared/contract/api.ts'
import { facilityDay } from '../../shared/domain/time/time.ts'
import { addCamp, register, type TestCamp, teenager } from '../features/camps/campTestKit.ts'
import { addClass, addSession, register as takeSeat } from '../features/classes/classTestKit.ts'
import { addCoach, type TestCoach } from '../features/coaches/coachTestKit.ts'
import { addChild } from '../features/households/householdTestKit.ts'
import { type LessonAnswer, lesson, postLesson } from '../features/lessons/lessonTestKit.ts'
import {
  giveCard,
  join,
  type OpenedSignUp,
  openSignUp,
  PRICE,
} from '../features/memberships/membershipTestKit.ts'
import { addSignature, addWaiver } from '../features/waivers/waiverTestKit.ts'
import { bodyOf } from '../test/answers.ts'
import { group, tuesday, ZONE } from '../test/cageTime.ts'
import { openPayment, payByCard } from '../test/cardPayment.ts'
import { idFieldsOf } from '../test/contractIds.ts'
import { addCages, addPerson, type Person, signIn } from '../test/factories.ts'
import { startTestApp, type TestApp } from '../test/testApp.ts'
import { forEverybody, secrets } from './sharedIds.fixture.ts'

interface Asking {
  readonly path: string
  readonly method?: string
  readonly json?: object
}

interface Owned {
  /** Creates something that the owner has; returns its id. */
  readonly theirs: (owner: Person) => Promise<string>
  /** The request that contains the id. */
  readonly ask: (id: string, asker: Person) => Asking
  /** An id that does not exist, where ids are not UUIDs. */
  readonly unknown?: string
  readonly people?: 'members' | 'coaches' | 'payers'
}

let app: TestApp
let cages: string[]
let coach: TestCoach
let givingCoach: TestCoach
let camp: TestCamp
let freeSession: string
let people: Record<'customers' | 'payers' | 'members' | 'coaches', { owner: Person; others: Person[] }>
/** Someone for whom each person is an adult. */
const children = new Map<Person, string>()
/** A lesson that each coach gives. */
const ownLessons = new Map<Person, string>()
/** What the sign-ups that were begun may be finished with. */
const signUps = new Map<Person, { customerId: string; paymentMethodId: string }>()

beforeAll(async () => {
  // The desk acts as such; of the admin the second factor is due, so an admin has no more than a customer.
  app = await startTestApp({ settings: { SECOND_FACTOR: 'admin' } })
  const cards = { card_payment_for_cages: true, card_payment_for_lessons: true }
  await app.db
    .updateTable('facility')
    .set({ ...cards, founders_cap: 1_000 })
    .execute()
  cages = await addCages(app.db, 4)
  coach = await addCoach(app.db)
  camp = await addCamp(app.db)
  const [owner, stranger, desk, admin, member, otherMember, giver, otherCoach] = await Promise.all([
    addPerson(app, teenager),
    addPerson(app, teenager),
    addPerson(app, { role: 'desk' }),
    addPerson(app, { role: 'admin' }),
    addPerson(app, teenager),
    addPerson(app, teenager),
    addPerson(app, { role: 'coach' }),
    addPerson(app, { role: 'coach' }),
  ])
  givingCoach = await addCoach(app.db, { person: giver })
  const others = await addCoach(app.db, { person: otherCoach })
  people = {
    customers: { owner, others: [stranger, desk, admin] },
    // The desk asks for everybody's payment.
    payers: { owner, others: [stranger, admin] },
    members: { owner: member, others: [otherMember] },
    coaches: { owner: giver, others: [otherCoach] },
  }
  await Promise.all([member, otherMember].map((person) => join(app, person)))
  const customers = [owner, stranger, desk, admin]
  await Promise.all(customers.map(beginSignUp))
  for (const person of customers) children.set(person, await addChild(app.db, [person]))
  ownLessons.set(giver, await lessonOfGiver())
  ownLessons.set(otherCoach, await bookLesson(owner, others))
})
afterAll(() => app.close())
let weeks = 0
const freshDay = () => tuesday(weeks++ % 40)
const hour = () => ({
  bookingDetails: [group(cages[weeks % 4] ?? '', freshDay(), '16:00', '17:00')],
  totalAmount: 30,
})
const later = (days = 3) => group('', tuesday(44 + days), '18:00', '19:00').startTime

async function beginSignUp(person: Person): Promise<void> {
  const opened = await bodyOf<OpenedSignUp>(openSignUp(app, person))
  const { payment_method = '' } = await giveCard(app, opened)
  signUps.set(person, { customerId: opened.customerId, paymentMethodId: payment_method })
}

async function book({ cookie }: Person): Promise<string> {
  const answer = app.request('/api/bookings', { json: hour(), cookie })
  return (await bodyOf<{ bookings: { id: string }[] }>(answer)).bookings[0]?.id ?? ''
}

async function bookLesson({ cookie }: Person, { id } = coach): Promise<string> {
  const answer = postLesson(app, lesson(id, freshDay(), '17:00'), { cookie })
  return (await bodyOf<LessonAnswer>(answer)).booking.id
}

/** A lesson that someone booked with the coach whose account is tried. */
const listOfGiver = (id: string) => `/api/coach/bookings?p_coach_id=${givingCoach.id}&booking_id=${id}`
const lessonOfGiver = () => bookLesson(people.customers.owner, givingCoach)

const paid = (theirs: Owned['theirs'], what: (id: string) => object): Owned => ({
  theirs,
  ask: (id) => ({ path: '/api/payments/intents', json: what(id) }),
})

const lessonWith = (ask: Owned['ask']): Owned => ({ theirs: lessonOfGiver, ask, people: 'coaches' })

const messageAbout = (about_id: string) => ({ about: 'lesson', about_id, subject: 'Rain', text: 'Inside.' })

const messageAlsoAbout = (id: string, asker: Person) => ({
  ...messageAbout(ownLessons.get(asker) ?? ''),
  also_ids: [id],
})

const waiverFor = (id: string) => ({ waivers: [{ id, version: 1 }], participant_ids: [id], name: 'Pat' })
const NO_CARE = { medical_note: null, emergency_contacts: [], pickup_adults: [] }

/** A child who has a lesson today with the coach whose account is tried. */
async function childTaughtToday(): Promise<string> {
  const { owner } = people.customers
  const participant_id = await addChild(app.db, [owner])
  await app.db
    .insertInto('coach_bookings')
    .values({
      coach_id: givingCoach.id,
      customer_type: 'user',
      customer_id: owner.id,
      participant_id,
      cage_id: cages[0] ?? '',
      lesson_date: facilityDay(new Date(), ZONE),
      start_time: '06:00',
      end_time: '07:00',
      duration_minutes: 60,
      coach_rate: '50.00',
      cage_cost: '30.00',
    })
    .execute()
  return participant_id
}

async function registerForOwnCamp(owner: Person): Promise<string> {
  camp = await addCamp(app.db)
  return (await bodyOf<{ registration_id: string }>(register(app, camp, owner))).registration_id
}

/** The id of an invitation from one adult to an address. */
async function invite(from: Person, email: string): Promise<string> {
  const child = await addChild(app.db, [from])
  const json = { email, participant_ids: [child] }
  const answer = app.request('/api/me/household-invitations', { json, cookie: from.cookie })
  return (await bodyOf<{ id: string }>(answer)).id
}

async function seatInClass({ id: userId }: Person): Promise<string> {
  const session = await addSession(app.db, await addClass(app.db), freshDay())
  await takeSeat(app.db, session, { userId })
  const { id } = await app.db
    .selectFrom('class_registrations')
    .select('id')
    .where('class_instance_id', '=', session)
    .executeTakeFirstOrThrow()
  return id
}

const campSeat = (registrationId: string) => ({ campId: camp.id, registrationId, amount: 18_000 })

async function signInAgain(owner: Person): Promise<string> {
  await signIn(app, owner.email, 'play-ball-2026')
  const devices = await bodyOf<Device[]>(app.request('/api/me/sessions', { cookie: owner.cookie }))
  return devices.find(({ current }) => !current)?.id ?? ''
}

/** Other people send the secret too: an account's payment is visible to that account only, even with the secret. */
const clientSecrets = new Map<string, string>()
async function openCheckout({ cookie }: Person): Promise<string> {
  const opened = await openPayment(app, cookie, hour())
  clientSecrets.set(opened.paymentIntentId, opened.clientSecret)
  return opened.paymentIntentId
}
const withSecret = (id: string) => ({
  payment_intent_id: id,
  client_secret: clientSecrets.get(id) ?? 'pi_nobody_secret_nothing',
})

async function payHour({ cookie }: Person): Promise<string> {
  const { payment } = await payByCard(app, cookie, hour())
  const row = await app.db
    .selectFrom('payment_transactions')
    .select('stripe_payment_intent_id')
    .where('id', '=', payment.payment_transaction_id)
    .executeTakeFirstOrThrow()
  return row.stripe_payment_intent_id ?? ''
}

async function beginCardChange({ cookie }: Person): Promise<string> {
  const answer = app.request('/api/memberships/billing/setup-intents', { json: {}, cookie })
  const opened = await bodyOf<OpenedSignUp>(answer)
  await giveCard(app, opened)
  return opened.setupIntentId
}

async function cardOnFile(owner: Person): Promise<string> {
  const setupIntentId = await beginCardChange(owner)
  const answer = app.request('/api/memberships/billing/setup-intents', {
    json: { setupIntentId },
    cookie: owner.cookie,
  })
  return (await bodyOf<OpenedSignUp>(answer)).paymentMethodId ?? ''
}

const childOf = (owner: Person): Promise<string> => addChild(app.db, [owner])

/** Ids that belong to one person: each is tried by other people and by its owner. */
const owned: Record<string, Owned> = {
  'create-booking participant_id': {
    theirs: childOf,
    ask: (participant_id) => ({ path: '/api/bookings', json: { ...hour(), participant_id } }),
  },
  'create-coach-booking participant_id': {
    theirs: childOf,
    ask: (participant_id) => ({
      path: '/api/lessons',
      json: { ...lesson(coach.id, freshDay(), '18:00'), participant_id },
    }),
  },
  'create-payment-intent participant_id': paid(childOf, (participant_id) => ({ ...hour(), participant_id })),
  'cancel-booking id': {
    theirs: book,
    ask: (id) => ({ path: `/api/me/bookings/${id}/cancel`, method: 'POST' }),
  },
  'move-booking id': {
    theirs: book,
    ask: (id) => ({ path: `/api/me/bookings/${id}/move`, json: { start_time: later() } }),
  },
  'cancel-lesson id': {
    theirs: bookLesson,
    ask: (id) => ({ path: `/api/me/lessons/${id}/cancel`, method: 'POST' }),
  },
  'get-my-calendar-file id': {
    theirs: book,
    ask: (id) => ({ path: `/api/me/calendar.ics?id=${id}` }),
  },
  'list-lesson-move-times id': {
    theirs: bookLesson,
    ask: (id) => ({ path: `/api/me/lessons/${id}/move-times?lesson_date=${tuesday(45)}` }),
  },
  'move-lesson id': {
    theirs: bookLesson,
    ask: (id) => ({
      path: `/api/me/lessons/${id}/move`,
      json: { lesson_date: tuesday(45), start_time: '18:00' },
    }),
  },
  'update_coach_booking booking_id': lessonWith((id) => ({
    path: `/api/lessons/${id}`,
    method: 'PATCH',
    json: { new_coach_notes: 'Bring a glove.' },
  })),
  'get_coach_bookings p_coach_id': {
    theirs: async () => givingCoach.id,
    ask: (id) => ({ path: `/api/coach/bookings?p_coach_id=${id}` }),
    people: 'coaches',
  },
  'get_coach_bookings booking_id': lessonWith((id) => ({ path: listOfGiver(id) })),
  'update_coach_booking_payment_status p_booking_id': lessonWith((id) => ({
    path: `/api/lessons/${id}/payment-status`,
    method: 'PUT',
    json: { p_new_status: 'paid' },
  })),
  // A change belongs to who made it, not to who is changed.
  'undo-staff-change id': {
    theirs: async (coachAccount) => {
      const id = await lessonOfGiver()
      const answer = app.request(`/api/lessons/${id}/cancel`, { json: {}, cookie: coachAccount.cookie })
      return (await bodyOf<{ undo: { id: string } }>(answer)).undo.id
    },
    ask: (id) => ({ path: `/api/staff-changes/${id}/undo`, method: 'POST' }),
    people: 'coaches',
  },
  'update-lesson-attendance id': {
    theirs: async () => {
      const id = await lessonOfGiver()
      await app.db
        .updateTable('coach_bookings')
        .set({ lesson_date: '2020-01-07' })
        .where('id', '=', id)
        .execute()
      return id
    },
    ask: (id) => ({
      path: `/api/lessons/${id}/attendance`,
      method: 'PUT',
      json: { attendance: 'no_show' },
    }),
    people: 'coaches',
  },
  'cancel_coach_booking p_booking_id': lessonWith((id) => ({ path: `/api/lessons/${id}/cancel`, json: {} })),
  'send-session-message about_id': lessonWith((about_id) => ({
    path: '/api/session-messages',
    json: messageAbout(about_id),
  })),
  'send-session-message also_ids[]': lessonWith((id, asker) => ({
    path: '/api/session-messages',
    json: messageAlsoAbout(id, asker),
  })),
  'preview-session-message about_id': lessonWith((about_id) => ({
    path: '/api/session-messages/preview',
    json: messageAbout(about_id),
  })),
  'preview-session-message also_ids[]': lessonWith((id, asker) => ({
    path: '/api/session-messages/preview',
    json: messageAlsoAbout(id, asker),
  })),
  'get-session-audience about_id': lessonWith((id) => ({
    path: `/api/session-audience?about=lesson&about_id=${id}`,
  })),
  'get-reminder-run run_id': {
    theirs: async ({ cookie }) => {
      const json = messageAbout(await lessonOfGiver())
      return (await bodyOf<{ run_id: string }>(app.request('/api/session-messages', { json, cookie }))).run_id
    },
    ask: (id) => ({ path: `/api/reminder-runs/${id}` }),
    people: 'coaches',
  },
  'create-participant shared_with[]': {
    theirs: async (owner) => {
      const partner = await addPerson(app, teenager)
      await addChild(app.db, [owner, partner])
      return partner.id
    },
    ask: (id) => ({ path: '/api/me/participants', json: { name: 'Ash Example', shared_with: [id] } }),
  },
  'update-participant id': {
    theirs: (owner) => addChild(app.db, [owner]),
    ask: (id) => ({ path: `/api/participants/${id}`, method: 'PATCH', json: { photo_consent: 'yes' } }),
  },
  'delete-participant id': {
    theirs: (owner) => addChild(app.db, [owner]),
    ask: (id) => ({ path: `/api/participants/${id}`, method: 'DELETE' }),
  },
  'update-participant-adult id': {
    theirs: (owner) => addChild(app.db, [owner]),
    ask: (id, asker) => ({
      path: `/api/participants/${id}/adults/${asker.id}`,
      method: 'PATCH',
      json: { is_told: false },
    }),
  },
  'update-participant-adult user_id': {
    theirs: async (owner) => owner.id,
    ask: (id, asker) => ({
      path: `/api/participants/${children.get(asker)}/adults/${id}`,
      method: 'PATCH',
      json: { is_told: false },
    }),
  },
  'remove-adult id': {
    theirs: async (owner) => addChild(app.db, [await addPerson(app, teenager), owner]),
    ask: (id, asker) => ({ path: `/api/participants/${id}/adults/${asker.id}`, method: 'DELETE' }),
  },
  'remove-adult user_id': {
    theirs: async (owner) => {
      const partner = await addPerson(app, teenager)
      await app.db
        .insertInto('participant_adults')
        .values({ participant_id: children.get(owner) ?? '', user_id: partner.id })
        .execute()
      return partner.id
    },
    ask: (id, asker) => ({
      path: `/api/participants/${children.get(asker)}/adults/${id}`,
      method: 'DELETE',
    }),
  },
  'invite-adult participant_ids[]': {
    theirs: (owner) => addChild(app.db, [owner]),
    ask: (id) => ({
      path: '/api/me/household-invitations',
      json: { email: 'aunt@example.test', participant_ids: [id] },
    }),
  },
  'withdraw-household-invitation id': {
    theirs: (owner) => invite(owner, 'uncle@example.test'),
    ask: (id) => ({ path: `/api/me/household-invitations/${id}`, method: 'DELETE' }),
  },
  'accept-household-invitation id': {
    theirs: async (owner) => invite(await addPerson(app, teenager), owner.email),
    ask: (id) => ({ path: '/api/household-invitations/accept', json: { id } }),
  },
  'decline-household-invitation id': {
    theirs: async (owner) => invite(await addPerson(app, teenager), owner.email),
    ask: (id) => ({ path: '/api/household-invitations/decline', json: { id } }),
  },
  'delete-coach-time-off id': {
    theirs: async ({ cookie }) => {
      const day = tuesday(50)
      const answer = app.request('/api/coach/time-off', { json: { start_date: day, end_date: day }, cookie })
      return (await bodyOf<{ id: string }>(answer)).id
    },
    ask: (id) => ({ path: `/api/coach/time-off/${id}`, method: 'DELETE' }),
    people: 'coaches',
  },
  'get-participant-care id': {
    theirs: (owner) => addChild(app.db, [owner]),
    ask: (id) => ({ path: `/api/participants/${id}/care` }),
  },
  'sign-waivers participant_ids[]': {
    theirs: (owner) => addChild(app.db, [owner]),
    ask: (id) => ({ path: '/api/waivers/signatures', json: waiverFor(id) }),
  },
  'get-waiver-copy id': {
    theirs: async (person) => {
      const participantId = await addChild(app.db, [person])
      return addSignature(app.db, { waiver: await addWaiver(app.db), participantId, person, name: 'Pat' })
    },
    ask: (id) => ({ path: `/api/waiver-copies/${id}` }),
  },
  'update-participant-care id': {
    theirs: (owner) => addChild(app.db, [owner]),
    ask: (id) => ({ path: `/api/participants/${id}/care`, method: 'PUT', json: NO_CARE }),
  },
  'read-participant-care id': {
    theirs: childTaughtToday,
    ask: (id) => ({ path: `/api/staff/participants/${id}/care` }),
    people: 'coaches',
  },
  'cancel-camp-registration id': {
    theirs: registerForOwnCamp,
    ask: (id) => ({ path: `/api/me/camp-registrations/${id}/cancel`, method: 'POST' }),
  },
  'cancel-class-registration id': {
    theirs: seatInClass,
    ask: (id) => ({ path: `/api/me/class-registrations/${id}/cancel`, method: 'POST' }),
  },
  'sign-out-session id': {
    theirs: signInAgain,
    ask: (id) => ({ path: `/api/me/sessions/${id}/sign-out`, json: { current_password: 'play-ball-2026' } }),
  },
  'create-payment-intent registrationId': paid(registerForOwnCamp, campSeat),
  'create-payment-intent bookingIds[]': paid(book, (id) => ({ bookingIds: [id], amount: 3_000 })),
  'create-payment-intent lessonId': paid(bookLesson, (id) => ({ lessonId: id, amount: 9_000 })),
  'create-payment-intent registrationIds[]': paid(registerForOwnCamp, (id) => ({
    campId: camp.id,
    registrationIds: [id],
    amount: 18_000,
  })),
  'create-payment-intent participantIds[]': paid(
    (owner) => addChild(app.db, [owner]),
    (id) => ({ campId: camp.id, participantIds: [id], amount: 18_000 }),
  ),
  'register_for_camp participant_ids[]': {
    theirs: (owner) => addChild(app.db, [owner]),
    ask: (id) => ({ path: '/api/camp-registrations', json: { p_camp_id: camp.id, participant_ids: [id] } }),
  },
  'book-free-class-sessions participantIds[]': {
    theirs: async (owner) => {
      freeSession = await addSession(app.db, await addClass(app.db, { price: '0.00' }), freshDay())
      return addChild(app.db, [owner])
    },
    ask: (id) => ({
      path: '/api/class-registrations',
      json: { instanceIds: [freeSession], participantIds: [id] },
    }),
  },
  'update_camp_registration_payment_status p_registration_id': {
    theirs: async (owner) => {
      const id = await registerForOwnCamp(owner)
      await payByCard(app, owner.cookie, campSeat(id))
      return id
    },
    ask: (id) => ({
      path: '/api/camp-registrations/payment-status',
      json: { p_registration_id: id, p_new_status: 'paid' },
    }),
    people: 'payers',
  },
  'confirm-payment payment_intent_id': {
    theirs: openCheckout,
    unknown: 'pi_nobody',
    ask: (id) => ({ path: '/api/payments/confirm', json: withSecret(id) }),
  },
  'cancel-payment-intent payment_intent_id': {
    theirs: openCheckout,
    unknown: 'pi_nobody',
    ask: (id) => ({ path: '/api/payments/cancel', json: withSecret(id) }),
  },
  'update_payment_transaction_status p_payment_intent_id': {
    theirs: payHour,
    unknown: 'pi_nobody',
    ask: (id) => ({
      path: '/api/payments/status',
      json: { p_payment_intent_id: id, p_new_status: 'completed' },
    }),
    people: 'payers',
  },
  'get-my-payment-receipt payment_id': {
    theirs: async (owner) => {
      const { id } = await app.db
        .selectFrom('payment_transactions')
        .select('id')
        .where('stripe_payment_intent_id', '=', await payHour(owner))
        .executeTakeFirstOrThrow()
      return id
    },
    ask: (id) => ({ path: `/api/me/payments/${id}/receipt` }),
  },
  'create-subscription customerId': {
    theirs: async (owner) => signUps.get(owner)?.customerId ?? '',
    unknown: 'cus_nobody',
    // A card that belongs to no customer: the owner is refused for the card here, and joins in the case below.
    ask: (customerId) => ({
      path: '/api/memberships',
      json: { customerId, paymentMethodId: 'pm_nobody', priceId: PRICE },
    }),
  },
  'create-subscription paymentMethodId': {
    theirs: async (owner) => signUps.get(owner)?.paymentMethodId ?? '',
    unknown: 'pm_nobody',
    ask: (paymentMethodId, asker) => ({
      path: '/api/memberships',
      json: { customerId: signUps.get(asker)?.customerId, paymentMethodId, priceId: PRICE },
    }),
  },
  'create-billing-setup-intent setupIntentId': {
    theirs: beginCardChange,
    unknown: 'seti_nobody',
    ask: (setupIntentId) => ({ path: '/api/memberships/billing/setup-intents', json: { setupIntentId } }),
    people: 'members',
  },
  'update-payment-method paymentMethodId': {
    theirs: cardOnFile,
    unknown: 'pm_nobody',
    ask: (paymentMethodId) => ({
      path: '/api/memberships/billing/payment-method',
      json: { paymentMethodId },
    }),
    people: 'members',
  },
}

test('every id and secret that an operation takes has its owner declared here', () => {
  const taken = contract.flatMap((route) => idFieldsOf(route).map((field) => `${route.operationId} ${field}`))
  expect([...forEverybody, ...secrets, ...Object.keys(owned)].sort()).toEqual(taken.sort())
})

describe.each(Object.entries(owned))('%s', (name, { theirs, ask, unknown = randomUUID(), people: who }) => {
  const isPublic = contract.some(
    ({ operationId, access }) => name.startsWith(`${operationId} `) && access === 'public',
  )
  test("answers another person's id like one that does not exist, and the owner otherwise", async () => {
    const { owner, others } = people[who ?? 'customers']
    const id = await theirs(owner)
    // The provider's ids have no other spelling.
    const spellings = unknown.includes('nobody') ? [id] : [id, id.toUpperCase()]
    const refusals = new Set([''])
    for (const asker of isPublic ? [...others, { id: '', email: '', cookie: '' }] : others) {
      const ofNone = await answerTo(asker, unknown)
      for (const spelling of spellings) expect(await answerTo(asker, spelling)).toBe(ofNone)
      refusals.add(ofNone)
    }
    expect([...refusals].join()).not.toContain(id)
    expect(refusals).not.toContain(await answerTo(owner, id))
  })

  /** Status and body, without the ids that the provider generates for each request. */
  async function answerTo(asker: Person, id: string): Promise<string> {
    const { path, ...init } = ask(id, asker)
    const response = await app.request(path, { ...init, cookie: asker.cookie })
    expect(response.status).not.toBe(400)
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.includes('json')
    if (!isJson) return `${response.status} ${text}`
    const { request_id: _, ...body } = JSON.parse(text) as { request_id?: string }
    return `${response.status} ${JSON.stringify(body)}`.replaceAll(/\b(seti|cus)_\w+(?<!nobody)/g, (made) =>
      made === id ? made : '…',
    )
  }
})
