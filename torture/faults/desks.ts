import { sql } from 'kysely'
import { cageCustomer } from '../../server/features/bookings/changeTestKit.ts'
import { staffOf } from '../../server/features/bookings/staffTestKit.ts'
import type { DrawerShift } from '../../shared/contract/payments/drawers.ts'
import { allAtOnce, type Fault } from '../fault.ts'

/** Three desks take, void, refund, set back, undo and close their drawers at once, about the same few bookings. */
export const desks: Fault = {
  name: 'desks',
  about:
    'three desks pay, void, refund, undo and close drawers at once: numbers without gaps, every cent in one place',
  async round({ world, random, answers }) {
    const { db } = world
    const booked: string[] = []
    const day = world.freshDay()
    for (const cage of world.cages) {
      const person = random.pick(world.customers)
      for (const [from, to] of [
        ['16:00', '17:00'],
        ['17:00', '18:00'],
      ] as const) {
        booked.push(await cageCustomer(world.site(booked.length), person).book(cage, day, from, to, 30))
      }
    }
    const shifts = new Map<number, DrawerShift>()
    for (const [index, desk] of world.desks.entries()) {
      const opened = await staffOf(world.site(index), desk).post('/api/admin/drawers', {
        drawer: `Drawer ${index}`,
        opening_float: 100,
      })
      if (opened.ok) shifts.set(index, (await opened.json()) as DrawerShift)
    }
    const payments = sql<{ id: string }>`
      select distinct payment.id from payment_transactions payment join payment_items item on item.payment_transaction_id = payment.id
      where booking_id = any(${booked}::uuid[]) and status = 'completed' order by 1`
    const takes = booked.flatMap((id) =>
      [0, 1].map((index) => ({
        id,
        desk: random.whole(0, 2),
        index,
        method: random.pick(['cash', 'cash', 'desk_card']),
      })),
    )
    const take =
      ({ id, desk, index, method }: (typeof takes)[number]) =>
      async () => {
        const wasPaid = sql`
        select count(*) from payment_items item join payment_transactions payment on payment.id = payment_transaction_id
        where booking_id = ${id} and status = 'completed' and refunded_amount = 0`
        const by = staffOf(world.site(index), world.desks[desk] ?? world.desks[0])
        const response = await by.post('/api/admin/desk-payments', {
          items: [{ kind: 'booking', id }],
          method,
        })
        return { id, ok: response.ok, status: response.status, wasPaid }
      }
    const taken = await allAtOnce(random, takes.map(take))
    for (const { status } of taken)
      if (status >= 500) answers.found('mismatched', `a desk's payment answered ${status}`)
    for (const id of booked) {
      const told = taken.filter((one) => one.id === id && one.ok).length
      if (told !== 1)
        answers.found(
          told === 0 ? 'lost' : 'doubled',
          `${told} desks were told that they took one booking's money`,
        )
    }
    const { rows } = await payments.execute(db)
    const corrections = rows.flatMap(({ id }, index) => {
      const by = staffOf(world.site(random.whole(0, 1)), random.pick(world.desks))
      const other = staffOf(world.site(random.whole(0, 1)), world.admin)
      const amount = random.pick([5, 12.5, 30])
      const voids = () =>
        answers.ask({
          what: 'a desk voids',
          // By this desk: another may have set the booking back, which voids too. An undo may have restored it since.
          trace: sql`select least(count(*), 1) from audit_log where record_id = ${id} and new_values ->> 'status' = 'voided' and new_values ->> 'void_reason' = 'Typed twice'`,
          send: () => by.post(`/api/admin/payments/${id}/void`, { reason: 'Typed twice' }),
        })
      const refunds = () =>
        answers.ask({
          what: 'a desk refunds',
          trace: sql`select count(*) from payment_refunds where payment_transaction_id = ${id} and status = 'succeeded' and note = ${`${id} ${index}`}`,
          send: () =>
            other.post(`/api/admin/payments/${id}/refunds`, {
              way: 'desk',
              given: true,
              amount,
              reason: `${id} ${index}`,
            }),
        })
      const setsBack = async () => {
        const booking = await sql<{
          booking_id: string
        }>`select booking_id from payment_items where payment_transaction_id = ${id}`.execute(db)
        const response = await other.post('/api/admin/pending-payments', {
          items: [{ kind: 'booking', id: booking.rows[0]?.booking_id }],
        })
        if (response.status >= 500)
          answers.found('mismatched', `set-pending-payment answered ${response.status}`)
        const { undo } = (await response.json()) as { undo?: { id: string; until: string } | null }
        if (undo && random.chance(50)) {
          const undone = await other.undo(undo)
          if (undone.status >= 500) answers.found('mismatched', `undo answered ${undone.status}`)
        }
      }
      return random.shuffled<() => Promise<unknown>>([voids, refunds, setsBack]).slice(0, random.whole(1, 3))
    })
    const closes = [...shifts].map(([index, shift]) => async () => {
      const by = staffOf(world.site(index), world.desks[index] ?? world.desks[0])
      for (let attempt = 0; attempt < 20; attempt += 1) {
        const { open } = (await (
          await world.site(index).request('/api/admin/drawers', { cookie: world.admin.cookie })
        ).json()) as { open: DrawerShift[] }
        const expected = open.find(({ id }) => id === shift.id)?.expected ?? 0
        const closed = await by.post(`/api/admin/drawers/${shift.id}/close`, {
          ...{
            counts: { 100: Math.max(0, Math.floor(expected)) },
            expected,
            left_in_drawer: 0,
            difference_reason: 'other',
          },
        })
        if (closed.ok) return
      }
    })
    await allAtOnce<unknown>(random, [...corrections, ...closes], 60)
    for (const [index, shift] of shifts) {
      answers.claim(
        db,
        `drawer ${index} is closed`,
        sql`select count(*) from drawer_shifts where id = ${shift.id} and closed_at is not null`,
        1,
      )
    }
  },
}
