import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Facility } from '../../../shared/contract/facility/facility.ts'
import type { CompleteSettings } from '../../../shared/contract/facility/facilitySettings.ts'
import type { MembershipOffer } from '../../../shared/contract/memberships/memberships.ts'
import { bodyOf, refusalOf } from '../../test/answers.ts'
import { addPerson, type Person } from '../../test/factories.ts'
import { agedFormToken } from '../../test/formToken.ts'
import { startTestApp, type TestApp } from '../../test/testApp.ts'

let app: TestApp
let admin: Person
beforeAll(async () => {
  app = await startTestApp({ emptyFacility: true })
  admin = await addPerson(app, { role: 'admin' })
})
afterAll(() => app.close())

const facility = () => bodyOf<Facility>(app.request('/api/facility'))
const offer = () => bodyOf<MembershipOffer>(app.request('/api/memberships/offer'))
/** What of a page is read, without the head's scripts. */
const visible = (html: string) =>
  html
    .replace(/<(script|style)\b[\s\S]*?<\/\1>/g, '')
    .replace(/<[^>]+>/g, ' ')
    .replaceAll('&#x27;', "'")
    .replace(/\s+/g, ' ')
const save = (changes: Partial<CompleteSettings>) =>
  app.request('/api/settings/facility', {
    method: 'PATCH',
    json: { changes, seen: {} },
    cookie: admin.cookie,
  })

test('without the demo there is no name, address, hour, rate or membership of anybody', async () => {
  expect(await facility()).toMatchObject({
    ...{ name: '', street_address: '', city: '', phone: '', email: '', maps_url: '', rate_line: '' },
    ...{ opening_hours: [], special_days: [], team_rates: [], social_links: [] },
  })
  expect(await bodyOf(app.request('/api/cages'))).toEqual([])
  const settings = await app.request('/api/settings/facility', { cookie: admin.cookie })
  expect(await bodyOf(settings)).toMatchObject({ name: '', membership_monthly_price: 0 })
  expect(await offer()).toMatchObject({ monthly_price: 0, price_id: null })
})

test('nobody can join a membership that has no price', async () => {
  const response = await app.request('/api/memberships/setup-intents', {
    json: { priceId: 'price_of_another_facility' },
    // Staff may buy before the doors open.
    cookie: admin.cookie,
  })
  expect(await refusalOf(response)).toEqual([503, 'payments_unavailable'])
})

test.each(['/', '/book-cage', '/coaches', '/classes', '/camps', '/membership'])(
  '%s says that it opens soon, and names no other facility and no price',
  async (path) => {
    const html = await (await app.request(path)).text()
    expect(visible(html)).toContain('Opening Soon')
    expect(html).not.toMatch(/Golden Triangle|Beaumont|Fannin/)
    expect(visible(html)).not.toMatch(/\$\d/)
    expect(html).toContain('<meta name="description" content="Opening soon." />')
    expect(html).not.toContain('application/ld+json')
  },
)

test('a visitor’s message is kept, and no mail is written to a facility without an address', async () => {
  const message = {
    name: 'Pat Visitor',
    phone: '(409) 555-0142',
    subject: 'team-training',
    message: 'When do you open?',
  }
  const json = { ...message, form_token: agedFormToken(app) }
  expect((await app.request('/api/contact', { json })).status).toBeLessThan(300)
  expect(await app.db.selectFrom('contact_messages').select('name').execute()).toEqual([
    { name: 'Pat Visitor' },
  ])
  expect(await app.db.selectFrom('outbox').select('to_email').where('to_email', '=', '').execute()).toEqual(
    [],
  )
})

test('the name that the owner enters is on the page that opens soon, and the pages sell once the doors are open', async () => {
  expect((await save({ name: 'Pine Street Cages', phone: '(409) 555-0177' })).status).toBe(200)
  await expect
    .poll(async () => visible(await (await app.request('/')).text()))
    .toMatch(/Opening Soon.*Pine Street Cages isn't open yet.*\(409\) 555-0177/)

  expect((await save({ opening_hours: [{ day_of_week: 1, opens: '16:00', closes: '21:00' }] })).status).toBe(
    200,
  )
  expect(visible(await (await app.request('/')).text())).toContain('Opening Soon')
  await app.db.updateTable('facility').set({ opened_at: new Date() }).execute()
  await expect.poll(async () => visible(await (await app.request('/')).text())).toContain('BOOK YOUR CAGE')
})
