import { randomUUID } from 'node:crypto'
import type { APIRequestContext, Page } from '@playwright/test'
import { addDays, facilityDay } from '../shared/domain/time/time.ts'
import { dayInText, formatDay } from '../shared/domain/time/timeFormat.ts'
import { expectAccessible } from './accessible.ts'
import { checkout, testCard } from './checkout.ts'
import { bookLesson, coachName } from './coachPage.ts'
import { bookHalfHour } from './facilityDays.ts'
import { addChild, bornFor } from './familyPages.ts'
import { expect, test } from './fixtures.ts'
import { signInAsDemo } from './people.ts'

const names = ['Overview', 'Classes', 'Lessons', 'Bookings', 'Camps', 'Payments', 'Profile'] as const

const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true })
const panel = (page: Page, name: string) => page.getByRole('tabpanel', { name, exact: true })
const upcoming = (page: Page, kind: string) => page.getByRole('region', { name: `Upcoming ${kind}` })

async function open(page: Page, name: string) {
  await tab(page, name).click()
  await expect(tab(page, name)).toHaveAttribute('aria-selected', 'true')
  return panel(page, name)
}

/** Goes to a tab by its address and waits until it has loaded. */
async function settled(page: Page, name: string) {
  await page.goto(`/account?tab=${name.toLowerCase()}`)
  await expect(panel(page, name).getByRole('heading').first()).toBeVisible()
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
}

test('a customer finds everything that is theirs, tab by tab', {
  tag: ['@narrow', '@desktop', '@phone', '@quick'],
}, async ({ page }) => {
  await signInAsDemo(page.request, 'customer')
  await page.goto('/account?tab=nonsense')
  await expect(page.getByRole('heading', { level: 1, name: 'My Account' })).toBeVisible()
  await expect(tab(page, 'Overview')).toHaveAttribute('aria-selected', 'true')
  const membership = page.getByRole('region', { name: 'No active membership' })
  await expect(membership.getByRole('link', { name: 'Join Now' })).toHaveAttribute('href', '/membership')

  await test.step('what is next comes first, in one order of time, and opens its ticket', async () => {
    const next = page.getByRole('region', { name: 'Next Up' })
    const rows = next.getByRole('listitem')
    // Of the six that are read, seats of the last start wait for the next ones, which may have a brother of theirs.
    const answer = await page.request.get('/api/me/next-up?page_size=6')
    const { items } = (await answer.json()) as { items: { kind: string; day: string; start_time: string }[] }
    const last = items.at(-1)
    const waiting = ['class', 'camp'].includes(last?.kind ?? '')
      ? items.filter(
          ({ kind, day, start_time }) =>
            kind !== 'booking' && kind !== 'lesson' && day === last?.day && start_time === last.start_time,
        )
      : []
    const shown = 6 - waiting.length
    await expect(rows).toHaveCount(shown)
    await expect(next).toContainText(/Free to move or cancel until \w{3}, \w{3} \d+, \d+:\d\d [AP]M/)
    await expect(next).toContainText('Can no longer be changed online: call us')
    await next.getByRole('button', { name: 'Show More' }).click()
    await expect(rows.nth(shown)).toBeFocused()
    const lesson = next.getByRole('link', { name: /^Lesson with / }).first()
    const title = (await lesson.textContent()) ?? ''
    await lesson.click()
    await expect(page).toHaveURL(/ticket\?tab=lessons&item=[\w-]{36}$/)
    await expect(page.getByRole('heading', { name: 'Your Lesson' })).toBeFocused()
    await expect(page.getByRole('article', { name: `Ticket: ${title}` })).toBeInViewport()
    await page.goBack()
  })

  await test.step('the overview counts, shows three and leads on', async () => {
    for (const kind of ['Classes', 'Lessons', 'Bookings', 'Camps']) {
      const items = upcoming(page, kind).getByRole('listitem')
      await expect(items.first()).toBeVisible()
      expect(await items.count()).toBeLessThanOrEqual(3)
    }
    await upcoming(page, 'Lessons').getByRole('link', { name: 'View all lessons', exact: true }).click()
    await expect(page).toHaveURL(/tab=lessons$/)
    await expect(panel(page, 'Lessons')).toBeFocused()
  })

  await test.step('lessons', async () => {
    const lessons = panel(page, 'Lessons')
    await expect(lessons.getByText('Paid', { exact: true }).first()).toBeVisible()
    await expect(lessons.getByText('Pay on Arrival').first()).toBeVisible()
    await expect(lessons.getByRole('link', { name: /^Add to Calendar: / }).first()).toBeVisible()
  })

  await test.step('classes', async () => {
    const link = (await open(page, 'Classes')).getByRole('link', { name: 'Youth Hitting Fundamentals' })
    await expect(link.first()).toHaveAttribute('href', /^\/ticket\?tab=classes&item=[\w-]{36}$/)
  })

  await test.step('bookings', async () => {
    const bookings = await open(page, 'Bookings')
    await expect(bookings.getByText('Confirmed').first()).toBeVisible()
    await expect(bookings.getByRole('heading', { name: 'Past and Canceled' })).toBeVisible()
    await expect(bookings.getByText('Canceled', { exact: true })).toBeVisible()
  })

  await test.step('camps', async () => {
    const camps = await open(page, 'Camps')
    const owed = camps.getByRole('listitem').filter({ hasText: 'All-Around Skills Camp' })
    await expect(owed).toContainText('Pay on Arrival')
    await expect(owed.getByRole('button', { name: 'Pay Now: All-Around Skills Camp' })).toBeVisible()
    const paid = camps.getByRole('listitem').filter({ hasText: 'Softball Power Camp' })
    await expect(paid.getByText('Paid', { exact: true })).toBeVisible()
    await expect(paid.getByRole('button', { name: /^Pay Now/ })).toHaveCount(0)
    const link = paid.getByRole('link', { name: 'Softball Power Camp', exact: true })
    await expect(link).toHaveAttribute('href', /^\/ticket\?tab=camps&item=[\w-]{36}$/)
    const receipt = paid.getByRole('link', { name: 'View Receipt: Softball Power Camp' })
    const shown = await page.request.get((await receipt.getAttribute('href')) ?? '')
    expect(await shown.text()).toContain('Softball Power Camp')
  })

  await test.step('payments', async () => {
    const payments = await open(page, 'Payments')
    await expect(payments.getByText('Card Payment').first()).toBeVisible()
    await expect(payments.getByText('Visa •••• 4242').first()).toBeVisible()
    await expect(payments.getByText('pay in person').first()).toBeVisible()
    await expect(payments.getByText('Completed').first()).toBeVisible()
    const camp = payments.getByRole('link', { name: 'Softball Power Camp', exact: true })
    await expect(camp).toHaveAttribute('href', /^\/camps\/[\w-]{36}$/)
  })

  await test.step('the way back', async () => {
    await page.goBack()
    await expect(panel(page, 'Camps')).toBeVisible()
    await page.goBack()
    await expect(panel(page, 'Bookings')).toBeVisible()
    await page.reload()
    await expect(panel(page, 'Bookings').getByText('Confirmed').first()).toBeVisible()
  })
})

test('what was booked a moment ago is there, in facility time, and a new customer is told what to do', {
  tag: ['@phone', '@quick'],
}, async ({ page, customer, day }) => {
  expect(customer).not.toBe('')
  const streamed = page.waitForResponse((answer) => answer.url().includes('/api/events?topics=me'))
  await page.goto('/account')
  await streamed
  await expect(upcoming(page, 'Bookings')).toContainText('No cages coming up.')
  const steps = {
    Classes: 'Browse Classes',
    Lessons: 'Meet the Coaches',
    Bookings: 'Book a Cage',
    Camps: 'See the Camps',
    Payments: 'Book a Cage',
  }
  for (const [name, step] of Object.entries(steps)) {
    await expect((await open(page, name)).getByRole('link', { name: step })).toBeVisible()
  }

  await bookHalfHour(page.request, { day, cage: 'Cage 1', wallTime: '20:30' })
  await bookLesson(page.request, day, '16:00')
  await open(page, 'Overview')
  await expect(upcoming(page, 'Bookings').getByRole('listitem')).toHaveText(
    `Cage 1${formatDay(day)} · 8:30–9:00 PMPay on Arrival`,
  )
  await expect(upcoming(page, 'Lessons')).toContainText(`Lesson with ${coachName}`)
  const booking = (await open(page, 'Bookings')).getByRole('listitem')
  await expect(booking).toContainText(
    `${dayInText(day, facilityDay(new Date(), 'America/Chicago'))}8:30–9:00 PM`,
  )
  await expect(booking).toContainText('Pay on arrival')
  await expect(page.getByText(formatDay(addDays(day, 1)))).toHaveCount(0)

  // What is booked elsewhere appears by itself.
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  await bookHalfHour(page.request, { day, cage: 'Cage 6', wallTime: '17:00' })
  await expect(booking.filter({ hasText: 'Cage 6' })).toContainText('5:00–5:30 PM')
})

test('a camp that was to be paid on arrival is paid now, and everything that shows it knows', {
  tag: '@phone',
}, async ({ page, customer }) => {
  expect(customer).not.toBe('')
  const { id, name, start_date } = await campOnArrival(page.request)
  const child = await addChild(page.request, 'Mia Parker', bornFor({ start_date }, 10))
  const registered = await page.request.post('/api/camp-registrations', {
    data: { p_camp_id: id, participant_ids: [child] },
  })
  expect(registered.status(), await registered.text()).toBe(201)

  await page.clock.install()
  await page.goto('/account?tab=camps')
  const card = panel(page, 'Camps').getByRole('listitem')
  await expect(card).toContainText(name)
  await expect(card).toContainText('Pay on Arrival')
  await card.getByRole('button', { name: `Pay Now: ${name}` }).click()
  const checkoutDialog = checkout(page)
  const { success } = checkoutDialog
  await checkoutDialog.fill(testCard.pays)
  // Drafts of forms are kept every three seconds: of a card nothing is.
  await page.clock.runFor(6_000)
  expect(await page.evaluate(() => localStorage.getItem('global_form_data'))).toBeNull()
  await checkoutDialog.pay.click()
  await expect(success).toContainText('Your booking has been confirmed.')
  await expect(success.getByRole('link', { name: 'View My Camps' })).toHaveAttribute(
    'href',
    '/account?tab=camps',
  )
  await success.getByRole('link', { name: 'View Payment History' }).click()
  const row = panel(page, 'Payments')
  await expect(row).toContainText(name)
  await expect(row).toContainText('Visa •••• 4242')
  await expect(row.getByRole('link', { name: /^View Receipt: / })).toHaveAttribute('target', '_blank')
  await open(page, 'Camps')
  await expect(card.getByText('Paid', { exact: true })).toBeVisible()
  await expect(card.getByRole('button', { name: /^Pay Now/ })).toHaveCount(0)
  await expect(card.getByRole('link', { name: `View Receipt: ${name}` })).toBeVisible()
})

/** A camp that can be paid on arrival. */
async function campOnArrival(request: APIRequestContext) {
  const camps = (await (await request.get('/api/camps')).json()) as {
    id: string
    name: string
    start_date: string
    registration_open: boolean
    pay_on_arrival_enabled: boolean
  }[]
  const camp = camps.find((one) => one.registration_open && one.pay_on_arrival_enabled)
  return camp ?? { id: '', name: '', start_date: '' }
}

const payments = (count: number) =>
  Array.from({ length: count }, () => ({
    id: randomUUID(),
    payment_type: 'cage_booking',
    payment_date: '2026-03-03T22:00:00.000Z',
    payment_description: 'Cage 1, 30 minutes',
    booking_count: 1,
    total_amount: 20,
    refunded_amount: 0,
    refund_pending_amount: 0,
    payment_method: 'on_arrival',
    card_brand: null,
    card_last4: null,
    status: 'completed',
    receipt_url: null,
    items: [],
  }))

test('a session that has ended in the meantime is denied with the way to sign in; a list that fails can be asked again, and a long one goes on', {
  tag: '@phone',
}, async ({ page, customer, allowProblem }) => {
  expect(customer).not.toBe('')
  allowProblem(/status of (401|500)|500 .*payments/)
  const broken = { code: 'internal', message: 'Something went wrong on our side. Please try again.' }
  await page.route('**/api/me/payments', (route) => route.fulfill({ status: 500, json: broken }))
  await page.goto('/account?tab=payments')
  await expect(page.getByText(`Failed to load your payments: ${broken.message}`)).toBeVisible()
  await page.route('**/api/me/payments', (route) => route.fulfill({ json: payments(60) }))
  const again = page.getByRole('button', { name: 'Try Again' })
  const rows = panel(page, 'Payments').locator('li, tbody tr')
  // News on the live stream may have it asked again first.
  await expect(async () => {
    if (await again.isVisible()) await again.click({ timeout: 1_000 })
    await expect(rows).toHaveCount(25, { timeout: 3_000 })
  }).toPass()
  await page.getByRole('button', { name: 'Show 35 more' }).click()
  await expect(rows).toHaveCount(60)
  await expect(rows.nth(25)).toBeFocused()
  await expect(page.getByRole('button', { name: /^Show / })).toHaveCount(0)

  await page.request.post('/api/auth/sign-out', { data: {} })
  await tab(page, 'Bookings').click()
  await expect(page.getByRole('heading', { name: 'Access Denied' })).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Login' }).click()
  await expect(page).toHaveURL(/\/auth\?mode=login&redirect=%2Faccount%3Ftab%3Dbookings$/)
})

test('the page shows its skeleton while the session is unknown, and leads a visitor to sign in', {
  tag: '@phone',
}, async ({ page }) => {
  let answer: () => void = () => undefined
  const asked = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/api/me/session', async (route) => {
    await asked
    await route.continue()
  })
  await page.goto('/account?tab=lessons')
  await expect(page.getByRole('heading', { name: 'My Account' })).toBeVisible()
  await expect(page.getByRole('banner')).toBeVisible()
  await expect(page.getByText('Loading your account…')).toBeAttached()
  answer()
  await expect(page).toHaveURL(/\/auth\?mode=login&redirect=%2Faccount%3Ftab%3Dlessons$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Sign In' })).toBeVisible()
})

test('the tabs by keyboard: arrows move, Enter opens; axe finds nothing on any', { tag: '@desktop' }, async ({
  page,
  customer,
}) => {
  expect(customer).not.toBe('')
  await page.goto('/account')
  await expect(upcoming(page, 'Bookings')).toContainText('No cages coming up.')
  await expectAccessible(page)
  await tab(page, 'Overview').focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await expect(tab(page, 'Lessons')).toBeFocused()
  await expect(tab(page, 'Overview')).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(panel(page, 'Lessons')).toBeVisible()
  await expect(tab(page, 'Lessons')).toBeFocused()
  await page.keyboard.press('End')
  await page.keyboard.press('Space')
  await expect(panel(page, 'Profile')).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Edit profile' })).toBeFocused()
  await page.keyboard.press('Enter')
  await page.getByLabel('Full Name').fill('')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Please enter your full name.')).toBeVisible()
  await expectAccessible(page)

  await signInAsDemo(page.request, 'customer')
  for (const name of names) {
    await settled(page, name)
    await expectAccessible(page)
    if (name !== 'Payments') continue
    const columns = ['Date', 'Description', 'Amount', 'Method', 'Status', 'Receipt']
    await expect(panel(page, name).getByRole('columnheader')).toHaveText(columns)
  }
})
