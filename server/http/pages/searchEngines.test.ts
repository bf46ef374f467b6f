import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { addCamp } from '../../features/camps/campTestKit.ts'
import { addClass } from '../../features/classes/classTestKit.ts'
import { addCoach } from '../../features/coaches/coachTestKit.ts'
import { siteOf } from '../../features.ts'
import { startTestApp, type TestApp } from '../../test/testApp.ts'

const ORIGIN = 'https://cages.example'

let app: TestApp
let publicPaths: readonly string[]
beforeAll(async () => {
  app = await startTestApp({ settings: { PUBLIC_URL: ORIGIN } })
  publicPaths = siteOf(app.context).publicPaths
})
afterAll(() => app.close())

const pageAt = async (path: string): Promise<string> => (await app.request(path)).text()

/** Attribute values are compared as a browser reads them. */
const read = (html: string | undefined): string =>
  (html ?? '')
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
const titleIn = (html: string) => read(/<title>(.*?)<\/title>/s.exec(html)?.[1])
const metaIn = (html: string, name: string) =>
  read(new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`).exec(html)?.[1])
const canonicalIn = (html: string) => /<link rel="canonical" href="([^"]+)"/.exec(html)?.[1]
const listingIn = (html: string) =>
  /<script type="application\/ld\+json" nonce="[^"]+">(.*?)<\/script>/s.exec(html)?.[1]

const listingsIn = (html: string) =>
  [...html.matchAll(/<script type="application\/ld\+json" nonce="[^"]+">(.*?)<\/script>/gs)].map(([, json]) =>
    JSON.parse(json ?? ''),
  )

describe('the head of a page', () => {
  test('names the page and the facility, in the title and for shared links', async () => {
    const html = await pageAt('/contact')
    expect(titleIn(html)).toBe('Contact · Golden Triangle Batting Cages')
    expect(metaIn(html, 'og:title')).toBe('Contact · Golden Triangle Batting Cages')
    expect(metaIn(html, 'og:url')).toBe(`${ORIGIN}/contact`)
    expect(metaIn(html, 'og:image')).toBe(`${ORIGIN}/og.png`)
    expect(metaIn(html, 'twitter:card')).toBe('summary_large_image')
    expect(metaIn(html, 'description')).toContain('(409) 555-0142')
    expect(metaIn(html, 'description')).toBe(metaIn(html, 'og:description'))
  })

  test('differs from page to page', async () => {
    const pages = await Promise.all(publicPaths.map(pageAt))
    expect(new Set(pages.map(titleIn)).size).toBe(publicPaths.length)
    expect(new Set(pages.map((html) => metaIn(html, 'description'))).size).toBe(publicPaths.length)
    expect(pages.map(canonicalIn)).toEqual(publicPaths.map((path) => ORIGIN + path))
    for (const html of pages) expect(html).not.toContain('noindex')
  })

  test('has one canonical link, whatever follows the path', async () => {
    expect(canonicalIn(await pageAt('/book-cage?date=2026-11-24&utm_source=mail'))).toBe(
      `${ORIGIN}/book-cage`,
    )
    expect(canonicalIn(await pageAt('/contact/'))).toBe(`${ORIGIN}/contact`)
  })

  test.each([
    ['/auth', 'Sign In'],
    ['/auth?mode=login', 'Sign In'],
    ['/auth?mode=signup', 'Create Account'],
    ['/auth?mode=reset-password', 'Reset Password'],
    ['/auth?mode=toString', 'Sign In'],
    ['/contact?mode=signup', 'Contact'],
  ])('names %s by its form: %s', async (path, title) => {
    expect(titleIn(await pageAt(path))).toBe(`${title} · Golden Triangle Batting Cages`)
  })

  test.each([
    '/account',
    '/auth?mode=login',
    '/unsubscribe?email=a@example.test',
    '/admin/users',
    '/no-such-page',
  ])('keeps %s out of search engines', async (path) => {
    const html = await pageAt(path)
    expect(html).toContain('<meta name="robots" content="noindex" />')
    expect(canonicalIn(html)).toBeUndefined()
  })

  test('repeats nothing of the requested address', async () => {
    const html = await pageAt('/unsubscribe?email=%3Cscript%3Ealert(1)%3C/script%3E')
    expect(html).not.toContain('alert(1)')
  })

  test('leaves no placeholder in the page, and one title', async () => {
    const html = await pageAt('/')
    expect(html).not.toContain('page-head')
    expect(html).not.toContain('__CSP_NONCE__')
    expect(html.match(/<title>/g)).toHaveLength(1)
  })
})

describe('the page of a coach', () => {
  test('is named after the coach, and the sitemap has it', async () => {
    const { id } = await addCoach(app.db, { name: 'Sam "Ace" Rivera' })
    const html = await pageAt(`/book-coach/${id}`)
    expect(titleIn(html)).toBe('Lessons with Sam "Ace" Rivera · Golden Triangle Batting Cages')
    expect(metaIn(html, 'description')).toContain('Sam "Ace" Rivera')
    expect(canonicalIn(html)).toBe(`${ORIGIN}/book-coach/${id}`)
    expect(await pageAt('/sitemap.xml')).toContain(`<loc>${ORIGIN}/book-coach/${id}</loc>`)
  })

  test('is not listed when the coach does not exist', async () => {
    for (const id of ['018f0000-0000-7000-8000-000000000000', 'nobody']) {
      expect(await pageAt(`/book-coach/${id}`)).toContain('noindex')
    }
  })
})

describe('the page of a class', () => {
  test('is named after the class and is a Course with its week, and the sitemap has it', async () => {
    const coach = await addCoach(app.db, { name: 'Lena Ortiz' })
    const schedules = [{ day_of_week: 1, start_time: '16:00', end_time: '17:00' }]
    const id = await addClass(app.db, { name: 'Bat </script> Speed', coachId: coach.id, schedules })
    const html = await pageAt(`/classes/${id}`)
    expect(titleIn(html)).toBe('Bat </script> Speed · Golden Triangle Batting Cages')
    expect(metaIn(html, 'description')).toContain('with Lena Ortiz')
    expect(metaIn(html, 'description')).toContain('Mondays 4:00–5:00 PM')
    expect(canonicalIn(html)).toBe(`${ORIGIN}/classes/${id}`)
    expect(listingsIn(html)[1]).toMatchObject({
      '@type': 'Course',
      name: 'Bat </script> Speed',
      url: `${ORIGIN}/classes/${id}`,
      provider: { '@id': `${ORIGIN}/#facility` },
      offers: { price: '25.00', priceCurrency: 'USD' },
      hasCourseInstance: {
        instructor: { name: 'Lena Ortiz' },
        courseSchedule: [
          {
            byDay: 'https://schema.org/Monday',
            startTime: '16:00',
            endTime: '17:00',
            scheduleTimezone: 'America/Chicago',
          },
        ],
      },
    })
    expect(await pageAt('/sitemap.xml')).toContain(`<loc>${ORIGIN}/classes/${id}</loc>`)
  })

  test('is not listed once the class has ended, nor when there is none', async () => {
    const ended = await addClass(app.db, { name: 'Spring', to: '2026-02-01' })
    const html = await pageAt(`/classes/${ended}`)
    expect(titleIn(html)).toBe('Spring · Golden Triangle Batting Cages')
    expect(html).toContain('noindex')
    expect(listingsIn(html)).toHaveLength(1)
    expect(await pageAt('/sitemap.xml')).not.toContain(ended)
    for (const id of ['018f0000-0000-7000-8000-000000000000', 'nothing']) {
      const missing = await pageAt(`/classes/${id}`)
      expect(missing).toContain('noindex')
      expect(titleIn(missing)).toBe('Class not found · Golden Triangle Batting Cages')
    }
  })
})

describe('the page of a camp', () => {
  test('is named after the camp and is an Event with its sessions, and the sitemap has it', async () => {
    const coach = await addCoach(app.db, { name: 'Dana Reyes' })
    const days = ['2099-07-06', '2099-07-07']
    const { id } = await addCamp(app.db, {
      name: 'Glove & </script> Work',
      coachIds: [coach.id],
      start_date: '2099-07-06',
      end_date: '2099-07-07',
      timeslots: days.map((date) => ({ date, start_time: '09:00', end_time: '12:00' })),
    })
    const html = await pageAt(`/camps/${id}`)
    expect(titleIn(html)).toBe('Glove & </script> Work · Golden Triangle Batting Cages')
    expect(metaIn(html, 'description')).toContain('7/06/2099 - 7/07/2099 · 2 sessions, 8-18 years, $180')
    expect(canonicalIn(html)).toBe(`${ORIGIN}/camps/${id}`)
    expect(listingsIn(html)[1]).toMatchObject({
      '@type': 'Event',
      name: 'Glove & </script> Work',
      url: `${ORIGIN}/camps/${id}`,
      startDate: '2099-07-06T14:00:00.000Z',
      endDate: '2099-07-07T17:00:00.000Z',
      location: { '@id': `${ORIGIN}/#facility`, address: { addressLocality: 'Beaumont' } },
      performer: [{ name: 'Dana Reyes' }],
      offers: { price: '180.00', priceCurrency: 'USD', availability: 'https://schema.org/InStock' },
      subEvent: [{ startDate: '2099-07-06T14:00:00.000Z' }, { startDate: '2099-07-07T14:00:00.000Z' }],
    })
    expect(await pageAt('/sitemap.xml')).toContain(`<loc>${ORIGIN}/camps/${id}</loc>`)
  })

  test('is not listed once the camp is over, while it is not published, nor when there is none', async () => {
    const past = { start_date: '2026-01-05', end_date: '2026-01-05', timeslots: [] }
    const over = await addCamp(app.db, { name: 'Winter', ...past })
    const draft = await addCamp(app.db, { published: false })
    const html = await pageAt(`/camps/${over.id}`)
    expect(titleIn(html)).toBe('Winter · Golden Triangle Batting Cages')
    expect(listingsIn(html)).toHaveLength(1)
    for (const id of [over.id, draft.id, '018f0000-0000-7000-8000-000000000000', 'nothing']) {
      expect(await pageAt(`/camps/${id}`)).toContain('noindex')
      expect(await pageAt('/sitemap.xml')).not.toContain(`/camps/${id}`)
    }
  })
})

describe('the facility for search engines', () => {
  test('is a SportsActivityLocation with address, phone, picture and hours', async () => {
    expect(JSON.parse(listingIn(await pageAt('/')) ?? '')).toMatchObject({
      '@context': 'https://schema.org',
      '@type': 'SportsActivityLocation',
      name: 'Golden Triangle Batting Cages',
      url: `${ORIGIN}/`,
      image: `${ORIGIN}/og.png`,
      telephone: '(409) 555-0142',
      address: {
        streetAddress: '4120 Fannin Street',
        addressLocality: 'Beaumont',
        addressRegion: 'TX',
        postalCode: '77701',
      },
      openingHoursSpecification: [
        {
          opens: '16:00',
          closes: '21:00',
          dayOfWeek: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'].map(
            (day) => `https://schema.org/${day}`,
          ),
        },
        { opens: '09:00', closes: '18:00', dayOfWeek: ['https://schema.org/Saturday'] },
      ],
    })
  })

  test('has the special days, closed ones from midnight to midnight', async () => {
    const days = [
      { date: '2099-12-24', opens: '10:00', closes: '14:00', reason: 'Christmas Eve' },
      { date: '2099-12-25', opens: null, closes: null, reason: 'Christmas' },
    ]
    await app.db.insertInto('special_days').values(days).execute()
    await expect
      .poll(async () => JSON.parse(listingIn(await pageAt('/')) ?? '').specialOpeningHoursSpecification)
      .toMatchObject([
        { validFrom: '2099-12-24', validThrough: '2099-12-24', opens: '10:00', closes: '14:00' },
        { validFrom: '2099-12-25', validThrough: '2099-12-25', opens: '00:00', closes: '00:00' },
      ])
  })

  test("carries the nonce of its answer's policy", async () => {
    const response = await app.request('/')
    const nonce = /script type="application\/ld\+json" nonce="([^"]+)"/.exec(await response.text())?.[1]
    expect(response.headers.get('content-security-policy')).toContain(`'nonce-${nonce}'`)
  })
})

test('a facility name with markup is escaped everywhere, and complete in the data', async () => {
  const name = `"><script>alert('1')</script> & </title> Sons`
  await app.db.updateTable('facility').set({ name }).execute()
  await expect.poll(async () => titleIn(await pageAt('/'))).toBe(name)
  const html = await pageAt('/book-cage')
  expect(html).not.toContain('<script>alert')
  expect(html).not.toContain('"><script')
  expect(metaIn(html, 'og:site_name')).toBe(name)
  expect(metaIn(html, 'og:title')).toBe(`Book Cage · ${name}`)
  expect(metaIn(html, 'description')).toContain(name)
  const listing = listingIn(html) ?? ''
  expect(listing).not.toMatch(/[<>&]/)
  expect(JSON.parse(listing).name).toBe(name)
})

test('a page view costs no query once the facility is known', async () => {
  const reads = vi.spyOn(app.context.db.getExecutor(), 'executeQuery')
  const asked = async () => {
    reads.mockClear()
    for (const path of publicPaths) await pageAt(path)
    return reads.mock.calls.map(([query]) => query.sql).filter((sql) => !sql.includes('outbox'))
  }
  // The first time they are rendered, and again where the minute has turned: a page is kept no longer.
  await expect.poll(asked).toEqual([])
  reads.mockRestore()
})

describe('robots.txt', () => {
  test('disallows private paths, allows the data of the public pages, and names the sitemap', async () => {
    const response = await app.request('/robots.txt')
    expect(response.headers.get('content-type')).toMatch(/^text\/plain/)
    const lines = (await response.text()).split('\n')
    expect(lines[0]).toBe('User-agent: *')
    for (const path of ['/admin', '/account', '/auth', '/api/']) expect(lines).toContain(`Disallow: ${path}`)
    expect(lines).toContain('Allow: /api/facility')
    expect(lines).toContain(`Sitemap: ${ORIGIN}/sitemap.xml`)
  })
})

describe('sitemap.xml', () => {
  test('lists every public page by its full address, and no other', async () => {
    const response = await app.request('/sitemap.xml')
    expect(response.headers.get('content-type')).toMatch(/^application\/xml/)
    const addresses = [...(await response.text()).matchAll(/<loc>(.*?)<\/loc>/g)].map(
      ([, address]) => address,
    )
    const pages = addresses.filter((address) => !address?.match(/\/(book-coach|classes|camps)\/./))
    expect(pages).toEqual(publicPaths.map((path) => ORIGIN + path))
    expect(addresses).toContain(`${ORIGIN}/terms`)
  })
})
