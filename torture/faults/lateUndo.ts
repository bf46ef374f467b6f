import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { cageCustomer } from '../../server/features/bookings/changeTestKit.ts'
import { staffOf } from '../../server/features/bookings/staffTestKit.ts'
import type { Undo } from '../../shared/contract/bookings/staffChanges.ts'
import { allAtOnce, type Fault } from '../fault.ts'

/** Undo in the last moments before the workers send, and while a process is killed: either nobody hears, or all of it stands. */
export const lateUndo: Fault = {
  name: 'late-undo',
  about: 'changes are undone in their last moments while workers take them up and processes are killed',
  async round({ world, random, answers }) {
    const { db } = world
    const [desk] = world.desks
    const changes: { id: string; undo: NonNullable<Undo>; was: string }[] = []
    for (const [index, cage] of [...world.cages, ...world.cages].entries()) {
      const person = random.pick(world.customers)
      const id = await cageCustomer(world.site(index), person).book(
        cage,
        world.freshDay(),
        '17:00',
        '18:00',
        30,
      )
      const response = await staffOf(world.site(index), desk).setStatus(id, { status: 'canceled' })
      const { undo } = (await response.json()) as { undo: Undo }
      if (undo) changes.push({ id, undo, was: 'pending payment' })
    }
    if (changes.length !== world.cages.length * 2) answers.found('mismatched', 'a change cannot be undone')
    const ids = changes.map(({ undo }) => undo.id)
    // The twenty seconds are over in a moment.
    const left = sql`clock_timestamp() + ${random.whole(100, 400)} * interval '1 millisecond'`
    await sql`update staff_changes set made_at = now() - interval '1 minute', withheld_until = ${left} where id = any(${ids}::uuid[])`.execute(
      db,
    )
    await sql`update outbox set next_attempt_at = ${left} where staff_change_id = any(${ids}::uuid[])`.execute(
      db,
    )
    await sql`select pg_notify('outbox_changed', '')`.execute(db)
    const isKilled = random.chance(50)
    const killing = isKilled
      ? delay(random.whole(20, 400)).then(() => world.kill(random.pick(['one', 'other'])))
      : Promise.resolve()
    const undone = await allAtOnce(
      random,
      changes.map(({ id, undo }, index) => async () => {
        const { told } = await answers.ask({
          what: 'a desk undoes a cancellation',
          trace: sql`select count(*) from bookings where id = ${id} and status <> 'canceled'`,
          torn: isKilled,
          send: () => staffOf(world.site(index), desk).undo(undo, undo.id),
        })
        return { id, undo, told }
      }),
      500,
    )
    await killing
    for (const { id, undo, told } of undone) {
      const mails = sql`select count(*) from outbox where staff_change_id = ${undo.id}`
      if (told === 'yes') answers.claim(db, 'nobody hears of what was undone', mails, 0)
      if (told === 'no') answers.claim(db, 'what stands is told once', mails, 1)
      answers.claim(
        db,
        'undone or told, not both',
        sql`
        select (select count(*) from bookings where id = ${id} and status <> 'canceled') + (${mails})`,
        1,
      )
    }
  },
}
