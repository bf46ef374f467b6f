import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Facility } from '../../../shared/contract/facility/facility.ts'
import type { PublicTextAnswer } from '../../../shared/contract/facility/publicTexts.ts'
import type { MembershipOffer } from '../../../shared/contract/memberships/memberships.ts'
import { type PublicTextKey, publicTexts } from '../../../shared/domain/facility/publicTexts.ts'
import { bodyOf, refusalOf } from '../../test/answers.ts'
import { addPerson, type Person } from '../../test/factories.ts'
import { startTestApp, type TestApp } from '../../test/testApp.ts'

let app: TestApp
let admin: Person
beforeAll(async () => {
  app = await startTestApp()
  admin = await addPerson(app, { role: 'admin' })
})
afterAll(() => app.close())

const publish = (key: PublicTextKey, body: string, seen_version = 0, cookie = admin.cookie) =>
  app.request(`/api/settings/texts/${key}`, { method: 'POST', json: { body, seen_version }, cookie })
const shown = (key: PublicTextKey) => bodyOf<PublicTextAnswer>(app.request(`/api/texts/${key}`))
const page = async (path: string) => (await app.request(path)).text()
const facility = () => bodyOf<Facility>(app.request('/api/facility'))

const keys = Object.keys(publicTexts) as PublicTextKey[]

test('only an admin publishes a text and reads its versions (publish-public-text, list-public-text-versions); all read it', async () => {
  for (const role of ['desk', 'coach', 'user'] as const) {
    const { cookie } = await addPerson(app, { role })
    expect((await publish('home-cards', '# Cages\nx\n- Book: /book-cage', 0, cookie)).status).toBe(403)
    expect((await app.request('/api/settings/texts/home-cards', { cookie })).status).toBe(403)
  }
  for (const key of keys) {
    const answer = await app.request(`/api/texts/${key}`)
    expect([answer.status, await bodyOf(answer)]).toMatchObject([200, { version: 0 }])
  }
  expect((await app.request('/api/texts/anything')).status).toBe(400)
})

test.each<[PublicTextKey, string]>([
  ['home-cards', 'No card at all'],
  ['home-cards', '# A card\nwithout a line above\n- One: /a'],
  ['home-cards', 'Play\n# A card\nwithout a link'],
  ['home-cards', 'Play\n# A card\n- One: /a\n- Two: /b'],
  ['home-cards', 'Play\n# A card\n- One: /a\n- Two'],
  ['home-cards', 'Play\n# A card\n- Look: javascript:alert(1)'],
  ['home-cards', 'Play\n# A card\n- Look: //evil.example/x'],
  ['home-cards', `Play\n${'# C\n- A: /a\n'.repeat(7)}`],
  ['coach-intro', 'No heading'],
  ['coach-intro', '# Coaches\nOne line\n\nAnother one'],
  ['coach-intro', '# Coaches\n- A list: /coaches'],
  ['footer-links', 'Words only'],
  ['footer-links', '# Links\n- Home: /'],
  ['footer-links', '- Home: /\n- No address'],
  ['footer-links', '- Rules: ftp://example.com/x'],
  ['footer-links', '- Rules: /\\evil.example'],
  ['footer-links', '- Data: data:text/html,x'],
  ['footer-links', '- A: /a\n'.repeat(21)],
  ['membership-agreement', 'Without a heading'],
])('%s cannot be %j', async (key, body) => {
  const answer = await publish(key, body)
  expect([answer.status, await bodyOf(answer)]).toMatchObject([
    400,
    { code: 'text_unusable', message: expect.stringMatching(/^(Write|“A card” needs) .+\.$/) },
  ])
  expect((await shown(key)).version).toBe(0)
})

describe('what is published shows at once, also in another process, and an earlier version again', () => {
  test('home cards', async () => {
    const second = await app.another()
    const html = await page('/')
    for (const words of ['Get your swings in', 'Private Lessons', 'href="/classes"'])
      expect(html).toContain(words)
    const body =
      'Play at {name}\n\n# Batting Cages\nAll <b>day</b>.\n- Go: /book-cage\n\n# Shop\nGloves.\n- Buy: https://shop.example/a?b=1&c=2'
    expect((await publish('home-cards', body)).status).toBe(201)
    await expect.poll(async () => (await second.request('/')).text()).toContain('Gloves.')
    const now = await page('/')
    expect(now).toContain(`Play at ${(await facility()).name.replace('&', '&amp;')}`)
    expect(now).toContain('All &lt;b&gt;day&lt;/b&gt;.')
    expect(now).toContain('href="https://shop.example/a?b=1&amp;c=2"')
    expect(now).not.toContain('Private Lessons')
    // Dugout's own words again are another version.
    expect(await bodyOf(publish('home-cards', publicTexts['home-cards'].body, 1))).toMatchObject({
      version: 2,
    })
    await expect.poll(() => page('/')).toContain('Private Lessons')
  })

  test('the coach intro', async () => {
    expect(await page('/coaches')).toContain('Meet Our Expert Coaches')
    await publish('coach-intro', '# Our Crew\nLessons for **every** age')
    await expect.poll(() => page('/coaches')).toContain('Our Crew')
    expect(await page('/coaches')).toContain('Lessons for every age')
  })

  test('footer links: those of all pages until then', async () => {
    expect((await facility()).footer_links).toBeUndefined()
    expect(await page('/contact')).toContain('Quick Links')
    await publish('footer-links', '- Team rules: https://example.com/rules.pdf\n- Terms: /terms')
    const links = [
      { label: 'Team rules', to: 'https://example.com/rules.pdf' },
      { label: 'Terms', to: '/terms' },
    ]
    await expect.poll(async () => (await facility()).footer_links).toEqual(links)
    const footer = (await page('/contact')).split('<footer')[1] ?? ''
    expect(footer).toContain('href="https://example.com/rules.pdf"')
    expect(footer).not.toContain('href="/membership"')
  })

  test('the agreement, with its figures; whoever read another one reads it again', async () => {
    const offer = () => bodyOf<MembershipOffer>(app.request('/api/memberships/offer'))
    const before = await offer()
    expect(before.agreement.map(({ title }) => title)).toEqual([
      ...['What you get', 'Reservations', 'What it costs', 'Canceling', 'No refunds', 'When a payment fails'],
      'House rules',
    ])
    expect(before.agreement[2]?.text).toMatch(/^\$109\.99 per month/)
    await publish('membership-agreement', '# Deal\n{monthly_price} a month, {toString}.\n\n- One\n- Two')
    const after = await offer()
    expect(after.agreement).toEqual([{ title: 'Deal', text: '$109.99 a month, {toString}.\n\n• One\n• Two' }])
    expect(after.agreement_version).not.toBe(before.agreement_version)
  })
})

test('of admins who publish one text at once one is refused as text_changed, in every round', async () => {
  const other = await addPerson(app, { role: 'admin' })
  for (let version = 0; version < 10; version += 1) {
    const answers = await Promise.all(
      [admin, other].map(({ cookie }) => publish('terms', `# Round ${version}\nx`, version, cookie)),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409])
    const refused = answers.find(({ ok }) => !ok) as Response
    expect(await refusalOf(refused)).toEqual([409, 'text_changed'])
  }
  expect((await shown('terms')).sections).toEqual([
    { title: 'Round 9', blocks: [{ kind: 'paragraph', pieces: [{ text: 'x', bold: false }] }] },
  ])
})
