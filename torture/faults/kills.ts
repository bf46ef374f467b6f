import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { cageCustomer } from '../../server/features/bookings/changeTestKit.ts'
import { addCamp, register, soonCamp } from '../../server/features/camps/campTestKit.ts'
import { addChild } from '../../server/features/households/householdTestKit.ts'
import { closed, closing } from '../../server/features/settings/closures/closureTestKit.ts'
import { group } from '../../server/test/cageTime.ts'
import { type OpenedPayment, openPayment } from '../../server/test/cardPayment.ts'
import type { TestApp } from '../../server/test/testApp.ts'
import { allAtOnce, bookingsOf, type Fault, mark, type Round, type Tell, teller } from '../fault.ts'
import { retried } from '../world.ts'

/** Flows of every kind, killed at a random point with what is below them, and taken up by who comes after. */
export const kills: Fault = {
  name: 'kills',
  about: 'processes and PostgreSQL are killed in the middle of every flow, and started again',
  async round(round) {
    const { world, random } = round
    const prepared = []
    for (const flow of random.shuffled(flows).slice(0, random.whole(4, flows.length))) {
      prepared.push(await flow(round, teller(round)))
    }
    const doomed = random.pick([
      ['one'],
      ['one', 'other'],
      ['database'],
      ['one', 'database'],
      ['one', 'other', 'database'],
    ] as const)
    const after = random.whole(5, 150)
    const running = allAtOnce(random, prepared, 80)
    await delay(after)
    await world.kill(...doomed)
    await delay(random.whole(0, 100))
    await world.revive()
    await running
  },
}

const keyed = (key: string) => ({ 'idempotency-key': key })
const canceled = (id: string) => sql`select count(*) from bookings where id = ${id} and status = 'canceled'`

/** Each prepares what it needs while all is well, and answers with what is done while things are killed. */
const flows: readonly ((round: Round, tell: Tell) => Promise<() => Promise<unknown>>)[] = [
  async ({ world, random }, tell) => {
    const hour = group(random.pick(world.cages), world.freshDay(), '17:00', '18:00')
    const person = random.pick(world.customers)
    const json = { bookingDetails: [hour], totalAmount: 30 }
    return () =>
      tell({
        what: 'a customer books',
        trace: bookingsOf({ user: person.id }, hour.cageId, hour.startTime),
        send: (app, key) =>
          app.request('/api/bookings', { json, cookie: person.cookie, headers: keyed(key) }),
      })
  },
  async ({ world, random }, tell) => {
    const person = random.pick(world.customers)
    const id = await cageCustomer(world.site(0), person).book(
      random.pick(world.cages),
      world.freshDay(),
      '16:00',
      '17:00',
      30,
    )
    return () =>
      tell({
        what: 'a customer cancels',
        trace: canceled(id),
        send: (app, key) => cageCustomer(app, person).cancel(id, { headers: keyed(key) }),
      })
  },
  async ({ world, random }, tell) => {
    const id = await cageCustomer(world.site(0), random.pick(world.customers)).book(
      random.pick(world.cages),
      world.freshDay(),
      '16:00',
      '17:00',
      30,
    )
    const [desk] = world.desks
    return () =>
      tell({
        what: 'the desk takes cash',
        trace: sql`
          select count(*) from payment_items item join payment_transactions payment on payment.id = payment_transaction_id
          where booking_id = ${id} and status = 'completed'`,
        send: (app, key) =>
          app.request('/api/admin/desk-payments', {
            ...{
              json: { items: [{ kind: 'booking', id }], method: 'cash' },
              cookie: desk.cookie,
              headers: keyed(key),
            },
          }),
      })
  },
  async (round, tell) => {
    const person = round.random.pick(round.world.customers)
    const opened = await paidByCard(round, person.cookie)
    const confirmed = await retried(async () => {
      const response = await confirm(round.world.site(0), person.cookie, opened)
      if (!response.ok) throw new Error('not confirmed')
      const { rows } = await sql<{ id: string }>`
        select id from payment_transactions where stripe_payment_intent_id = ${opened.paymentIntentId} and status = 'completed'`.execute(
        round.world.db,
      )
      if (!rows[0]) throw new Error('not completed')
      return rows[0].id
    })
    const [desk] = round.world.desks
    return () =>
      tell({
        what: 'the desk refunds a card',
        trace: sql`select count(*) from payment_refunds where payment_transaction_id = ${confirmed} and status = 'succeeded'`,
        send: (app, key) =>
          app.request(`/api/admin/payments/${confirmed}/refunds`, {
            ...{ json: { way: 'card', place: 'free' }, cookie: desk.cookie, headers: keyed(key) },
          }),
      })
  },
  async (round, tell) => {
    const person = round.random.pick(round.world.customers)
    const opened = await paidByCard(round, person.cookie)
    return () =>
      tell({
        what: 'a card is charged, and the browser confirms',
        trace: sql`
          select count(*) from payment_items item join payment_transactions payment on payment.id = payment_transaction_id
          join bookings on bookings.id = booking_id
          where stripe_payment_intent_id = ${opened.paymentIntentId} and payment.status = 'completed' and bookings.status = 'paid'`,
        send: (app) => confirm(app, person.cookie, opened),
      })
  },
  async ({ world, random }, tell) => {
    const person = random.pick(world.customers)
    const children = await Promise.all(
      [1, 2].map(() => addChild(world.db, [person], { name: mark(), birthDate: '2016-01-01' })),
    )
    const camp = await addCamp(world.db, soonCamp)
    return () =>
      tell({
        what: 'a parent registers two children',
        trace: sql`
          select count(*)::float / 2 from camp_registrations where camp_id = ${camp.id} and participant_id = any(${children}::uuid[])`,
        send: (app, key) => register(app, camp, person, keyed(key), { participant_ids: children }),
      })
  },
  async ({ world, answers }, tell) => {
    const { admin, db } = world
    const [day, reason] = [world.freshDay(), mark()]
    const people = await Promise.all(
      world.cages.flatMap((cage, index) =>
        ['16:00', '17:00', '18:00'].map(async (from, at) => {
          const person = world.customers[index * 3 + at]
          if (!person) throw new Error('there are twelve customers')
          return cageCustomer(world.site(at), person).book(
            cage,
            day,
            from,
            `${Number(from.slice(0, 2)) + 1}:00`,
            30,
          )
        }),
      ),
    )
    const range = closed(world.cages, day)
    const looked = await closing(world.site(0), admin).preview(range)
    const { fingerprint } = (await looked.json()) as { fingerprint: string }
    return async () => {
      const { told } = await tell({
        what: 'an admin closes the cages and cancels what is booked',
        trace: sql`select count(*) from closures where reason = ${reason}`,
        send: (app, key) =>
          closing(app, admin).create({ ...range, reason, on_hits: 'cancel', fingerprint }, key),
      })
      if (told !== 'yes') return
      answers.claim(
        db,
        'a closure cancels all',
        sql`select count(*) from bookings where id = any(${people}::uuid[]) and status = 'canceled'`,
        people.length,
      )
      answers.claim(
        db,
        'and tells everybody once',
        sql`
        select count(*) from outbox where template = 'booking-canceled' and dedupe_key ~ ${people.join('|')}`,
        people.length,
      )
    }
  },
  async ({ world }, tell) => {
    const [day, note] = [world.freshDay(), mark()]
    return () =>
      tell({
        what: 'a coach takes time off',
        trace: sql`select count(*) from coach_time_off where note = ${note}`,
        send: (app, key) =>
          app.request('/api/coach/time-off', {
            json: { start_date: day, end_date: day, note },
            ...{ cookie: world.coach.person.cookie, headers: keyed(key) },
          }),
      })
  },
  async ({ world, answers }, tell) => {
    const camp = await addCamp(world.db, { ...soonCamp, name: mark() })
    const parents = world.customers.slice(0, 4)
    for (const parent of parents) {
      const child = await addChild(world.db, [parent], { name: mark(), birthDate: '2016-01-01' })
      await register(world.site(0), camp, parent, {}, { participant_ids: [child] })
    }
    const path = `/api/admin/camps/${camp.id}/cancellation`
    const looked = await world.site(0).request(path, { cookie: world.admin.cookie })
    const { fingerprint } = (await looked.json()) as { fingerprint: string }
    return async () => {
      const { told } = await tell({
        what: 'an admin calls a camp off',
        trace: sql`
          select (count(*) filter (where status = 'canceled'))::float / ${parents.length} from camp_registrations where camp_id = ${camp.id}`,
        send: (app, key) =>
          app.request(path, { json: { fingerprint }, cookie: world.admin.cookie, headers: keyed(key) }),
      })
      if (told !== 'yes') return
      answers.claim(
        world.db,
        'a camp called off tells everybody once',
        sql`
        select count(*) from outbox where template ~ 'camp' and template ~ 'cancel|off' and to_user_id = any(${parents.map(({ id }) => id)}::uuid[])
          and data::text like ${`%${camp.name}%`}`,
        parents.length,
      )
    }
  },
  async ({ world, answers }, tell) => {
    const people = Array.from(
      { length: 40 },
      (_, index) => `${mark()},import${index}-${randomUUID().slice(0, 8)}@example.test`,
    )
    const cookie = world.admin.cookie
    const uploaded = await world.site(0).request('/api/admin/imports?source=people.csv', {
      ...{
        method: 'POST',
        body: `Name,Email\n${people.join('\n')}\n`,
        headers: { 'content-type': 'text/csv' },
        cookie,
      },
    })
    const { id } = (await uploaded.json()) as { id: string }
    await retried(async () => {
      const { rows } = await sql<{ state: string }>`select state from imports where id = ${id}`.execute(
        world.db,
      )
      if (rows[0]?.state.endsWith('ing')) throw new Error('still reading')
    })
    const names = people.map((line) => line.split(',')[0])
    const taken = sql`select count(*) from profiles where full_name = any(${names}::text[])`
    return async () => {
      const { told } = await tell({
        what: 'an admin takes an import',
        trace: sql`select (${taken})::float / ${people.length}`,
        send: (app, key) =>
          app.request(`/api/admin/imports/${id}/take`, {
            ...{ json: { invite: false }, cookie, headers: keyed(key) },
          }),
      })
      if (told === 'yes') answers.claim(world.db, 'an import that is taken is whole', taken, people.length)
    }
  },
]

/** A checkout whose card is charged, of which the app is not yet told. */
async function paidByCard({ world, random }: Round, cookie: string): Promise<OpenedPayment> {
  const hour = group(random.pick(world.cages), world.freshDay(), '17:00', '18:00')
  const opened = await openPayment(world.site(0), cookie, { bookingDetails: [hour], totalAmount: 30 })
  const { webhook } = world.provider
  world.provider.webhook = null
  await world.provider.charge(opened)
  world.provider.webhook = webhook
  return opened
}

const confirm = (app: TestApp, cookie: string, opened: OpenedPayment) =>
  app.request('/api/payments/confirm', {
    json: { payment_intent_id: opened.paymentIntentId, client_secret: opened.clientSecret },
    cookie,
  })
