import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { cageCustomer } from '../../server/features/bookings/changeTestKit.ts'
import { staffOf } from '../../server/features/bookings/staffTestKit.ts'
import { addCamp, register, soonCamp } from '../../server/features/camps/campTestKit.ts'
import { addChild } from '../../server/features/households/householdTestKit.ts'
import { group } from '../../server/test/cageTime.ts'
import type { TestApp } from '../../server/test/testApp.ts'
import { allAtOnce, bookingsOf, type Fault, mark, type Round } from '../fault.ts'

const TIMES = 100

/** One request a hundred times with one key, to both processes: done once, and everybody hears the same. */
export const oneKey: Fault = {
  name: 'one-key',
  about: `one request ${TIMES} times with one Idempotency-Key, through both processes`,
  async round(round) {
    const { world, random, answers } = round
    const { what, trace, send } = await random.pick(requests)(round)
    const key = randomUUID()
    const heard = await allAtOnce(
      random,
      Array.from(
        { length: TIMES },
        (_, index) => () => answers.ask({ what, trace, send: () => send(world.site(index), key) }),
      ),
      random.pick([0, 30, 200]),
    )
    const different = new Set(heard.map(({ status, body }) => `${status} ${JSON.stringify(body)}`))
    if (different.size > 1)
      answers.found('mismatched', `${what}: one key heard ${[...different].slice(0, 3).join(' and ')}`)
    if (heard.some(({ told }) => told !== 'yes')) answers.found('mismatched', `${what}: refused`)
  },
}

interface Keyed {
  readonly what: string
  readonly trace: ReturnType<typeof sql>
  send(app: TestApp, key: string): Promise<Response>
}

const keyed = (key: string) => ({ 'idempotency-key': key })

const requests: readonly ((round: Round) => Promise<Keyed>)[] = [
  async ({ world, random }) => {
    const hour = group(random.pick(world.cages), world.freshDay(), '17:00', '18:00')
    const person = random.pick(world.customers)
    return {
      what: 'a customer books',
      trace: bookingsOf({ user: person.id }, hour.cageId, hour.startTime),
      send: (app, key) =>
        app.request('/api/bookings', {
          json: { bookingDetails: [hour], totalAmount: 30 },
          cookie: person.cookie,
          headers: keyed(key),
        }),
    }
  },
  async ({ world, random }) => {
    const { cageId, startTime, endTime } = group(random.pick(world.cages), world.freshDay(), '17:00', '18:00')
    const guest = mark()
    const json = {
      walk_in: true,
      guest_name: guest,
      cage_ids: [cageId],
      start_time: startTime,
      end_time: endTime,
    }
    return {
      what: 'the desk books a walk-in',
      trace: bookingsOf({ guest }, cageId, startTime),
      send: (app, key) => staffOf(app, world.desks[0]).post('/api/guest-bookings', json, key),
    }
  },
  async ({ world, random }) => {
    const id = await cageCustomer(world.site(0), random.pick(world.customers)).book(
      random.pick(world.cages),
      world.freshDay(),
      '16:00',
      '17:00',
      30,
    )
    return {
      what: 'the desk takes cash',
      trace: sql`
        select count(*) from payment_items item join payment_transactions payment on payment.id = payment_transaction_id
        where booking_id = ${id} and status = 'completed'`,
      send: (app, key) =>
        staffOf(app, world.desks[1]).post(
          '/api/admin/desk-payments',
          { items: [{ kind: 'booking', id }], method: 'cash' },
          key,
        ),
    }
  },
  async ({ world, random }) => {
    const person = random.pick(world.customers)
    const child = await addChild(world.db, [person], { name: mark(), birthDate: '2016-01-01' })
    const camp = await addCamp(world.db, soonCamp)
    return {
      what: 'a parent registers a child',
      trace: sql`select count(*) from camp_registrations where camp_id = ${camp.id} and participant_id = ${child}`,
      send: (app, key) => register(app, camp, person, keyed(key), { participant_ids: [child] }),
    }
  },
  async ({ world, random }) => {
    const hour = group(random.pick(world.cages), world.freshDay(), '17:00', '18:00')
    const person = random.pick(world.customers)
    return {
      what: 'a customer opens a card payment',
      trace: sql`
        select count(*) from payment_transactions payment
        join checkout_hold_slots slot on slot.checkout_hold_id = payment.checkout_hold_id
        where payment.user_id = ${person.id} and slot.cage_id = ${hour.cageId} and slot.start_time = ${hour.startTime}`,
      send: (app, key) =>
        app.request('/api/payments/intents', {
          json: { bookingDetails: [hour], totalAmount: 30 },
          cookie: person.cookie,
          headers: keyed(key),
        }),
    }
  },
]
