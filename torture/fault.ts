import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import type { TestApp } from '../server/test/testApp.ts'
import type { Answers } from './answers.ts'
import type { Random } from './random.ts'
import type { World } from './world.ts'

/** What one round of a fault works with. */
export interface Round {
  readonly world: World
  readonly random: Random
  readonly answers: Answers
}

/** One row of the table. */
export interface Fault {
  readonly name: string
  /** What is done and broken, in a line. */
  readonly about: string
  /** Why it cannot be done on this machine; null where it can. */
  notRun?(world: World): string | null
  round(round: Round): Promise<void>
}

/** A name that only one request of a run has: its rows are found by it. */
export const mark = (): string => `T ${randomUUID().slice(0, 13)}`

/** Starts all at once, each up to `spread` milliseconds late, in the order and delays of the seed. */
export function allAtOnce<Result>(
  random: Random,
  tasks: readonly (() => Promise<Result>)[],
  spread = 15,
): Promise<Result[]> {
  const timed = random.shuffled(tasks).map((task) => ({ task, late: random.whole(0, spread) }))
  return Promise.all(timed.map(({ task, late }) => delay(late).then(task)))
}

/** How often a cage booking that is not canceled has these fields. */
export const bookingsOf = (who: { user: string } | { guest: string }, cage: string, start: string) => sql`
  select count(*) from bookings where status <> 'canceled' and cage_id = ${cage} and start_time = ${start}
    and ${'user' in who ? sql`user_id = ${who.user}` : sql`guest_name = ${who.guest}`}`

/** How often a lesson that is not canceled is a guest's of this name, or a customer's on this day. */
export const lessonsOf = (who: { user: string; day: string } | { guest: string }) => sql`
  select count(*) from coach_bookings where status <> 'canceled'
    and ${'user' in who ? sql`user_id = ${who.user} and lesson_date = ${who.day}` : sql`guest_name = ${who.guest}`}`

interface Request<Body> {
  readonly what: string
  readonly trace: RawBuilder<unknown>
  send(app: TestApp, key: string): Promise<Response>
  readonly body?: Body
}
/** Sends a request while things are killed: most clients ask again with the same key, some never do. */
export type Tell = <Body>(
  request: Request<Body>,
) => Promise<{ told: 'yes' | 'no' | 'unknown'; body: Body | null }>

/** @param patient how many percent of the clients ask again. */
export const teller = ({ world, random, answers }: Round, patient = 75): Tell => {
  const [first, isPatient] = [random.whole(0, 1), random.chance(patient)]
  return ({ what, trace, send }) => {
    const key = randomUUID()
    const at = (attempt: number) => send(world.site(first + attempt), key)
    return isPatient
      ? answers.insist({ what, trace, send: at })
      : answers.ask({ what, trace, torn: true, send: () => at(0) })
  }
}
