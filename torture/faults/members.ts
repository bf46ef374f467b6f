import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import {
  giveCard,
  join,
  type OpenedSignUp,
  openSignUp,
  subscribe,
} from '../../server/features/memberships/membershipTestKit.ts'
import { bodyOf } from '../../server/test/answers.ts'
import { addPerson, type Person } from '../../server/test/factories.ts'
import { allAtOnce, type Fault, type Round, teller } from '../fault.ts'
import type { World } from '../world.ts'

/** Members join, are charged for their next month, frozen and ended, while what is below them is killed. */
export const members: Fault = {
  name: 'members',
  about: 'memberships begin, renew, are frozen and end while processes and PostgreSQL are killed',
  async round(round) {
    const { world, random } = round
    const prepared = []
    for (const flow of random.shuffled(flows).slice(0, random.whole(3, flows.length)))
      prepared.push(await flow(round))
    const doomed = random.pick([['one'], ['one', 'other'], ['database'], ['one', 'database']] as const)
    const kill = killing(round, doomed)
    const running = allAtOnce(random, prepared, 120)
    await kill
    await delay(random.whole(0, 100))
    await world.revive()
    await running
  },
}

/** Kills at any moment, or in the one in which the provider is asked: before it acts, or before it answers. */
async function killing(
  { world, random }: Round,
  doomed: readonly ('one' | 'other' | 'database')[],
): Promise<void> {
  const [after, isAtProvider] = [random.whole(5, 250), random.chance(60)]
  if (!isAtProvider) return delay(after).then(() => world.kill(...doomed))
  let killed: Promise<void> | undefined
  const asked = new Promise<void>((resolve) =>
    world.provider.intercept({
      request: random.pick([/POST .*subscriptions$/, /POST .*subscriptions\//, /DELETE .*subscriptions/]),
      moment: random.pick(['before', 'after', 'after']),
      run() {
        killed = world.kill(...doomed)
        resolve()
        return killed
      },
    }),
  )
  await Promise.race([asked, delay(2_000)])
  world.provider.intercept(null)
  await killed
}

type Flow = (round: Round) => Promise<() => Promise<unknown>>

/** The answer is asked for until it comes: a browser that lost it shows the same page again. */
const joining: Flow = async ({ world, answers, random }) => {
  const person = await addPerson(world.site(0))
  const opened = await bodyOf<OpenedSignUp>(openSignUp(world.site(0), person))
  const { payment_method: paymentMethodId = '' } = await giveCard(world.site(0), opened)
  const first = random.whole(0, 1)
  return () =>
    answers.insist({
      what: 'a customer joins',
      trace: sql`select count(*) from subscriptions where user_id = ${person.id} and joined_at is not null`,
      send: (attempt) =>
        subscribe(world.site(first + attempt), person, { customerId: opened.customerId, paymentMethodId }),
    })
}

/** A month is over, and the card is charged for the next one. */
const renewing: Flow = async ({ world, answers }) => {
  const member = await addMember(world)
  return async () => {
    await world.provider.endPeriod(member.stripeId)
    answers.claim(world.db, 'a month is charged once', paidBy(member), 2)
    answers.claim(
      world.db,
      'a month is told once',
      sql`select count(*) from outbox where template = 'membership-renewed' and to_user_id = ${member.person.id}`,
      1,
    )
  }
}

/** A change that the desk makes, sometimes in the moment in which the month is over. Some never ask what became of it. */
const changing =
  (path: string, kind: string, json: object): Flow =>
  async (round) => {
    const { world, random } = round
    const member = await addMember(world)
    const desk = random.pick(world.desks)
    const [tell, isOver] = [teller(round, 60), random.chance(40)]
    return () =>
      Promise.all([
        tell({
          what: `the desk makes a change: ${path}`,
          trace: sql`
            select count(*) from membership_changes where subscription_id = ${member.id} and kind = ${kind} and state = 'done'`,
          send: (app, key) =>
            app.request(`/api/admin/memberships/${member.id}/${path}`, {
              json: { expected_revision: member.version, ...json },
              cookie: desk.cookie,
              headers: { 'idempotency-key': key },
            }),
        }),
        isOver && world.provider.endPeriod(member.stripeId),
      ])
  }

const flows: readonly Flow[] = [
  joining,
  joining,
  renewing,
  renewing,
  changing('freeze', 'freeze', { months: 2 }),
  changing('cancel', 'end', { when: 'period_end' }),
  changing('cancel', 'end', { when: 'now', refund_amount: 0 }),
]

interface Member {
  readonly person: Person
  readonly id: string
  readonly version: number
  /** At the provider. */
  readonly stripeId: string
}

async function addMember({ site, db }: World): Promise<Member> {
  const person = await addPerson(site(0))
  const { response } = await join(site(0), person)
  if (!response.ok) throw new Error(`joining was answered ${response.status}: ${await response.text()}`)
  const { id, version, stripe_subscription_id } = await db
    .selectFrom('subscriptions')
    .select(['id', 'version', 'stripe_subscription_id'])
    .where('user_id', '=', person.id)
    .executeTakeFirstOrThrow()
  return { person, id, version, stripeId: stripe_subscription_id ?? '' }
}

const paidBy = ({ person }: Member) =>
  sql`select count(*) from payment_transactions where user_id = ${person.id} and status = 'completed'`
