// @module-tag slow

import { randomUUID } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { addDays, facilityDay, instantOf } from '../../../shared/domain/time/time.ts'
import { formatDay } from '../../../shared/domain/time/timeFormat.ts'
import { addCamp, addGuestRegistration } from '../../features/camps/campTestKit.ts'
import { addClass, addSession } from '../../features/classes/classTestKit.ts'
import { addCoach } from '../../features/coaches/coachTestKit.ts'
import { group, tuesday, ZONE } from '../../test/cageTime.ts'
import { startDatabaseProxy } from '../../test/databaseProxy.ts'
import { addCages, addPerson, type Person } from '../../test/factories.ts'
import { startTestApp, type TestApp } from '../../test/testApp.ts'

const hostileName = `</script><script>alert(1)</script><b style="color:red" onclick='x'>`

let app: TestApp
let now = new Date()
let cages: string[]
let paths: string[]
let people: Person[]
const clock = { now: () => now }

beforeAll(async () => {
  if (!existsSync('dist/renderer/server.js')) throw new Error('Run npm run build first.')
  app = await startTestApp({ clock })
  cages = await addCages(app.db, 3)
  const coach = await addCoach(app.db, { hourlyRate: '66.00' })
  const camp = await addCamp(app.db, { coachIds: [coach.id] })
  await addCamp(app.db, { name: `Camp ${hostileName}`, description: hostileName })
  await addCoach(app.db, { name: `Coach ${hostileName}` })
  const lab = await addClass(app.db, { coachId: coach.id })
  await addSession(app.db, lab, tuesday())
  const ids: Record<string, string> = { $campId: camp.id, $classId: lab, $coachId: coach.id }
  paths = publicPaths().map((path) => path.replace(/\$\w+/, (param) => ids[param] ?? param))
  people = [
    await addPerson(app, { name: 'Private Customer' }),
    await addPerson(app, { name: 'Private Member', membership: 'active' }),
    await addPerson(app, { name: 'Private Coach', role: 'coach' }),
    await addPerson(app, { name: 'Private Admin', role: 'admin' }),
  ]
  const booked = group(cages[0] ?? '', tuesday(), '16:00', '17:00')
  await app.request('/api/bookings', {
    cookie: people[0]?.cookie ?? '',
    json: { bookingDetails: [booked], totalAmount: 30 },
  })
})
afterAll(() => app.close())
beforeEach(() => {
  now = new Date()
})

/** The addresses of the routes that say that they are public. */
const publicPaths = (): string[] =>
  readdirSync('web/routes/_site')
    .filter((file) => /isPublic: true/.test(readFileSync(`web/routes/_site/${file}`, 'utf8')))
    .map((file) => `/${file.replace(/\.?(index)?\.tsx$/, '').replaceAll('.', '/')}`)

const get = (path: string, headers: Record<string, string> = {}) => app.request(path, { headers })
const textOf = async (path: string, headers: Record<string, string> = {}) => (await get(path, headers)).text()
const isRendered = (html: string) => html.includes('id="page-data"')
const nonceIn = (html: string) => /nonce="([^"]+)"/.exec(html)?.[1] ?? ''
/** The HTML without what is of one answer. */
const same = (html: string) =>
  html.replaceAll(nonceIn(html), 'nonce').replace(/data-age="\d+"/, 'data-age=""')
const phone = {
  'user-agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Mobile/15E148 Safari/604.1',
}
/** What a reader without JavaScript sees. */
const visible = (html: string) =>
  html
    .slice(html.indexOf('<div id="root">'), html.indexOf('id="page-data"'))
    .replace(/<[^>]+>/g, ' ')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ')

describe('what is in the HTML', () => {
  test('every public page, for phones and large screens, with its heading', async () => {
    expect(paths.length).toBeGreaterThan(11)
    for (const path of paths) {
      for (const headers of [{}, phone]) {
        const answer = await get(path, headers)
        const html = await answer.text()
        expect(answer.status, path).toBe(200)
        expect(isRendered(html), path).toBe(true)
        expect(html, path).toMatch(/<h1[^>]*>[^<]/)
      }
    }
  })

  test('prices, names and free times, for readers without JavaScript', async () => {
    const day = tuesday()
    const [coachPath = ''] = paths.filter((path) => path.startsWith('/book-coach/'))
    const [classPath = ''] = paths.filter((path) => path.startsWith('/classes/'))
    const [campPath = ''] = paths.filter((path) => path.startsWith('/camps/'))
    expect(visible(await textOf('/'))).toContain('$20/30MIN')
    expect(visible(await textOf('/coaches'))).toContain('Casey Coach')
    expect(visible(await textOf('/camps'))).toContain('$180.00 Skills Camp')
    expect(visible(await textOf(campPath))).toContain('$180.00')
    expect(visible(await textOf('/classes'))).toContain('Hitting Basics')
    expect(visible(await textOf(classPath))).toContain('$25.00')
    expect(visible(await textOf('/membership'))).toContain('$')
    expect(visible(await textOf('/contact'))).toContain('Send Us a Message')
    expect(visible(await textOf('/auth?mode=signup'))).toContain('Create Account')
    expect(visible(await textOf(`${coachPath}?date=${day}`))).toMatch(/\d:\d\d (AM|PM)/)
    for (const headers of [{}, phone]) {
      const html = await textOf(`/book-cage?date=${day}`, headers)
      expect(visible(html)).toContain('Cage 3')
      expect(visible(html), 'how old the times are').toMatch(/Free times as of \d+:\d\d (AM|PM)/)
      expect(html).toMatch(/aria-label="Cage 1, [^"]*4:00 PM, booked"/)
      expect(html).toMatch(/aria-label="Cage 2, [^"]*4:00 PM, available"/)
      expect(html).toContain('<noscript>Booking a cage here needs JavaScript.')
    }
  })

  test('no style attribute, no handler, and only scripts and styles with the nonce of this answer', async () => {
    const nonces = new Set<string>()
    for (const path of [...paths, `/book-cage?date=${tuesday()}`]) {
      const answer = await get(path)
      const html = await answer.text()
      const policy = answer.headers.get('content-security-policy') ?? ''
      expect(policy, path).not.toContain('unsafe')
      const nonce = /'nonce-([^']+)'/.exec(policy)?.[1] ?? ''
      nonces.add(nonce)
      const markup = html.replace(/<(script|style)\b([^>]*)>[\s\S]*?<\/\1>/g, '<$1$2>')
      // Within texts and values React escapes quotes.
      expect(markup, path).not.toMatch(/\sstyle=["']/)
      expect(markup, path).not.toMatch(/\son\w+=["']/)
      for (const [tag] of markup.matchAll(/<(script|style)\b[^>]*>/g)) {
        if (!tag.includes('type="application/json"')) expect(tag, path).toContain(`nonce="${nonce}"`)
      }
      expect(html, path).not.toContain('__CSP_NONCE__')
    }
    expect(nonces.size).toBe(paths.length + 1)
  })

  test('the same bytes for everybody, with nothing about a person', async () => {
    const persons = await app.db.selectFrom('profiles').select(['email', 'full_name', 'id']).execute()
    expect(persons.length).toBeGreaterThan(3)
    for (const path of [...paths, `/book-cage?date=${tuesday()}`]) {
      const strangers = await textOf(path)
      for (const { cookie } of people)
        expect(same(await textOf(path, { cookie })), path).toBe(same(strangers))
      for (const { email, full_name, id } of persons) {
        expect(strangers, path).not.toContain(email)
        expect(strangers, path).not.toContain(id)
        if (full_name) expect(strangers, path).not.toContain(full_name)
      }
    }
  })

  test('hostile names and addresses stay text', async () => {
    const camps = await textOf('/camps')
    expect(isRendered(camps)).toBe(true)
    expect(camps).not.toContain('<script>alert')
    expect(camps).toContain('&lt;script&gt;alert(1)')
    expect(isRendered(await textOf('/coaches'))).toBe(true)
    expect(await textOf('/coaches')).not.toContain('<script>alert')
    for (const path of [
      '/book-cage?date=<script>alert(1)</script>',
      '/book-cage?date=%',
      '/book-cage?date=%00',
      '/book-cage?__proto__=1&constructor=2&date[__proto__]=x',
      `/book-cage?date=${'9'.repeat(8_000)}`,
      '/auth?mode=%3Cscript%3Ealert(1)%3C/script%3E&redirect=//evil.example',
      '/%62ook-cage?date=%E0%A4%A',
      '/Book-Cage/',
      '/book-cage/',
    ]) {
      const answer = await get(path)
      const html = await answer.text()
      expect(answer.status, path).toBe(200)
      expect(html, path).not.toContain('<script>alert')
      expect(html, path).not.toContain('999999')
    }
    expect((await get('/book-cage/%')).status).toBe(404)
    expect((await get('/camps/%00')).status).toBe(404)
  })

  test('a page is never sent in an encoding that the client refuses', async () => {
    for (const _ of ['rendered', 'kept', 'kept']) {
      const answer = await get('/terms', { 'accept-encoding': 'br;q=0, gzip;q=0' })
      expect(answer.headers.get('content-encoding')).toBeNull()
      expect(isRendered(await answer.text())).toBe(true)
    }
    expect((await get('/terms', { 'accept-encoding': 'br;q=0, gzip' })).headers.get('content-encoding')).toBe(
      'gzip',
    )
    expect((await get('/terms', { 'accept-encoding': 'gzip, br' })).headers.get('content-encoding')).toBe(
      'br',
    )
  })

  test('the first answer and the later ones, which are compressed in another way, say the same', async () => {
    now = new Date(now.getTime() + 60_000)
    const bodies: string[] = []
    for (const _ of ['first', 'second', 'third']) {
      const answer = await get('/contact', { 'accept-encoding': 'br' })
      bodies.push(same(await answer.text()))
    }
    expect(bodies[0]).toContain('Send Us a Message')
    expect(new Set(bodies).size).toBe(1)
  })

  test('pages that are missing, and pages of one person, are drawn by the browser', async () => {
    for (const path of [`/camps/${randomUUID()}`, '/nowhere', `/book-coach/${randomUUID()}`]) {
      const answer = await get(path)
      expect(answer.status, path).toBe(404)
      expect(isRendered(await answer.text()), path).toBe(false)
    }
    for (const path of ['/account', '/admin', '/coach-dashboard', '/unsubscribe'])
      expect(isRendered(await textOf(path)), path).toBe(false)
  })
})

/** Counts what really happens: a kept page is as old as its rendering. */
async function ageOf(path: string, headers: Record<string, string> = {}): Promise<number> {
  const html = await textOf(path, headers)
  return Number(/data-age="(\d+)"/.exec(html)?.[1] ?? Number.NaN)
}

const PAUSE = 60
const pause = () => new Promise((resolve) => setTimeout(resolve, PAUSE))

/** Whether the next answer is the HTML of before. */
async function isKept(path: string): Promise<boolean> {
  await textOf(path)
  await pause()
  return (await ageOf(path)) >= PAUSE - 5
}

/** An earlier change may still be on its way. */
const expectKept = (path: string) =>
  vi.waitFor(async () => expect(await isKept(path)).toBe(true), { timeout: 10_000 })

const renderedAt = (html: string): string =>
  JSON.parse(/id="page-data"[^>]*>([^<]*)/.exec(html)?.[1] ?? '{}').first.at

async function book(cageId: string, day: string, start: string, end: string): Promise<void> {
  const booking = await app.request('/api/bookings', {
    cookie: people[0]?.cookie ?? '',
    json: { bookingDetails: [group(cageId, day, start, end)], totalAmount: 20 },
  })
  expect(booking.status, await booking.text()).toBe(201)
}

/** Whether a grid says of a half hour of the second cage, in the afternoon, that it is booked. */
const isTaken = (html: string, start: string): boolean =>
  new RegExp(`aria-label="Cage 2, [^"]*${Number(start.slice(0, 2)) - 12}${start.slice(2)} PM, booked"`).test(
    html,
  )

describe('what is kept', () => {
  test('a page is kept; unknown search and the cookie make no other one', async () => {
    const path = `/book-cage?date=${tuesday(1)}`
    await expectKept(path)
    const before = await ageOf(path)
    expect(await ageOf(`${path}&utm_source=mail&x=${randomUUID()}`)).toBeGreaterThanOrEqual(before)
    expect(await ageOf(path, { cookie: people[0]?.cookie ?? '' })).toBeGreaterThanOrEqual(before)
  })

  test('a booking is in the next HTML of its day', async () => {
    const day = tuesday(2)
    const label = /aria-label="Cage 2, [^"]*5:00 PM, (\w+)"/
    expect(label.exec(await textOf(`/book-cage?date=${day}`))?.[1]).toBe('available')
    await book(cages[1] ?? '', day, '17:00', '17:30')
    await vi.waitFor(async () =>
      expect(label.exec(await textOf(`/book-cage?date=${day}`))?.[1]).toBe('booked'),
    )
  })

  test('a seat that is taken is in the next HTML', async () => {
    const camp = await addCamp(app.db, { name: 'Small Camp', max_spots: 17 })
    await vi.waitFor(async () => expect(visible(await textOf('/camps'))).toContain('17 spots left'))
    await addGuestRegistration(app.db, camp)
    await vi.waitFor(async () => expect(visible(await textOf('/camps'))).toContain('16 spots left'))
  })

  test('nothing is kept while changes are not heard', async () => {
    const listening = vi.spyOn(app.context.changes, 'listening', 'get').mockReturnValue(false)
    now = new Date(now.getTime() + 60_000)
    const keptUnheard = await isKept('/terms')
    listening.mockRestore()
    expect(keptUnheard).toBe(false)
    await expectKept('/terms')
  })

  test('not more is kept than a facility needs', async () => {
    await textOf('/membership')
    const days = Array.from({ length: 45 }, (_, index) => addDays(tuesday(), index))
    for (const day of days) {
      await Promise.all([textOf(`/book-cage?date=${day}`), textOf(`/book-cage?date=${day}`, phone)])
    }
    expect(await ageOf('/membership')).toBeLessThan(PAUSE)
  })

  test.each([
    ['a cage', '/book-cage', () => sql`update cages set name = 'Changed Cage' where id = ${cages[2] ?? ''}`],
    ['the facility', '/contact', () => sql`update facility set city = 'Changed City'`],
    ['a camp', '/camps', () => sql`update camps set name = 'Changed Camp' where name = 'Skills Camp'`],
    ['a class', '/classes', () => sql`update classes set name = 'Changed Class'`],
    ['a coach', '/coaches', () => sql`update coaches set bio = 'Changed Bio'`],
  ])('a change of %s is in the next HTML', async (_, path, change) => {
    await expectKept(path)
    await change().execute(app.db)
    await vi.waitFor(async () => expect(await textOf(path)).toContain('Changed'))
    expect(isRendered(await textOf(path))).toBe(true)
  })

  test("a coach's new name is in the next HTML of a class and of a camp", async () => {
    const pages = ['/classes/', '/camps/'].map((page) => paths.find((known) => known.startsWith(page)) ?? '')
    for (const path of pages) await expectKept(path)
    await sql`update coaches set name = 'Riley Renamed' where name = 'Casey Coach'`.execute(app.db)
    for (const path of pages)
      await vi.waitFor(async () => expect(visible(await textOf(path)), path).toContain('Riley Renamed'))
  })

  test('the turn of the minute renders again, and midnight at the facility begins another day, also when clocks change', async () => {
    now = new Date('2026-10-31T21:30:10Z')
    await expectKept('/book-cage')
    now = new Date('2026-10-31T21:31:00Z')
    expect(await ageOf('/book-cage')).toBeLessThan(PAUSE)
    const data = /id="page-data"[^>]*>([^<]*)/
    // The clocks go back on the morning of November 1: that day has 25 hours.
    for (const [instant, day] of [
      ['2026-11-01T04:59:59Z', '2026-10-31'],
      ['2026-11-01T05:00:00Z', '2026-11-01'],
      ['2026-11-02T05:59:59Z', '2026-11-01'],
      ['2026-11-02T06:00:00Z', '2026-11-02'],
      ['2026-03-08T06:00:00Z', '2026-03-08'],
      ['2026-03-09T05:00:00Z', '2026-03-09'],
    ] as const) {
      now = new Date(instant)
      expect(facilityDay(now, ZONE)).toBe(day)
      const html = await textOf('/book-cage')
      expect(JSON.parse(data.exec(html)?.[1] ?? '{}').first.at).toBe(now.toISOString())
      expect(html).toContain(`/book-cage?date=${addDays(day, 2)}`)
      expect(html).not.toContain(`href="/book-cage?date=${addDays(day, -1)}"`)
    }
  })

  test('past times of today are past in the HTML', async () => {
    const day = tuesday(1)
    now = instantOf(day, '17:10', ZONE)
    const html = await textOf(`/book-cage?date=${day}`)
    expect(html).not.toMatch(/Cage 2, [^"]*4:30 PM, available/)
    expect(html).toMatch(/Cage 2, [^"]*5:30 PM, available/)
  })

  test.each(['2020-02-29', '2099-12-31', 'tomorrow'])(
    'a link to %s shows the first day that can be booked',
    async (day) => {
      now = instantOf(tuesday(1), '12:00', ZONE)
      const html = await textOf(`/book-cage?date=${day}`)
      expect(isRendered(html)).toBe(true)
      expect(visible(html)).toContain(formatDay(tuesday(1), 'long'))
      expect(html).toMatch(/Cage 2, [^"]*4:30 PM, available/)
    },
  )

  test('many at once are answered by one rendering', async () => {
    const path = `/book-cage?date=${tuesday(4)}`
    const pages = await Promise.all(Array.from({ length: 20 }, () => textOf(path)))
    expect(new Set(pages.map(same)).size).toBe(1)
    expect(new Set(pages.map(nonceIn)).size).toBe(20)
  })

  test("a page's title is of what its route reads, however the first request was written", async () => {
    const title = /<title>([^<]*)</
    const odd = title.exec(await textOf('/auth?mode=%22signup%22'))?.[1]
    const plain = title.exec(await textOf('/auth?mode=signup'))?.[1]
    const login = title.exec(await textOf('/auth?mode=login'))?.[1]
    expect(plain).not.toBe(login)
    expect(odd).toBe(plain)
  })

  test('many addresses at once are left to the browser, and rendered when there is time again', async () => {
    const days = Array.from({ length: 30 }, (_, index) => `/book-cage?date=${addDays(tuesday(20), index)}`)
    const pages = await Promise.all(days.map((day) => textOf(day)))
    const left = days.filter((_, index) => !isRendered(pages[index] ?? ''))
    expect(left.length).toBeGreaterThan(0)
    expect(left.length).toBeLessThanOrEqual(22)
    expect(isRendered(await textOf(left[0] ?? ''))).toBe(true)
  })

  test.each([
    ['/coaches', '17:00', '17:30'],
    ['/book-coach', '18:00', '18:30'],
    ['/', '18:30', '19:00'],
    ['/book-cage', '19:00', '19:30'],
  ])(
    'what is free on other days is on %s five seconds after a booking at the latest',
    async (page, start, end) => {
      const day = tuesday(3)
      // Of the same month, whose days the page of a coach tells.
      const other = [addDays(day, 1), addDays(day, -1)].find((near) => near.slice(0, 7) === day.slice(0, 7))
      const path = `${paths.find((known) => known === page || known.startsWith(`${page}/`))}?date=${other}`
      const ofDay = `/book-cage?date=${day}`
      now = new Date(`${now.toISOString().slice(0, 16)}:10Z`)
      await expectKept(ofDay)
      await expectKept(path)
      await book(cages[1] ?? '', day, start, end)
      await vi.waitFor(async () => expect(isTaken(await textOf(ofDay), start)).toBe(true))
      expect(await ageOf(path)).toBeGreaterThan(PAUSE)
      now = new Date(now.getTime() + 5_000)
      expect(await ageOf(path)).toBeLessThan(PAUSE)
    },
  )

  test('a booking leaves pages alone that do not tell of its day', async () => {
    // Beyond the days of the strip.
    const day = tuesday(7)
    const others = ['/', '/book-cage', `/book-cage?date=${tuesday()}`, '/camps']
    // A minute for which nothing is kept yet.
    now = new Date(`${new Date(now.getTime() + 120_000).toISOString().slice(0, 16)}:10Z`)
    for (const path of [...others, `/book-cage?date=${day}`]) await expectKept(path)
    await book(cages[1] ?? '', day, '16:00', '16:30')
    await vi.waitFor(async () => expect(isTaken(await textOf(`/book-cage?date=${day}`), '16:00')).toBe(true))
    now = new Date(now.getTime() + 10_000)
    for (const path of others) expect(await ageOf(path), path).toBeGreaterThan(PAUSE)
  })

  test('while its day is booked all the time a page is rendered four times a second, for all who ask', async () => {
    const day = tuesday(6)
    const begunAt = performance.now()
    const renderings = new Set<string>()
    const visitors = Array.from({ length: 5 }, async () => {
      for (let reload = 0; reload < 6; reload += 1) {
        await sql`select pg_notify('schedule_changed', ${day})`.execute(app.db)
        now = new Date()
        renderings.add(renderedAt(await textOf(`/book-cage?date=${day}`)))
      }
    })
    await Promise.all(visitors)
    // Timers are exact to the millisecond.
    const most = 1 + Math.floor((performance.now() - begunAt) / 248)
    expect(renderings.size).toBeGreaterThan(0)
    expect(renderings.size).toBeLessThanOrEqual(most)
  })

  test('who asks after a change is not sent a rendering that began before it', async () => {
    const day = tuesday(8)
    const path = `/book-cage?date=${day}`
    // Loads the renderer.
    await textOf('/terms')
    const { openTimes } = app.context
    const read = openTimes.get
    let goOn = () => {}
    const held = new Promise<void>((resolve) => {
      goOn = resolve
    })
    const holding = vi.spyOn(openTimes, 'get').mockImplementation(() => held.then(read))
    onTestFinished(() => holding.mockRestore())
    const before = textOf(path)
    await vi.waitFor(() => expect(holding).toHaveBeenCalled(), { timeout: 10_000 })
    const heard = new Promise<void>((resolve) =>
      app.context.changes.on('schedule_changed', (changed) => void (changed === day && resolve())),
    )
    await book(cages[1] ?? '', day, '16:00', '16:30')
    await heard
    const after = textOf(path)
    goOn()
    const [first, second] = await Promise.all([before, after])
    expect(isTaken(first, '16:00')).toBe(false)
    expect(isTaken(second, '16:00')).toBe(true)
  })

  test('two facilities in one process do not mix', async () => {
    const other = await startTestApp({ clock })
    await addCages(other.db, 1)
    await sql`update facility set name = 'The Other Cages'`.execute(other.db)
    const day = tuesday(5)
    const [mine, others] = await Promise.all(
      [app, other].map(async (one) => (await one.request(`/book-cage?date=${day}`)).text()),
    )
    expect(mine).toContain('Cage 2,')
    expect(mine).not.toContain('The Other Cages')
    expect(others).not.toContain('Cage 2,')
    expect(others).toContain('Cage 1,')
    await other.close()
  })
})

describe('when the database does not answer', () => {
  test('the empty page is sent in time, and the browser draws it', async () => {
    const proxy = await startDatabaseProxy(app.databaseUrl)
    onTestFinished(() => proxy.close())
    const behind = await app.another(proxy.url)
    expect(isRendered(await (await behind.request('/camps')).text())).toBe(true)
    proxy.hang()
    const begun = performance.now()
    const answer = await behind.request('/coaches')
    expect(answer.status).toBe(200)
    expect(performance.now() - begun).toBeLessThan(4_000)
    const html = await answer.text()
    expect(isRendered(html)).toBe(false)
    expect(html).toContain('<div id="root"></div>')
    expect(html).toMatch(/<script type="module"/)
    // That its code does not come is told by another script than on a rendered page (web/boot.ts).
    expect(html).toContain('data-drawn-by-browser')
    expect(await (await behind.request('/camps')).text()).not.toContain('data-drawn-by-browser')
    proxy.recover()
    await vi.waitFor(
      async () => expect(isRendered(await (await behind.request('/coaches')).text())).toBe(true),
      { timeout: 15_000, interval: 300 },
    )
  })
})
