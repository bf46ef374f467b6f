import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { MembershipOffer } from '../../../shared/contract/memberships/memberships.ts'
import { bodyOf } from '../../test/answers.ts'
import { addPerson, type Person } from '../../test/factories.ts'
import { standingClock } from '../../test/outbox.ts'
import { startTestApp, type TestApp } from '../../test/testApp.ts'

const clock = standingClock()
let app: TestApp
let person: Person
beforeAll(async () => {
  app = await startTestApp({ clock })
  person = await addPerson(app)
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.db.deleteFrom('subscriptions').execute()
  await app.db.deleteFrom('checkout_holds').execute()
})

const offer = (cookie?: string) =>
  bodyOf<MembershipOffer>(app.request('/api/memberships/offer', cookie ? { cookie } : {}))

const addMember = async (status: 'active' | 'trialing' | 'past_due' | 'unpaid' | 'canceled' | 'incomplete') =>
  app.db.insertInto('subscriptions').values({ status }).execute()
const hold = (userId: string | null, minutes: number) =>
  app.db
    .insertInto('checkout_holds')
    .values({
      user_id: userId,
      purpose: 'membership',
      amount: '109.99',
      expires_at: new Date(clock.now().getTime() + minutes * 60_000),
    })
    .execute()

describe('get-membership-offer', () => {
  test('has the price, and the agreement with its placeholders filled in', async () => {
    const { monthly_price, agreement, member_class_discount_percent } = await offer()
    expect(monthly_price).toBe(109.99)
    expect(member_class_discount_percent).toBe(15)
    const text = agreement.map((section) => `${section.title} ${section.text}`).join('\n')
    for (const needed of [
      '$109.99 per month',
      'month-to-month',
      'no sign-up fee',
      "7 days' notice before your next billing date",
      'not refunded',
      "as many bookings as you like, at the members' price",
      'You may have as many reservations at a time as you like. The facility may set a limit on how many.',
      'unlimited cage time during opening hours, subject to availability',
      '15% off classes',
    ])
      expect(text).toContain(needed)
    expect(text).not.toMatch(/[{}]/)
  })

  test('is rendered from the terms, and a changed wording has another version', async () => {
    const before = await offer()
    await app.db
      .updateTable('facility')
      .set({
        member_cage_discount_percent: '20',
        membership_notice_days: 1,
        member_reservation_limit: 1,
      })
      .execute()
    const after = await offer()
    expect(after).toMatchObject({
      member_cage_discount_percent: 20,
      membership_notice_days: 1,
      member_reservation_limit: 1,
    })
    const text = after.agreement.map((section) => section.text).join('\n')
    expect(text).toContain('20% off cage bookings')
    expect(text).toContain("Please give 1 day's notice before your next billing date.")
    expect(text).toContain('You may have one active reservation at a time.')
    expect(after.agreement_version).not.toBe(before.agreement_version)
  })

  test('counts every live membership and none that is over or was never paid', async () => {
    for (const status of ['active', 'trialing', 'past_due', 'unpaid'] as const) await addMember(status)
    for (const status of ['canceled', 'incomplete'] as const) await addMember(status)
    expect(await offer()).toMatchObject({ founders_cap: 10, spots_left: 6 })
  })

  test("counts other people's live checkouts, but not the person's own", async () => {
    await hold(person.id, 15)
    expect((await offer()).spots_left).toBe(9)
    expect((await offer(person.cookie)).spots_left).toBe(10)
    await app.db.updateTable('checkout_holds').set({ expires_at: clock.now() }).execute()
    expect((await offer()).spots_left).toBe(10)
  })

  test('never offers fewer than zero spots', async () => {
    for (let member = 0; member < 11; member += 1) await addMember('active')
    expect((await offer()).spots_left).toBe(0)
  })

  test('changes the version also when only the price changes', async () => {
    const before = await offer()
    await app.db.updateTable('facility').set({ membership_monthly_price: '119.99' }).execute()
    const after = await offer()
    expect(after.agreement_version).not.toBe(before.agreement_version)
    expect(after.agreement.map(({ text }) => text).join()).toContain('$119.99 per month')
  })
})

test('the database refuses a hold without a free spot', async () => {
  for (let member = 0; member < 10; member += 1) await addMember('active')
  await expect(hold(person.id, 15)).rejects.toMatchObject({ constraint: 'founders_cap' })
})
