/** Several things of one customer are set to paid or to pending payment together: all of them, or none. */

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Undo } from '../../../../shared/contract/bookings/staffChanges.ts'
import type { DueItem } from '../../../../shared/contract/payments/till.ts'
import { bodyOf, refusalOf } from '../../../test/answers.ts'
import { payByCard } from '../../../test/cardPayment.ts'
import { addPerson, type Person } from '../../../test/factories.ts'
import { problemOf, staffOf } from '../../bookings/staffTestKit.ts'
import { addCamp, bornFor, register, soonCamp } from '../../camps/campTestKit.ts'
import { addChild } from '../../households/householdTestKit.ts'
import { type CardShop, startCardShop } from '../paymentTestKit.ts'

let shop: CardShop
let customer: Person
let desk: Person
beforeAll(async () => {
  shop = await startCardShop()
  customer = await addPerson(shop.app, { name: 'Pat Parent' })
  desk = await addPerson(shop.app, { role: 'desk', name: 'Dee Desk' })
})
afterAll(() => shop.close())

const ask = (person = desk) => staffOf(shop.app, person)
const setPending = (items: readonly object[], person = desk) =>
  ask(person).post('/api/admin/pending-payments', { items })
const take = (items: readonly object[], person = desk) =>
  ask(person).post('/api/admin/desk-payments', { items, method: 'cash' })

/** An hour in each of so many cages that the customer pays on arrival: a group of the day. */
async function booked(count = 2) {
  const [slot] = shop.hour().bookingDetails
  const { bookings } = await bodyOf<{ bookings: { id: string; start_time: string }[] }>(
    ask().post(`/api/customers/${customer.id}/bookings`, {
      cage_ids: shop.cages.slice(0, count),
      start_time: slot?.startTime,
      end_time: slot?.endTime,
    }),
  )
  return bookings.map(({ id }) => ({ kind: 'booking' as const, id }))
}

/** An hour that is paid by card. */
async function paidByCard() {
  const paid = await payByCard(shop.app, customer.cookie, shop.hour())
  expect(paid.status).toBe('succeeded')
  const { id } = await shop.app.db
    .selectFrom('bookings')
    .select('id')
    .where('status', '=', 'paid')
    .where('payment_method', '=', 'card')
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return { kind: 'booking' as const, id }
}

const statesOf = async (items: readonly { id: string }[]) => {
  const rows = await shop.app.db
    .selectFrom('bookings')
    .leftJoin('payment_items as item', 'item.booking_id', 'bookings.id')
    .leftJoin('payment_transactions as payment', 'payment.id', 'item.payment_transaction_id')
    .select(['bookings.id', 'bookings.status', 'payment.status as payment'])
    .where(
      'bookings.id',
      'in',
      items.map(({ id }) => id),
    )
    .execute()
  return items.map(({ id }) => {
    const row = rows.find((one) => one.id === id)
    return [row?.status, row?.payment]
  })
}
const versionOf = async (id: string) =>
  (await shop.app.db.selectFrom('bookings').select('version').where('id', '=', id).executeTakeFirstOrThrow())
    .version

describe('set-pending-payment', () => {
  test('voids the payments of all, and one undo brings all of them back', async () => {
    const items = await booked()
    expect((await take(items)).status).toBe(201)
    const set = await bodyOf<{ message: string; undo: Undo }>(setPending(items))
    expect(set.message).toBe('2 bookings of Pat Parent are pending payment.')
    expect(await statesOf(items)).toEqual([
      ['pending payment', 'voided'],
      ['pending payment', 'voided'],
    ])
    expect((await ask().undo(set.undo)).status).toBe(200)
    expect(await statesOf(items)).toEqual([
      ['paid', 'completed'],
      ['paid', 'completed'],
    ])
  })

  test('voids no payment where a card paid a part, and says which', async () => {
    const [atDesk, ...others] = await booked()
    const card = await paidByCard()
    const group = [atDesk, card, ...others].flatMap((item) => item ?? [])
    expect((await take([atDesk ?? card, ...others])).status).toBe(201)
    const before = await statesOf(group)
    const refused = await setPending(group)
    const { code, details, message } = await bodyOf<{ code: string; message: string; details: object }>(
      refused,
    )
    expect([refused.status, code, details]).toEqual([409, 'paid_by_card', { ids: [card.id] }])
    expect(message).toBe('Nothing was changed: Cage 1 was paid by card. Cancel it to refund the card.')
    expect(await statesOf(group)).toEqual(before)
    expect(before).toEqual([
      ['paid', 'completed'],
      ['paid', 'completed'],
      ['paid', 'completed'],
    ])
  })

  test('voids no payment where another desk changed one since, and leaves alone what is not paid', async () => {
    const [first, second] = await booked()
    if (!first || !second) throw new Error('Two were booked.')
    await take([first])
    const seen = { ...second, expected_revision: await versionOf(second.id) }
    await ask().update(second.id, { new_admin_notes: 'Brings a cake' })
    expect(await problemOf(await setPending([first, seen]))).toMatchObject({
      ...{ status: 409, code: 'changed_meanwhile' },
      details: { changed_by: 'Dee Desk', changes: [{ field: 'notes', to: 'Brings a cake' }] },
    })
    expect(await statesOf([first, second])).toEqual([
      ['paid', 'completed'],
      ['pending payment', null],
    ])
    expect((await setPending([first, second])).status).toBe(200)
    expect(await bodyOf(setPending([first, second]))).toEqual({ message: 'Nothing was paid.', undo: null })
  })

  test('refuses what is canceled or gone, and customers', async () => {
    const [first, second] = await booked()
    if (!first || !second) throw new Error('Two were booked.')
    await take([first])
    await ask().update(second.id, { new_status: 'canceled' })
    expect(await refusalOf(await setPending([first, second]))).toEqual([409, 'already_canceled'])
    const gone = { kind: 'lesson', id: first.id }
    expect(await refusalOf(await setPending([gone]))).toEqual([404, 'payable_not_found'])
    expect(await refusalOf(await setPending([first], customer))).toEqual([403, 'forbidden'])
    expect(await statesOf([first])).toEqual([['paid', 'completed']])
  })
})

describe('list-due-items', () => {
  const listed = async (items: readonly { id: string }[], person = desk) => {
    const ids = items.map(({ id }) => id).join(',')
    return shop.app.request(`/api/admin/due-items?id=${ids}`, { cookie: person.cookie })
  }
  const due = async (items: readonly { id: string }[]) =>
    (await bodyOf<{ items: DueItem[] }>(listed(items))).items

  test('tells what is due of each, for whom, and take-desk-payment refuses what was shown otherwise', async () => {
    const [cage] = await booked(1)
    if (!cage) throw new Error('One was booked.')
    const camp = await addCamp(shop.app.db, { name: 'Winter Camp', ...soonCamp })
    const children = await Promise.all(
      ['Mia', 'Leo'].map((name) => addChild(shop.app.db, [customer], { name, birthDate: bornFor(10) })),
    )
    const { registrations } = await bodyOf<{ registrations: { registration_id: string }[] }>(
      register(shop.app, camp, customer, {}, { participant_ids: children }),
    )
    const seats = registrations.map(({ registration_id: id }) => ({ kind: 'camp_registration' as const, id }))
    const all = [cage, ...seats]
    const shown = await due(all)
    expect(shown.map(({ title, amount, participant_name }) => [title, amount, participant_name])).toEqual(
      expect.arrayContaining([
        ['Cage 1', 30, null],
        ['Winter Camp', 180, 'Leo'],
        ['Winter Camp', 180, 'Mia'],
      ]),
    )
    // The price of one is changed while the list is on the screen.
    await ask().update(cage.id, { price: 25, override_reason: 'A short one' })
    const items = shown.map(({ kind, id, amount }) => ({ kind, id, amount }))
    const refused = await problemOf(await take(items))
    expect(refused).toMatchObject({ status: 409, code: 'due_changed' })
    expect(refused.details).toEqual({ items: await due(all) })
    expect(await statesOf([cage])).toEqual([['pending payment', null]])
    const fresh = (await due(all)).map(({ kind, id, amount }) => ({ kind, id, amount }))
    expect(await bodyOf(take(fresh))).toMatchObject({ total_amount: 385 })
    expect(await due(all)).toEqual([])
  })

  test('names what is left where another desk took a part, and is for the desk', async () => {
    const [first, second] = await booked()
    if (!first || !second) throw new Error('Two were booked.')
    await take([first])
    expect(
      await problemOf(await take([first, second].map((item) => ({ ...item, amount: 30 })))),
    ).toMatchObject({
      ...{ status: 409, code: 'already_paid' },
      details: { ids: [first.id], items: [{ id: second.id, amount: 30 }] },
    })
    // In words, for whoever presses at the other desk.
    const { message } = await bodyOf<{ message: string }>(take([first, second]))
    expect(message).toMatch(/^Cage \d on \w{3}, \w{3} \d+(, \d{4})? at \d+:\d\d [AP]M is already paid\.$/)
    expect(await refusalOf(await listed([second], customer))).toEqual([403, 'forbidden'])
    const wrong = await shop.app.request('/api/admin/due-items?id=none', { cookie: desk.cookie })
    expect(await refusalOf(wrong)).toEqual([400, 'invalid_input'])
  })
})
