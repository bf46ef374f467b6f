import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type AppProcess, startAppProcess } from '../../../test/appProcess.ts'
import { type OpenedPayment, openPayment } from '../../../test/cardPayment.ts'
import { type CardProvider, startCardProvider } from '../../../test/cardProvider.ts'
import { addPerson, type Person } from '../../../test/factories.ts'
import type { TestApp } from '../../../test/testApp.ts'
import { addCamp, bornFor, register, soonCamp, type TestCamp, teenager } from '../../camps/campTestKit.ts'
import { addChild } from '../../households/householdTestKit.ts'
import { type CardShop, startCardShop } from '../paymentTestKit.ts'

/** Everything happens on one database: the process that is killed, and the one that is started after it. */
let provider: CardProvider
let shop: CardShop
let customer: Person
let rival: Person
let doomed: AppProcess
let killed: Promise<unknown> | undefined

const outcomes: string[] = []

beforeAll(async () => {
  provider = await startCardProvider()
  shop = await startCardShop({ settings: provider.settings })
  customer = await addPerson(shop.app)
  rival = await addPerson(shop.app, teenager)
})
beforeEach(async () => {
  killed = undefined
  doomed = await startAppProcess({ ...provider.settings, ...shop.app.databaseSettings })
  provider.webhook = `${doomed.url}/api/payments/webhook`
})
afterEach(() => doomed.end('SIGKILL'))
afterAll(async () => {
  await shop.close()
  await provider.close()
  process.stdout.write(`\n  killed at${' '.repeat(41)}end state\n${outcomes.join('\n')}\n`)
})

const kill = () => {
  killed ??= doomed.end('SIGKILL')
  return killed
}
/** The app in the process that will be killed. */
const there = (): TestApp => ({
  ...shop.app,
  url: doomed.url,
  request: (path, init = {}) => {
    const { json, cookie, ...rest } = init
    const headers = { ...(cookie ? { cookie } : {}), 'content-type': 'application/json' }
    return fetch(doomed.url + path, { method: 'POST', ...rest, headers, body: JSON.stringify(json) })
  },
})
const open = (person = customer, request = shop.hour()) => openPayment(there(), person.cookie, request)
const confirm = (opened: OpenedPayment) =>
  there()
    .request('/api/payments/confirm', {
      json: { payment_intent_id: opened.paymentIntentId },
      cookie: customer.cookie,
    })
    .catch(() => undefined)

/** A new process takes up the work: holds end in time, the job runs, and the provider sends its events again. */
async function startAgain(): Promise<void> {
  await kill()
  provider.webhook = `${shop.app.url}/api/payments/webhook`
  await letTimePass()
  await shop.reconcile()
  await provider.redeliver()
  await shop.reconcile()
}

/** A quarter of an hour passes for what is open: the killed process went by the clock on the wall. */
async function letTimePass(): Promise<void> {
  const past = new Date(Date.now() - 60_000)
  const { db } = shop.app
  await db.updateTable('checkout_holds').set({ expires_at: past }).where('status', '=', 'held').execute()
  await db
    .updateTable('payment_transactions')
    .set({ next_check_at: past })
    .where('status', 'in', ['pending', 'failed'])
    .execute()
  await db
    .updateTable('payment_refunds')
    .set({ next_attempt_at: past })
    .where('status', '=', 'pending')
    .execute()
  await db
    .updateTable('checkout_holds')
    .set({ status: 'expired' })
    .where('status', '=', 'held')
    .where('expires_at', '<', new Date())
    .execute()
}

interface EndState {
  /** Cents that the customer is out of pocket, by the provider's books. */
  readonly charged: number
  readonly bookings: number
  readonly payment: string
}

/** Looks at the last payment from both sides. */
async function endState(step: string, opened: { paymentIntentId: string } | null): Promise<EndState> {
  const last = await shop.app.db
    .selectFrom('payment_transactions')
    .select(['stripe_payment_intent_id as intent', 'status'])
    .orderBy('created_at', 'desc')
    .executeTakeFirstOrThrow()
  const intentId = opened?.paymentIntentId ?? last.intent ?? ''
  const { payment, bookings } = await shop.rows(intentId)
  const intent = await provider.stripe.paymentIntents.retrieve(intentId)
  const { data: refunds } = await provider.stripe.refunds.list({ payment_intent: intentId })
  const charged = intent.amount_received - refunds.reduce((sum, { amount }) => sum + amount, 0)
  const state = { charged, bookings: bookings.length, payment: payment?.status ?? 'none' }
  outcomes.push(
    `  ${step.padEnd(49)} ${state.payment}, ${state.bookings} booked, ${state.charged / 100} dollars kept`,
  )
  return state
}

const nothing: EndState = { charged: 0, bookings: 0, payment: 'canceled' }
const booked: EndState = { charged: 3000, bookings: 1, payment: 'completed' }
const givenBack: EndState = { charged: 0, bookings: 0, payment: 'refunded' }

describe('Killed before the customer could pay, nobody is charged and the place is free again:', () => {
  test.each([
    ['hold kept, provider not asked yet', 'before'],
    ['intent made, its answer lost', 'after'],
  ] as const)('%s', async (step, moment) => {
    provider.intercept({ request: 'POST /v1/payment_intents', moment, run: kill })

    await open().catch(() => undefined)
    await startAgain()

    expect(await endState(step, null)).toEqual(nothing)
  })

  test('intent with the customer, who goes away', async () => {
    const opened = await open()
    await startAgain()

    expect(await endState('intent with the customer, who goes away', opened)).toEqual(nothing)
  })
})

describe('Killed once the card is charged, the booking is made:', () => {
  test('card charged, nobody told', async () => {
    const opened = await open()
    await kill()
    provider.webhook = null
    await provider.charge(opened)

    await startAgain()

    expect(await endState('card charged, nobody told', opened)).toEqual(booked)
  })

  test('the browser confirms, the provider is being asked', async () => {
    const opened = await open()
    provider.webhook = null
    await provider.charge(opened)
    provider.intercept({ request: 'GET /v1/payment_intents', moment: 'after', run: kill })

    await confirm(opened)
    await startAgain()

    expect(await endState('the browser confirms, the provider is being asked', opened)).toEqual(booked)
  })

  test('the webhook came, the provider is being asked', async () => {
    const opened = await open()
    provider.intercept({ request: 'GET /v1/payment_intents', moment: 'after', run: kill })

    await provider.charge(opened)
    await expect.poll(() => killed, { timeout: 10_000 }).toBeDefined()
    await startAgain()

    expect(await endState('the webhook came, the provider is being asked', opened)).toEqual(booked)
  })

  test('our commit is under way', async () => {
    const opened = await open()
    provider.webhook = null
    await provider.charge(opened)
    const blocker = new pg.Client(shop.app.databaseUrl)
    await blocker.connect()
    await blocker.query('begin; lock table payment_items in access exclusive mode')

    const confirming = confirm(opened)
    await expect.poll(() => isBlocked(blocker), { timeout: 10_000 }).toBe(true)
    await kill()
    await blocker.end()
    await confirming
    await startAgain()

    expect(await endState('our commit is under way', opened)).toEqual(booked)
  })

  test('committed, the answer lost', async () => {
    const opened = await open()
    provider.webhook = null
    await provider.charge(opened)

    const confirming = confirm(opened)
    await expect
      .poll(async () => (await shop.rows(opened.paymentIntentId)).payment?.status, {
        timeout: 10_000,
        interval: 1,
      })
      .toBe('completed')
    await kill()
    await confirming
    await startAgain()

    expect(await endState('committed, the answer lost', opened)).toEqual(booked)
  })
})

describe('Killed while money goes back because the place is gone, it goes back once:', () => {
  test.each([
    ['refund decided, provider not asked yet', 'before'],
    ['refund made, its answer lost', 'after'],
  ] as const)('%s', async (step, moment) => {
    const request = shop.hour()
    const opened = await open(customer, request)
    provider.webhook = null
    await provider.charge(opened)
    await letTimePass()
    const theirs = await open(rival, request)
    expect(theirs.paymentIntentId).not.toBe(opened.paymentIntentId)
    provider.intercept({ request: 'POST /v1/refunds', moment, run: kill })

    await confirm(opened)
    await startAgain()

    expect(await endState(step, opened)).toEqual(givenBack)
  })
})

describe('Killed while staff refund a payment and cancel its place, the money goes back once:', () => {
  test.each([
    ['refund by staff noted, provider not asked yet', 'before'],
    ['refund by staff made, its answer lost', 'after'],
  ] as const)('%s', async (step, moment) => {
    const admin = await addPerson(shop.app, { role: 'admin' })
    const opened = await open()
    await provider.charge(opened)
    await confirm(opened)
    const { id } = await shop.app.db
      .selectFrom('payment_transactions')
      .select('id')
      .where('stripe_payment_intent_id', '=', opened.paymentIntentId)
      .executeTakeFirstOrThrow()
    provider.webhook = null
    provider.intercept({ request: 'POST /v1/refunds', moment, run: kill })

    await there()
      .request(`/api/admin/payments/${id}/refunds`, {
        json: { way: 'card', place: 'free' },
        cookie: admin.cookie,
      })
      .catch(() => undefined)
    await expect.poll(() => killed, { timeout: 10_000 }).toBeDefined()
    await startAgain()

    expect(await endState(step, opened)).toEqual({ charged: 0, bookings: 1, payment: 'refunded' })
    const { bookings } = await shop.rows(opened.paymentIntentId)
    expect(bookings).toMatchObject([{ status: 'canceled' }])
  })
})

describe('Killed between the payment for two children and their seats in a camp:', () => {
  const payForTwo = async (camp: TestCamp) => {
    const participantIds = await Promise.all(
      ['Mia', 'Leo'].map((name) => addChild(shop.app.db, [customer], { name, birthDate: bornFor(9) })),
    )
    const request = { campId: camp.id, participantIds, amount: 36_000 }
    const opened = await openPayment(there(), customer.cookie, request)
    await kill()
    provider.webhook = null
    await provider.charge(opened)
    return opened
  }
  const seatsOf = async (camp: TestCamp) =>
    (
      await shop.app.db
        .selectFrom('camp_registrations')
        .select('status')
        .where('camp_id', '=', camp.id)
        .execute()
    ).length

  test('both have a seat', async () => {
    const camp = await addCamp(shop.app.db, soonCamp)
    const opened = await payForTwo(camp)
    await startAgain()
    await endState('two children, nobody told', opened)
    expect(await seatsOf(camp)).toBe(2)
    expect((await shop.rows(opened.paymentIntentId)).payment).toMatchObject({ refunded_amount: '0.00' })
  })

  test('or all the money comes back where one spot is left by then', async () => {
    const camp = await addCamp(shop.app.db, { ...soonCamp, max_spots: 2 })
    const opened = await payForTwo(camp)
    await letTimePass()
    expect((await register(shop.app, camp, rival)).status).toBe(201)
    await startAgain()
    expect(await endState('two children, one spot left', opened)).toEqual(givenBack)
    expect(await seatsOf(camp)).toBe(1)
  })
})

async function isBlocked(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query(
    "select 1 from pg_locks where relation = 'payment_items'::regclass and not granted",
  )
  return rows.length > 0
}
