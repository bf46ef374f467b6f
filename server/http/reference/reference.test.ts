import { afterAll, beforeAll, expect, test } from 'vitest'
import { contract } from '../../../shared/contract/api.ts'
import { instantOf } from '../../../shared/domain/time/time.ts'
import { wallClockOf } from '../../../shared/domain/time/wallClock.ts'
import { accountCalls } from '../../features/accounts/accounts.ts'
import { addCoach } from '../../features/coaches/coachTestKit.ts'
import { guestForm, lesson } from '../../features/lessons/lessonTestKit.ts'
import { bodyOf } from '../../test/answers.ts'
import { group, tuesday, ZONE } from '../../test/cageTime.ts'
import { addCages, addPerson } from '../../test/factories.ts'
import { startTestApp, type TestApp } from '../../test/testApp.ts'
import { groupOf, referenceGroups } from './referenceGroups.ts'
import type { Example } from './referencePage.ts'

const DAY = tuesday()
/** What the examples show in place of that day, and of moments before it. */
const SHOWN_DAY = '2029-05-08'
const SHOWN_BEFORE = '2029-05-01T15:00:00.000Z'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

test('the examples of the reference are what the server answers', async () => {
  const [cage = ''] = await addCages(app.db, 2)
  const coach = await addCoach(app.db, { works: [{ day_of_week: 2, from: '16:00', to: '18:00' }] })
  const person = await addPerson(app)
  const examples: Example[] = []
  const play = async (
    operationId: string,
    path: string,
    { json, shown = json, cookie = '' }: { json?: unknown; shown?: unknown; cookie?: string } = {},
  ) => {
    const operation = contract.find((each) => each.operationId === operationId)
    const method = (operation?.method ?? 'post').toUpperCase()
    const response = await app.request(path, { method, cookie, ...(json === undefined ? {} : { json }) })
    const answer: unknown = await response.json()
    expect(response.status, `${operationId}: ${JSON.stringify(answer)}`).toBe(operation?.status ?? 200)
    examples.push({ operationId, method, path, signedIn: cookie !== '', body: shown, answer })
    return answer
  }
  const taken = { bookingDetails: [group(cage, DAY, '17:00', '18:00')], totalAmount: 30 }
  const { cookie } = person

  await play('list-cages', '/api/cages')
  const made = (await play('create-booking', '/api/bookings', { json: taken, cookie })) as {
    bookings: { id: string; end_time: string }[]
  }
  const { id = '', end_time = '' } = made.bookings[0] ?? {}
  await play('get-public-schedule', `/api/schedule?p_date=${DAY}`)
  await play('get_user_bookings_with_guest', '/api/me/bookings', { cookie })
  await play('move-booking', `/api/me/bookings/${id}/move`, { json: { start_time: end_time }, cookie })
  await play('cancel-booking', `/api/me/bookings/${id}/cancel`, { cookie })
  await play(
    'get_coach_availability',
    `/api/coaches/${coach.id}/availability?p_lesson_date=${DAY}&p_duration_minutes=60`,
  )
  const guest = lesson(coach.id, DAY, '16:00', guestForm(app))
  await play('create-coach-booking', '/api/lessons', {
    json: guest,
    shown: { ...guest, form_token: 'as get-form-token gave it when the form was opened' },
  })

  await expect(withoutChance(examples)).toMatchFileSnapshot('examples.json')
})

/** With the same ids, secrets and times in every run. */
function withoutChance(examples: readonly Example[]): string {
  const ids: string[] = []
  const stable = (id: string) => {
    if (!ids.includes(id)) ids.push(id)
    return `00000000-0000-4000-8000-${String(ids.indexOf(id) + 1).padStart(12, '0')}`
  }
  return `${JSON.stringify(examples, null, 2)
    .replaceAll(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, stable)
    .replaceAll(/20\d\d-[\d-]{5}T[\d:.]+Z/g, shownInstant)
    .replaceAll(DAY, SHOWN_DAY)
    .replaceAll(/Tue, [A-Z][a-z]{2} \d{1,2}/g, 'Tue, May 8')
    .replaceAll(/(\?|&)(token|signature)=[\w.-]+/g, '$1$2=…')}\n`
}

const shownInstant = (instant: string): string => {
  const { day, time } = wallClockOf(ZONE)(new Date(instant))
  return day === DAY ? instantOf(SHOWN_DAY, time, ZONE).toISOString() : SHOWN_BEFORE
}

interface Document {
  paths: Record<
    string,
    Record<string, { operationId: string; responses: Record<string, { description: string }> }>
  >
}

const readPage = async (path: string) => {
  const page = await app.request(path)
  expect(page.status, path).toBe(200)
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'; style-src 'self'")
  expect(page.headers.get('content-security-policy')).not.toContain('unsafe')
  const html = await page.text()
  expect(html, path).not.toMatch(/<script|<style|style=|\son\w+=|undefined|\[object/)
  return html
}

test('every page and file of the reference comes from this server and obeys a strict policy', async () => {
  const pages = [
    '/api/docs',
    ...referenceGroups.map(({ slug }) => `/api/docs/${slug}`),
    '/api/docs?find=camp',
  ]
  const files = new Set<string>()
  for (const path of pages)
    for (const [, file = ''] of (await readPage(path)).matchAll(/(?:src|href)="([^"#]+)[^"]*"/g))
      files.add(file)
  for (const file of files) {
    const response = await app.request(file)
    expect(response.status, file).toBe(200)
    expect(response.headers.get('content-type'), file).toMatch(/css|json|svg|html/)
    await response.body?.cancel()
  }
  expect((await app.request('/api/docs/nothing-such')).status).toBe(404)
})

test('each operation is on the page of its group, with access, input, refusal codes and the example that was played', async () => {
  const articles = new Map<string, string>()
  for (const { slug } of referenceGroups)
    for (const [article, id = ''] of (await readPage(`/api/docs/${slug}`)).matchAll(
      /<article id="([\w-]+)".*?<\/article>/gs,
    )) {
      expect(articles.has(id), id).toBe(false)
      articles.set(id, article)
    }
  const document = await bodyOf<Document>(app.request('/api/openapi.json'))
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.values(methods).map((operation) => ({ path, ...operation })),
  )
  expect([...articles.keys()].sort()).toEqual(operations.map(({ operationId }) => operationId).sort())
  expect(operations).toHaveLength(contract.length + Object.keys(accountCalls).length)
  for (const { operationId, path, responses } of operations) {
    expect(groupOf(path), path).toBeDefined()
    const codes = Object.values(responses).flatMap(({ description }) =>
      [...description.matchAll(/`(\w+)`/g)].map(([, code]) => code),
    )
    for (const code of codes) expect(articles.get(operationId), operationId).toContain(`<code>${code}</code>`)
    expect(articles.get(operationId), operationId).toMatch(/Access <strong>\w/)
  }
  const booking = articles.get('create-booking')
  expect(booking).toContain('Access <strong>Signed in</strong>')
  expect(booking).toContain('<code>Idempotency-Key</code>')
  expect(booking).toContain(
    '<code>bookingDetails[].slots</code> <span class="type">list of string (date-time)',
  )
  expect(booking).toMatch(/409<\/span> <code>slots_taken<\/code> Someone else just booked/)
  expect(booking).toMatch(/curl -X POST .*\/api\/bookings/)
  expect(booking).toContain('&quot;pending payment&quot;')
  expect(articles.get('change-password')).toContain('Access <strong>Signed in</strong>')
})

test('public calls come first, and the introduction leads to every group', async () => {
  const start = await readPage('/api/docs')
  for (const { slug } of referenceGroups) expect(start).toContain(`href="/api/docs/${slug}"`)
  expect(start).toMatch(/A first request.*curl .*Signing in.*curl /s)
  const access = [...(await readPage('/api/docs/lessons')).matchAll(/Access <strong>([^<]+)</g)].map(
    ([, who]) => who,
  )
  expect(access.lastIndexOf('Anyone')).toBeLessThan(access.indexOf('Signed in'))
})

test('operations are found by words, without script, and what is typed is taken as text', async () => {
  const found = async (find: string) => {
    const html = await readPage(`/api/docs?find=${encodeURIComponent(find)}`)
    return { html, ids: [...html.matchAll(/href="\/api\/docs\/[\w-]+#([\w-]+)"/g)].map(([, id]) => id) }
  }
  const bookings = await found('  POST bookings ')
  expect(bookings.ids).toContain('create-booking')
  expect(bookings.ids).not.toContain('delete_booking')
  expect(bookings.html).toContain('<title>POST bookings: Dugout API</title>')
  expect(bookings.html).toContain(`${bookings.ids.length} of `)
  expect(bookings.html).toContain('value="POST bookings"')
  const none = await found('"><script>x')
  expect(none.ids).toEqual([])
  expect(none.html).toContain('No operation has all of these words.')
})
