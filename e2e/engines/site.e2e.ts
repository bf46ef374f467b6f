import { once } from 'node:events'
import { createServer, request } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import type { APIRequestContext } from '@playwright/test'
import { addDays } from '../../shared/domain/time/time.ts'
import { formatDay } from '../../shared/domain/time/timeFormat.ts'
import { PASSWORD } from '../accountForms.ts'
import { testCard } from '../checkout.ts'
import { className } from '../classPage.ts'
import { bookLesson, coachName } from '../coachPage.ts'
import { bookHalfHour } from '../facilityDays.ts'
import { createCustomer, DEMO_PASSWORD, signIn as signInRequest } from '../people.ts'
import { expect, skipWithoutEngine, test } from './fixtures.ts'
import { visitor } from './visitor.ts'

skipWithoutEngine()

const CAMP = 'All-Around Skills Camp'

/** The address of the demo's coach, camp or class with this name. */
async function addressOf(request: APIRequestContext, kind: 'coaches' | 'camps' | 'classes', name: string) {
  const all = (await (await request.get(`/api/${kind}`)).json()) as { id: string; name: string }[]
  const { id } = all.find((one) => one.name === name) ?? { id: 'none' }
  return kind === 'coaches' ? `/book-coach/${id}` : `/${kind}/${id}`
}

/** Signs in without the form, on a page that has finished loading: leaving it earlier would cancel its requests. */
async function signIn(person: ReturnType<typeof visitor>, email: string) {
  await person.open('/terms')
  await person.sees('heading', 'Terms and Conditions')
  await person.calls('/api/auth/sign-in/email', { email, password: PASSWORD })
}

const at = (path: string) => async () => path

/** Every public page: its heading, and something that it shows only after its data has loaded. */
const pages: [
  name: string,
  path: (request: APIRequestContext) => Promise<string>,
  heading: string,
  shows: string,
][] = [
  ['home', at('/'), 'NOW OPEN', '$20/30MIN'],
  ['Book Cage', at('/book-cage'), 'Book Cage', 'Available'],
  ['coaches', at('/coaches'), 'Meet Our Expert Coaches', 'Marcus Delgado'],
  ['a coach', (request) => addressOf(request, 'coaches', 'Marcus Delgado'), 'Marcus Delgado', '60 min'],
  ['camps', at('/camps'), 'Camps', CAMP],
  ['a camp', (request) => addressOf(request, 'camps', CAMP), CAMP, 'Pay on Arrival'],
  ['classes', at('/classes'), 'Classes', 'Saturday Pitching Lab'],
  [
    'a class',
    (request) => addressOf(request, 'classes', 'Saturday Pitching Lab'),
    'Saturday Pitching Lab',
    '$35.00',
  ],
  ['membership', at('/membership'), 'Swing all month. Save every time.', 'Founders Spots Left!'],
  ['contact', at('/contact'), 'Contact', 'Send Us a Message'],
  ['terms', at('/terms'), 'Terms and Conditions', 'Waiver and release'],
  ['sign-in', at('/auth'), 'Sign In', 'Forgot your password?'],
  ['a family invitation', at('/family-invitation'), 'Family Invitation', 'Log In'],
  ['an invitation', at('/invitation'), 'Open Your Invitation', 'Scan the code'],
  ['unsubscribe', at('/unsubscribe?email=robin%40example.test'), 'Unsubscribe', 'robin@example.test'],
]

/** Not public: rendered for one reader. */
const browserDrawn = ['a family invitation', 'an invitation', 'unsubscribe']

/** Runs in the page: whether React has bound the page's own heading. */
const isTakenOver = () =>
  Object.keys(document.querySelector('main h1') ?? {}).some((key) => key.startsWith('__react'))

/** Longer than a press takes. A page whose scripts never come would, on a slow machine, never count as loaded. */
const SCRIPTS_LATE_MS = 3_000

/** The site behind a server that sends the scripts late that a page asks for by itself; those that they ask for come at once. */
async function withLateScripts(site: string) {
  let late: Promise<unknown> | undefined
  const server = createServer(async (incoming, answer) => {
    if (incoming.url?.endsWith('.js')) {
      late ??= delay(SCRIPTS_LATE_MS)
      await late
    }
    const { hostname, port } = new URL(site)
    const { url, method, headers } = incoming
    const onward = request({ hostname, port, path: url, method, headers }, (found) =>
      found.pipe(answer.writeHead(found.statusCode ?? 502, found.headers)),
    )
    onward.on('error', () => answer.destroy())
    answer.on('close', () => onward.destroy())
    incoming.pipe(onward)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : null
  return {
    url: `http://localhost:${port}`,
    async close() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

test('every public page is shown, no wider than the screen', async ({ enginePage, baseURL, request }) => {
  const person = visitor(enginePage, baseURL ?? '')
  for (const [name, path, heading, shows] of pages) {
    await test.step(name, async () => {
      await person.open(await path(request))
      await person.sees('heading', heading)
      await person.reads(shows)
      if (!browserDrawn.includes(name)) {
        // Rendered by the server, and taken over: what React finds different it tells in the console.
        expect(await enginePage.run(() => document.getElementById('page-data') !== null)).toBe(true)
        await expect.poll(() => enginePage.run(isTakenOver)).toBe(true)
      }
      expect(await person.overflow()).toBe(0)
      if (name === 'terms') expect(new Set(await enginePage.run(topsOfColorSchemes)).size).toBe(1)
    })
  }
})

/** Runs in the page: where the name of a group of buttons and the buttons stand; beside each other is at one height. */
const topsOfColorSchemes = () =>
  [...document.querySelectorAll('footer fieldset > *')]
    .map((element) => element.getBoundingClientRect())
    .filter(({ height }) => height > 1)
    .map(({ top, height }) => Math.round(top + height / 2))

test('what is pressed and typed before the code is there counts once it is', async ({
  enginePage,
  baseURL,
}) => {
  await test.step('a button', async () => {
    const site = await withLateScripts(baseURL ?? '')
    const person = visitor(enginePage, site.url)
    await person.open('/terms')
    await person.presses('button', 'Menu')
    await person.sees('link', 'Sign Up')
    await site.close()
  })
  await test.step('a form', async () => {
    const site = await withLateScripts(baseURL ?? '')
    const person = visitor(enginePage, site.url)
    await person.open('/contact')
    await person.types('Message', 'Hello')
    await person.reads('5 / 2000')
    await person.adds('Message', '!')
    await person.reads('6 / 2000')
    await site.close()
  })
})

test('a customer signs in, stays so after a reload, and signs out', async ({
  enginePage,
  baseURL,
  request,
}) => {
  const email = await createCustomer(request)
  const person = visitor(enginePage, baseURL ?? '')
  await person.open('/auth?mode=login')
  await person.types('Email', email)
  await person.types('Password', PASSWORD)
  await person.presses('button', 'Sign In')
  await person.isAt(/^\/$/)
  await person.sees('heading', 'NOW OPEN')
  await person.open('/account')
  await person.sees('heading', 'My Account')
  await person.presses('button', 'Menu')
  await person.presses('button', 'Logout')
  await person.presses('button', 'Menu')
  await person.sees('link', 'Login')
})

test('a customer chooses a cage, books it and sees it booked', async ({
  enginePage,
  baseURL,
  request,
  day,
}) => {
  const person = visitor(enginePage, baseURL ?? '')
  const slot = (state: string) => `Cage 1, ${formatDay(day, 'dense')}, 5:00 PM, ${state}`
  await signIn(person, await createCustomer(request))
  await person.open(`/book-cage?date=${day}`)
  await person.presses('button', slot('available'))
  await person.sees('button', slot('selected'))
  await person.presses('button', 'Book Selected')
  await person.sees('dialog', 'Confirm Your Booking')
  await person.presses('button', 'Pay on Arrival')
  await person.sees('heading', 'You’re booked')
  await person.reads('Booking confirmed: 1 session. Please pay on arrival.')
  await person.reads('Pay on arrival: card or cash')
  expect(await person.overflow()).toBe(0)
  await person.presses('link', 'Continue Browsing')
  await person.sees('button', slot('yours'))
  const taken = await (await request.get(`/api/schedule?p_date=${day}`)).json()
  expect(taken).toHaveLength(1)
})

test('one stream follows several days and tells when one of them changes', async ({
  enginePage,
  baseURL,
  request,
  day,
}) => {
  const person = visitor(enginePage, baseURL ?? '')
  await person.open('/terms')
  await person.sees('heading', 'Terms and Conditions')
  const topics = [day, addDays(day, 1), addDays(day, 2)].map((one) => `schedule:${one}`)
  await enginePage.run(followTopics, topics)
  await signInRequest(request, await createCustomer(request))
  await bookHalfHour(request, { day, cage: 'Cage 2', wallTime: '18:00' })
  await expect.poll(() => enginePage.run(() => document.body.dataset.changed)).toBe(topics[0])
})

test('a customer pays a camp by card: declined first, then with another card', async ({
  enginePage,
  baseURL,
  request,
}) => {
  const person = visitor(enginePage, baseURL ?? '')
  await signIn(person, await createCustomer(request))
  await addMia(person)
  await person.open(await addressOf(request, 'camps', CAMP))
  await person.presses('checkbox', /Mia Parker/)
  await person.presses('button', /^Pay Now/)
  await person.sees('dialog', 'Pay with Card')
  await typeCard(person, testCard.declined)
  await person.presses('button', 'Pay $180.00')
  await person.sees('alert', /Payment failed: Your card was declined\./)
  await person.replaces('Card Number', testCard.pays)
  await person.presses('button', 'Pay $180.00')
  await person.sees('heading', 'Payment Successful!')
  await person.reads('Paid · Visa ending in 4242')
  const registrations = await person.calls<{ status: string }[]>('/api/me/camp-registrations')
  expect(registrations).toEqual([expect.objectContaining({ status: 'paid' })])
})

test('a parent books a class session by card and a lesson to pay on arrival, both for a child', async ({
  enginePage,
  baseURL,
  request,
  day,
}) => {
  const person = visitor(enginePage, baseURL ?? '')
  await signIn(person, await createCustomer(request))
  await addMia(person)
  await person.open(`${await addressOf(request, 'classes', className)}?page=2`)
  await person.presses('checkbox', /^\w+day, /)
  await person.presses('checkbox', /Mia Parker/)
  await person.presses('button', 'Book Selected')
  await person.sees('dialog', 'Pay with Card')
  await typeCard(person, testCard.pays)
  await person.presses('button', 'Pay $25.00')
  await person.sees('heading', 'Payment Successful!')
  await person.reads('Mia Parker')
  expect(await person.overflow()).toBe(0)
  await person.open(`${await addressOf(request, 'coaches', coachName)}?date=${day}`)
  await person.presses('button', `4:00 PM, ${formatDay(day, 'dense')}, available`)
  await person.sees('heading', 'Booking Summary')
  await person.presses('radio', /Mia Parker/)
  await person.presses('button', 'Book & Pay on Arrival')
  await person.sees('heading', 'Booking Confirmed!')
  await person.reads('Mia Parker')
  expect(await person.overflow()).toBe(0)
})

test('a coach sees the day, chooses a time for a client, and takes time off from the grid and from Today', async ({
  enginePage,
  baseURL,
  request,
  day,
}) => {
  await signInRequest(request, await createCustomer(request))
  await bookLesson(request, day, '19:00')
  const person = visitor(enginePage, baseURL ?? '')
  const slot = (state: string) => `Cage 4, ${formatDay(day, 'dense')}, 5:00 PM, ${state}`
  await person.open('/terms')
  await person.sees('heading', 'Terms and Conditions')
  await person.calls('/api/auth/sign-in/email', {
    email: 'coach@demo.dugout.test',
    password: DEMO_PASSWORD,
  })
  await person.open('/coach-dashboard')
  await person.sees('heading', 'Next Lesson')
  expect(await person.overflow()).toBe(0)
  await person.open(`/coach-dashboard?tab=book-client&day=${day}`)
  await person.presses('button', slot('available'))
  await person.sees('button', slot('selected'))
  expect(await person.overflow()).toBe(0)
  await person.presses('button', 'Book Selected')
  await person.sees('dialog', 'Book Client')
  await person.presses('button', 'Cancel')

  await person.presses('button', 'Take Time Off')
  await person.sees('dialog', 'Add Time Off')
  await person.presses('button', 'Save Time Off')
  await person.sees('button', slot('you are off'))

  await person.open('/coach-dashboard')
  await person.presses('button', 'Take Time Off')
  await person.presses('radio', /^Hours/)
  await person.chooses('Day', day)
  await person.chooses('To', '20:00')
  await person.chooses('From', '19:00')
  await person.reads('You’re booked then.')
  await person.sees('link', 'Open the lesson of Robin Batter')
  expect(await person.overflow()).toBe(0)
  await person.presses('button', 'Keep Them and Save')
  await person.reads('Time off saved.')
  await person.open(`/coach-dashboard?tab=availability`)
  await person.sees('button', `Delete time off: ${formatDay(day)}, 7:00–8:00 PM`)
})

test('a parent registers two children, one added in place, to pay on arrival, and signs for both', async ({
  enginePage,
  baseURL,
  request,
}) => {
  const person = visitor(enginePage, baseURL ?? '')
  await signIn(person, await createCustomer(request))
  const year = await addMia(person)
  await person.open(await addressOf(request, 'camps', CAMP))
  await person.presses('checkbox', /Mia Parker/)
  await person.presses('button', /^Add a Child/)
  await person.types('Name', 'Leo Parker')
  await person.types('Birth Date', `0102${year}`)
  await person.presses('button', 'Add')
  await person.sees('button', /^Add a Child/)
  await person.reads('2 people · $180.00 each')
  await person.presses('button', 'Pay on Arrival')
  await person.sees('dialog', 'Register for this camp?')
  await person.presses('button', 'Register & Pay on Arrival')
  await person.sees('heading', 'Registration Successful!')
  await person.reads('Mia Parker and Leo Parker are registered. You will pay on arrival.')
  const registrations = await person.calls<{ status: string }[]>('/api/me/camp-registrations')
  expect(registrations.map(({ status }) => status)).toEqual(['registered', 'registered'])
  const own = () => person.calls<{ signer: string; signatures: object[] }>('/api/waivers')
  await person.presses('button', 'Sign: Sample Waiver')
  await person.reads('You sign for')
  await person.types('Type Your Full Name to Sign', (await own()).signer)
  await person.presses('button', 'Agree and Sign')
  await expect.poll(async () => (await own()).signatures.length).toBe(2)
  expect(await person.overflow()).toBe(0)
})

test('the front desk finds a user and opens the details', async ({ enginePage, baseURL }) => {
  const person = visitor(enginePage, baseURL ?? '')
  await person.open('/terms')
  await person.sees('heading', 'Terms and Conditions')
  await person.calls('/api/auth/sign-in/email', {
    email: 'desk@demo.dugout.test',
    password: DEMO_PASSWORD,
  })
  await person.open('/admin/users?search=drew+castillo')
  await person.sees('heading', 'Users')
  expect(await person.overflow()).toBe(0)
  await person.presses('button', 'Drew Castillo')
  await person.sees('heading', 'Drew Castillo')
  await person.reads('drew.castillo@people.dugout.test')
  await person.open('/admin/coaches')
  await person.reads('Marcus Delgado')
  expect(await person.overflow()).toBe(0)
})

/** Adds a child of nine to the account; returns the year of birth. */
async function typeCard(person: ReturnType<typeof visitor>, number: string): Promise<void> {
  await person.types('Card Number', number)
  await person.types('Expiry Date', '1240')
  await person.types('Security Code', '123')
  await person.types('ZIP Code', '77701')
}

async function addMia(person: ReturnType<typeof visitor>): Promise<number> {
  const camps = await person.calls<{ name: string; start_date: string }[]>('/api/camps')
  const year = Number(camps.find(({ name }) => name === CAMP)?.start_date.slice(0, 4)) - 9
  await person.calls('/api/me/participants', { name: 'Mia Parker', birth_date: `${year}-01-02` })
  return year
}

/** Runs in the page: opens a stream, waits until it is open, and notes the topic of its last event. */
async function followTopics(topics: string[]): Promise<void> {
  const stream = new EventSource(`/api/events?topics=${topics.join(',')}`)
  stream.addEventListener('changed', ({ data }) => {
    document.body.dataset.changed = data
  })
  await new Promise((resolve) => stream.addEventListener('open', resolve))
}
