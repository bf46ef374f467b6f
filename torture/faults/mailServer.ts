import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { staffOf } from '../../server/features/bookings/staffTestKit.ts'
import { group } from '../../server/test/cageTime.ts'
import { type Fault, mark } from '../fault.ts'

/** The mail server is gone, refuses, stalls and knows no such person, and a process is killed while it sends. */
export const mailServer: Fault = {
  name: 'mail-server',
  about:
    'the mail server drops, refuses and stalls, and processes are killed while they send: everybody gets one mail',
  async round({ world, random, answers }) {
    const { mail, db } = world
    const day = world.freshDay()
    const people: { address: string; isKnown: boolean }[] = []
    const trouble = random.pick(['down', 'refuses', 'stalls'] as const)
    const stalled = Promise.withResolvers<void>()
    if (trouble === 'down') await mail.down()
    if (trouble === 'refuses') mail.greeting = 421
    if (trouble === 'stalls') mail.slowness = stalled.promise
    try {
      for (const [index, cage] of world.cages.entries()) {
        for (const from of ['16:00', '17:00', '18:00']) {
          const address = `mail-${randomUUID().slice(0, 12)}@example.test`
          const isKnown = random.chance(85)
          if (!isKnown) mail.refused.add(address)
          people.push({ address, isKnown })
          const { startTime, endTime } = group(cage, day, from, `${Number(from.slice(0, 2)) + 1}:00`)
          await answers.ask({
            what: 'the desk books a guest while no mail goes out',
            trace: sql`select count(*) from bookings where guest_email = ${address}`,
            send: () =>
              staffOf(world.site(index), world.desks[0]).post('/api/guest-bookings', {
                ...{
                  guest_name: mark(),
                  guest_email: address,
                  cage_ids: [cage],
                  start_time: startTime,
                  end_time: endTime,
                },
              }),
          })
        }
      }
      await sql`update staff_changes set withheld_until = made_at + interval '1 millisecond'`.execute(db)
      await sql`update outbox set next_attempt_at = now() where status = 'queued'`.execute(db)
      await sql`select pg_notify('outbox_changed', '')`.execute(db)
      await delay(random.whole(50, 500))
      if (random.chance(50)) await world.kill(...random.pick([['one'], ['one', 'other']] as const))
    } finally {
      mail.greeting = null
      mail.slowness = null
      stalled.resolve()
      if (trouble === 'down') await mail.up()
    }
    await world.settle()
    for (const { address, isKnown } of people) {
      // A mail that was taken while a process died goes out again as the same mail, which mailboxes show once.
      const got = mail.received
        .filter(({ to }) => to.includes(address))
        .map(({ headers }) => headers.get('message-id'))
      const different = new Set(got).size
      if (different > 1) answers.found('doubled', `${address} has ${different} mails`)
      if (isKnown && different === 0) answers.found('lost', `${address} has no mail`)
      answers.claim(
        db,
        'the outbox says what became of a mail',
        sql`
        select string_agg(distinct status, ' ') from outbox where to_email = ${address}`,
        isKnown ? 'sent' : 'failed',
      )
    }
  },
}
