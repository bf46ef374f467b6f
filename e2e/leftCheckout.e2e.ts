import type { Page, Route } from '@playwright/test'
import type { Camp } from '../shared/contract/programs/camps.ts'
import { cageGrid } from './cageGrid.ts'
import { takeCards } from './cardSettings.ts'
import { checkout, payForCage, testCard } from './checkout.ts'
import { bookHalfHour } from './facilityDays.ts'
import { addChild, bornFor, campPanel, familyCamp } from './familyPages.ts'
import { expect, test } from './fixtures.ts'

/*
 * An abandoned checkout holds no place, in whatever order the release and the read arrive. The live stream is blocked in
 * all journeys, so that no event updates the page.
 */

test.beforeAll(({ facilityServer, request }) => takeCards({ facilityServer, request }, true))
test.afterAll(({ facilityServer, request }) => takeCards({ facilityServer, request }, false))
test.beforeEach(({ allowProblem }) =>
  allowProblem(/console: .*(ERR_(FAILED|INTERNET_DISCONNECTED)|status of 402)/),
)

const RELEASE = '**/api/payments/cancel'
const CHARGE = '**/v1/payment_intents/*/confirm'
const cutStream = (page: Page) => page.route('**/api/events?*', (route) => route.abort())

/**
 * The release that a page sends as it is unloaded never arrives. The browser would send it past the journey's routes,
 * at an unknown time.
 */
const loseUnloadRelease = (page: Page) =>
  page.evaluate(() => {
    const { fetch } = window
    window.fetch = (input, init) => (init?.keepalive ? new Promise(() => undefined) : fetch(input, init))
  })

/** Holds requests until they are released. */
function gate() {
  const opened = Promise.withResolvers<void>()
  return {
    open: () => opened.resolve(),
    async hold(route: Route) {
      await opened.promise
      await route.continue().catch(() => undefined)
    },
  }
}

test('a reload reads the schedule before the place is released, and once more after', {
  tag: '@desktop',
}, async ({ page, day, customer }) => {
  expect(customer).not.toBe('')
  await cutStream(page)
  const { grid } = await payForCage(page, day, 'Cage 1', '5:00 PM')
  const releases = gate()
  await page.route(RELEASE, releases.hold)
  await loseUnloadRelease(page)
  await page.reload()
  await expect(grid.slot('Cage 1', '5:00 PM', 'booked')).toBeVisible()
  releases.open()
  await expect(grid.slot('Cage 1', '5:00 PM', 'selected')).toBeVisible()
  // Of the checkout nothing is kept: only that someone is signed in, and what they chose.
  expect(await page.evaluate(() => Object.keys(localStorage).toSorted())).toEqual([
    'dugout.kept-slots',
    'dugout.signed-in',
  ])
})

test('the next page repeats a lost release until it is answered', {
  tag: '@phone',
}, async ({ page, day, customer }) => {
  expect(customer).not.toBe('')
  await cutStream(page)
  const { grid } = await payForCage(page, day, 'Cage 2', '5:00 PM')
  await page.route(RELEASE, (route) => route.abort())
  await loseUnloadRelease(page)
  await page.reload()
  await expect(grid.slot('Cage 2', '5:00 PM', 'booked')).toBeVisible()
  await page.unroute(RELEASE)
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  await expect(grid.slot('Cage 2', '5:00 PM', 'selected')).toBeVisible()
})

test('a checkout that is left offline is released once online', {
  tag: '@phone',
}, async ({ page, day, customer, openCustomer }) => {
  expect(customer).not.toBe('')
  const { request } = await openCustomer()
  const { grid, card } = await payForCage(page, day, 'Cage 3', '5:00 PM')
  await page.context().setOffline(true)
  await card.dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(grid.dialog).toContainText('$20.00')
  const releases = gate()
  await page.route(RELEASE, releases.hold)
  await page.context().setOffline(false)
  // The page reads the day with its own hold in it: the selection is not lost.
  const read = page.waitForResponse('**/api/schedule?*')
  await bookHalfHour(request, { day, cage: 'Cage 8', wallTime: '17:00' })
  await read
  await expect(grid.dialog).toContainText('$20.00')
  await cutStream(page)
  releases.open()
  await page.keyboard.press('Escape')
  await expect(grid.slot('Cage 3', '5:00 PM', 'selected')).toBeVisible()
  await grid.bookSelected.click()
  await page.getByRole('button', { name: 'Pay with Card' }).click()
  await card.payWith(testCard.pays)
  await expect(card.success).toContainText('Your booking has been confirmed.')
})

test('a reload while the payment is being opened leaves no hold', { tag: '@phone' }, async ({
  page,
  day,
  customer,
}) => {
  expect(customer).not.toBe('')
  await cutStream(page)
  const grid = cageGrid(page, day)
  await grid.open()
  await grid.choose('Cage 4', '5:00 PM')
  await grid.bookSelected.click()
  const held = Promise.withResolvers<void>()
  await page.route('**/api/payments/intents', async (route) => {
    await route.fetch()
    held.resolve()
  })
  await page.getByRole('button', { name: 'Pay with Card' }).click()
  await held.promise
  await page.unroute('**/api/payments/intents')
  const releases = gate()
  await page.route(RELEASE, releases.hold)
  await loseUnloadRelease(page)
  await page.reload()
  await expect(grid.slot('Cage 4', '5:00 PM', 'booked')).toBeVisible()
  releases.open()
  await expect(grid.slot('Cage 4', '5:00 PM', 'selected')).toBeVisible()
})

test('another tab leaves an open checkout alone, and takes it over when its tab is closed', {
  tag: '@desktop',
}, async ({ page, day, customer }) => {
  expect(customer).not.toBe('')
  const { card } = await payForCage(page, day, 'Cage 5', '5:00 PM')
  const second = await page.context().newPage()
  await cutStream(second)
  await second.clock.install()
  const grid = cageGrid(second, day)
  await grid.open()
  await expect(grid.slot('Cage 5', '5:00 PM', 'booked')).toBeVisible()
  const charges = gate()
  const charge = page.waitForRequest(CHARGE)
  await page.route(CHARGE, charges.hold)
  await card.payWith(testCard.declined)
  await charge
  // A minute passes in the other tab while the bank is asked: what is chosen there is not lost.
  await second.clock.fastForward('01:00')
  charges.open()
  await expect(card.alert).toContainText('Payment failed: Your card was declined.')
  await loseUnloadRelease(page)
  await page.close()
  await expect(grid.slot('Cage 5', '5:00 PM', 'selected')).toBeVisible()
})

test('the browser’s Back out of the bank’s page frees the place, keeps the choice and says nothing', {
  tag: ['@desktop', '@quick'],
}, async ({ page, day, customer }) => {
  expect(customer).not.toBe('')
  await cutStream(page)
  const { grid, card } = await payForCage(page, day, 'Cage 6', '5:00 PM')
  await card.payWith(testCard.asksTheBank)
  await expect(page.getByRole('button', { name: 'Complete authentication' })).toBeVisible()
  const releases = gate()
  await page.route(RELEASE, releases.hold)
  await page.goBack()
  await expect(grid.slot('Cage 6', '5:00 PM', 'booked')).toBeVisible()
  releases.open()
  await expect(grid.slot('Cage 6', '5:00 PM', 'selected')).toBeVisible()
  await expect(page.locator('[data-toast]')).toHaveCount(0)
})

test('a checkout that returns unpaid from the bank is released by a reload too', { tag: '@phone' }, async ({
  page,
  day,
  customer,
}) => {
  expect(customer).not.toBe('')
  await cutStream(page)
  const { card } = await payForCage(page, day, 'Cage 7', '5:00 PM')
  await card.payWith(testCard.asksTheBank)
  await card.answerBank('Fail')
  const back = page.getByRole('dialog', { name: 'Payment not completed' })
  await expect(back.getByLabel('Card Number')).toBeVisible()
  await page.route(RELEASE, (route) => route.abort())
  await loseUnloadRelease(page)
  await page.reload()
  await page.unroute(RELEASE)
  const grid = cageGrid(page, day)
  await grid.open()
  await expect(grid.slot('Cage 7', '5:00 PM', 'selected')).toBeVisible()
})

test('back out of the bank’s page, those chosen for a camp are still chosen', { tag: '@phone' }, async ({
  page,
  customer,
}) => {
  expect(customer).not.toBe('')
  const camp = await familyCamp(page.request)
  for (const name of ['Mia Parker', 'Leo Parker']) await addChild(page.request, name, bornFor(camp, 9))
  await page.goto(`/camps/${camp.id}`)
  const { person, payNow } = campPanel(page)
  for (const name of ['Mia Parker', 'Leo Parker']) await person(name).check()
  await payNow.click()
  const card = checkout(page)
  await card.payWith(testCard.asksTheBank)
  await expect(page.getByRole('button', { name: 'Complete authentication' })).toBeVisible()
  await page.goBack()
  for (const name of ['Mia Parker', 'Leo Parker']) await expect(person(name)).toBeChecked()
  await expect(payNow).toContainText('$360.00')
})

test('the same purchase, begun while its last checkout is being released, is a new one and is paid', {
  tag: '@phone',
}, async ({ page, customer, request }) => {
  expect(customer).not.toBe('')
  const camps = (await (await request.get('/api/camps')).json()) as Camp[]
  const camp = camps.find(({ name }) => name === 'All-Around Skills Camp')
  if (!camp) throw new Error('The demo has no such camp.')
  await addChild(page.request, 'Mia Parker', bornFor(camp, 9))
  await page.goto(`/camps/${camp.id}`)
  const { person } = campPanel(page)
  await person('Mia Parker').check()
  const payNow = page.getByRole('button', { name: /^Pay Now/ })
  const card = checkout(page)
  await payNow.click()
  await expect(card.number).toBeVisible()
  const releases = gate()
  await page.route(RELEASE, releases.hold)
  await loseUnloadRelease(page)
  await page.reload()
  await person('Mia Parker').check()
  await payNow.click()
  await expect(card.dialog.getByText('Holding your spot')).toBeAttached()
  releases.open()
  await card.payWith(testCard.pays)
  await expect(card.success).toContainText('Your booking has been confirmed.')
})
