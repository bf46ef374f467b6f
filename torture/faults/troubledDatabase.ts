import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { cageCustomer } from '../../server/features/bookings/changeTestKit.ts'
import { group } from '../../server/test/cageTime.ts'
import { allAtOnce, bookingsOf, type Fault, type Round } from '../fault.ts'

/** PostgreSQL's disk is full for a moment: what it cannot write it refuses, and nothing that it has said is gone. */
export const fullDisk: Fault = {
  name: 'full-disk',
  about: "PostgreSQL's disk is full in the middle of bookings and payments, and has space again",
  notRun: ({ setDiskSpace }) =>
    setDiskSpace ? null : 'no file system can be mounted here (root on Linux can)',
  round: (round) =>
    amidWrites(round, async ({ world: { setDiskSpace, db }, random }) => {
      setDiskSpace?.('full')
      // A page that is new needs space; without one, the next write would find room in the log.
      await sql`create table filler as select repeat('x', 100) from generate_series(1, 50000)`
        .execute(db)
        .catch(() => undefined)
      await delay(random.whole(100, 500))
      setDiskSpace?.('free')
      await sql`drop table if exists filler`.execute(db).catch(() => undefined)
    }),
}

/** PostgreSQL can be read and not written for a moment, as while a standby takes over. */
export const readOnly: Fault = {
  name: 'read-only',
  about: 'PostgreSQL can only be read in the middle of bookings and payments, and be written again',
  round: (round) =>
    amidWrites(round, async ({ world: { db }, random }) => {
      await db.connection().execute(async (one) => {
        await sql`set default_transaction_read_only = off`.execute(one)
        for (const value of ['on', 'off']) {
          await sql.raw(`alter system set default_transaction_read_only = ${value}`).execute(one)
          await sql`select pg_reload_conf()`.execute(one)
          await delay(random.whole(100, 500))
        }
        await sql`reset default_transaction_read_only`.execute(one)
      })
    }),
}

/** Every process of PostgreSQL stands still for a moment, with what was asked of it half done. */
export const hungDatabase: Fault = {
  name: 'hung-database',
  about: 'PostgreSQL hangs in the middle of bookings and payments, and goes on',
  round: (round) =>
    amidWrites(round, async ({ world, random }) => {
      world.hang('STOP')
      await delay(random.whole(200, 4_000))
      world.hang('CONT')
    }),
}

/** Bookings and payments through both processes, in the middle of which something happens. */
async function amidWrites(round: Round, trouble: (round: Round) => Promise<void>): Promise<void> {
  const { world, random, answers } = round
  const booked: string[] = []
  for (const cage of world.cages)
    booked.push(
      await cageCustomer(world.site(0), random.pick(world.customers)).book(
        cage,
        world.freshDay(),
        '17:00',
        '18:00',
        30,
      ),
    )
  const books = Array.from({ length: 24 }, (_, index) => {
    const hour = group(random.pick(world.cages), world.freshDay(), '17:00', '18:00')
    const [person, site] = [random.pick(world.customers), world.site(index)]
    return () =>
      answers.ask({
        what: 'a customer books in the middle of it',
        trace: bookingsOf({ user: person.id }, hour.cageId, hour.startTime),
        torn: true,
        send: () =>
          site.request('/api/bookings', {
            json: { bookingDetails: [hour], totalAmount: 30 },
            cookie: person.cookie,
          }),
      })
  })
  const takes = booked.map(
    (id, index) => () =>
      answers.ask({
        what: 'a desk takes cash in the middle of it',
        trace: sql`
          select count(*) from payment_items item join payment_transactions payment on payment.id = payment_transaction_id
          where booking_id = ${id} and status = 'completed'`,
        torn: true,
        send: () =>
          world.site(index).request('/api/admin/desk-payments', {
            json: { items: [{ kind: 'booking', id }], method: 'cash' },
            cookie: world.desks[0].cookie,
          }),
      }),
  )
  const running = allAtOnce<unknown>(random, [...books, ...takes], 600)
  await delay(random.whole(0, 200))
  await trouble(round)
  await running
}
