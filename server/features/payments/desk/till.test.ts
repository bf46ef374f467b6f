/** The till: all that a family owes with its tax, taken together as one sale, with the cash that was given. */

import { afterAll, expect, test } from 'vitest'
import type { Undo } from '../../../../shared/contract/bookings/staffChanges.ts'
import type { Receipt } from '../../../../shared/contract/payments/receipts.ts'
import type { DueItem } from '../../../../shared/contract/payments/till.ts'
import { instantOf } from '../../../../shared/domain/time/time.ts'
import { bodyOf } from '../../../test/answers.ts'
import { ZONE } from '../../../test/cageTime.ts'
import { addPerson, type Person } from '../../../test/factories.ts'
import { cageCustomer } from '../../bookings/changeTestKit.ts'
import { problemOf, rowOf, staffOf, startStaffedFacility } from '../../bookings/staffTestKit.ts'
import { addChild } from '../../households/householdTestKit.ts'

// The clock is on Saturday, November 21, 2026, at noon.
const { admin, app, book, cage, customer, desk, freshDay } = await startStaffedFacility()
const partner = await addPerson(app, { name: 'Robin Parent' })
const stranger = await addPerson(app, { name: 'Sandy Stranger' })
await addChild(app.db, [customer, partner])
afterAll(() => app.close())

interface Till {
  customer: { id: string | null; name: string; email: string; phone: string | null } | null
  items: DueItem[]
}
interface Taken {
  message: string
  receipt_id: string
  total_amount: number
  change: number | null
  payments: { payment_id: string }[]
}
const till = (query: Record<string, string>, by: Person = desk) =>
  app.request(`/api/admin/till?${new URLSearchParams(query)}`, { cookie: by.cookie })
const take = (items: readonly object[], more: object = {}) =>
  staffOf(app, desk).post('/api/admin/desk-payments', { items, method: 'cash', ...more })
const bookFor = (person: Person) => cageCustomer(app, person).book(cage(2), freshDay(), '16:00', '17:00', 30)
const timesOf = (day: string) => ({
  start_time: instantOf(day, '16:00', ZONE).toISOString(),
  end_time: instantOf(day, '17:00', ZONE).toISOString(),
})
const item = (id: string) => ({ kind: 'booking', id, amount: 30 })
const documentOf = (paymentId: string) =>
  app.db
    .selectFrom('sale_lines as line')
    .innerJoin('sales', 'sales.id', 'line.sale_id')
    .innerJoin('sale_tenders as tender', 'tender.sale_id', 'sales.id')
    .select(['sales.id', 'sales.total', 'tendered', 'change'])
    .where('payment_transaction_id', '=', paymentId)
    .executeTakeFirstOrThrow()

test('get-till lists all that a person and the family owe, soonest first, with the tax in it', async () => {
  await app.db.updateTable('facility').set({ tax_cages: '8.25', tax_added: false }).execute()
  const [own, theirs] = [await book(freshDay()), await bookFor(partner)]
  const foreign = await bookFor(stranger)
  await app.db.updateTable('facility').set({ tax_cages: '0' }).execute()
  const found = await bodyOf<Till>(till({ user_id: customer.id }))
  expect(found.customer).toMatchObject({ id: customer.id, name: 'Pat Parent', email: customer.email })
  expect(found.items).toMatchObject([
    { id: own, amount: 30, tax: 2.29, tax_percent: 8.25, customer_name: 'Pat Parent', may_check_in: false },
    { id: theirs, amount: 30, tax: 2.29, customer_name: 'Robin Parent' },
  ])
  expect((await bodyOf<Till>(till({ id: theirs }))).customer?.name).toBe('Robin Parent')
  expect((await bodyOf<Till>(till({ id: foreign }))).items).toMatchObject([{ id: foreign }])
  expect(await bodyOf<Till>(till({}))).toEqual({ customer: null, items: [] })
  expect((await till({ user_id: customer.id }, customer)).status).toBe(403)
  expect((await take([item(own), item(theirs)])).status).toBe(201)
  expect((await bodyOf<Till>(till({ user_id: customer.id }))).items).toEqual([])
})

test('get-till of a guest has what the same guest owes and no one else’s', async () => {
  const of = (name: string) =>
    bodyOf<{ bookings: { id: string }[] }>(
      staffOf(app, desk).post('/api/guest-bookings', {
        ...{ cage_ids: [cage(3)], guest_name: name, guest_email: '', guest_phone: '409 555 0177' },
        ...timesOf(freshDay()),
      }),
    )
  const [first, second] = [await of('Gale Guest'), await of('Gale Guest')]
  await of('Other Guest')
  const found = await bodyOf<Till>(till({ id: second.bookings[0]?.id ?? '' }))
  expect(found.customer).toMatchObject({ id: null, name: 'Gale Guest' })
  expect(found.items.map(({ id }) => id)).toEqual([first.bookings[0]?.id, second.bookings[0]?.id])
})

test('take-desk-payment of a family is one sale with a line per person; strangers are refused: several_customers', async () => {
  const [own, theirs, foreign] = [await book(freshDay()), await bookFor(partner), await bookFor(stranger)]
  expect(await problemOf(await take([item(own), item(foreign)]))).toMatchObject({
    ...{ status: 409, code: 'several_customers' },
  })
  const taken = await bodyOf<Taken>(take([item(own), item(theirs)]))
  const documents = await Promise.all(taken.payments.map(({ payment_id }) => documentOf(payment_id)))
  expect(new Set(documents.map(({ id }) => id)).size).toBe(1)
  expect(documents[0]?.total).toBe('60.00')
  const receipt = await bodyOf<Receipt>(
    app.request(`/api/admin/payments/${taken.receipt_id}/receipt`, { cookie: desk.cookie }),
  )
  expect(receipt.lines.map(({ participant_name }) => participant_name).sort()).toEqual(['Robin Parent', null])
  // Each adult reads their own part.
  const own_ = await app.request(`/api/me/payments/${taken.receipt_id}/receipt`, { cookie: stranger.cookie })
  expect(own_.status).toBe(404)
})

test('the cash that was given is kept with its change; less than the total is refused: tendered_short', async () => {
  const id = await book(freshDay())
  expect(await problemOf(await take([item(id)], { tendered: 25 }))).toMatchObject({
    ...{ status: 409, code: 'tendered_short', details: { total_amount: 30 } },
  })
  expect((await rowOf(app, id)).status).toBe('pending payment')
  const taken = await bodyOf<Taken>(take([item(id)], { tendered: 50 }))
  expect(taken).toMatchObject({ total_amount: 30, change: 20 })
  expect(await documentOf(taken.receipt_id)).toMatchObject({ tendered: '50.00', change: '20.00' })
  const byCard = await bodyOf<Taken>(
    take([item(await book(freshDay()))], { method: 'desk_card', tendered: 50 }),
  )
  expect(byCard.change).toBeNull()
  expect(await documentOf(byCard.receipt_id)).toMatchObject({ tendered: null, change: null })
})

test('take-desk-payment checks in as well where it is asked to, all or nothing: check_in_too_early', async () => {
  const id = await book(freshDay())
  const early = await take([{ ...item(id), check_in: true }])
  expect(await problemOf(early)).toMatchObject({ status: 409, code: 'check_in_too_early' })
  expect((await rowOf(app, id)).status).toBe('pending payment')
  await app.db
    .updateTable('bookings')
    .set({
      start_time: instantOf('2026-11-21', '16:00', ZONE),
      end_time: instantOf('2026-11-21', '17:00', ZONE),
    })
    .where('id', '=', id)
    .execute()
  expect((await bodyOf<Till>(till({ id }))).items).toMatchObject([{ id, may_check_in: true }])
  expect((await take([{ ...item(id), check_in: true }])).status).toBe(201)
  expect(await rowOf(app, id)).toMatchObject({ status: 'paid', attendance: 'checked_in' })
})

test('A sale of several lines is undone as a whole: paid, goods, check-in and mail are as before, and a void says so', async () => {
  const { id: good } = await app.db
    .insertInto('goods')
    .values({ name: 'Water', price: '2.00', count: 5 })
    .returning('id')
    .executeTakeFirstOrThrow()
  const left = async () =>
    (await app.db.selectFrom('goods').select('count').where('id', '=', good).executeTakeFirstOrThrow()).count
  const [own, theirs] = [await book(freshDay()), await bookFor(partner)]
  const basket = { goods: [{ id: good, quantity: 2 }], send_receipt: true }
  const answer = await bodyOf<Taken & { undo: Undo }>(take([item(own), item(theirs)], basket))
  expect([answer.total_amount, await left(), (await rowOf(app, own)).status]).toEqual([64, 3, 'paid'])
  const sale = await documentOf(answer.receipt_id)
  // Another desk sells of the same at that moment; only who took it takes it back.
  await take([], { goods: [{ id: good, quantity: 1 }] })
  expect((await staffOf(app, admin).undo(answer.undo)).status).toBe(404)
  const undone = await staffOf(app, desk).undo(answer.undo)
  expect([undone.status, await left()]).toEqual([200, 4])
  for (const id of [own, theirs]) expect(await rowOf(app, id)).toMatchObject({ status: 'pending payment' })
  expect(await app.db.selectFrom('outbox').select('id').where('template', '=', 'receipt').execute()).toEqual(
    [],
  )
  const voids = app.db.selectFrom('sales').select(['kind', 'total']).where('of_sale_id', '=', sale.id)
  expect((await voids.execute()).map(({ kind, total }) => [kind, total]).toSorted()).toEqual([
    ['void', '-30.00'],
    ['void', '-30.00'],
    ['void', '-4.00'],
  ])
  const only = await bodyOf<Taken & { undo: Undo }>(take([], { goods: [{ id: good, quantity: 3 }] }))
  expect([await left(), (await staffOf(app, desk).undo(only.undo)).status, await left()]).toEqual([1, 200, 4])
})
