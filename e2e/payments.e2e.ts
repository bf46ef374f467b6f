import { formatDay } from '../shared/domain/time/timeFormat.ts'
import { expectAccessible } from './accessible.ts'
import { cageGrid } from './cageGrid.ts'
import { takeCards } from './cardSettings.ts'
import { checkout, payForCage, testCard } from './checkout.ts'
import { coachName, coachPage } from './coachPage.ts'
import { bookHalfHour } from './facilityDays.ts'
import { look } from './familyPages.ts'
import { expect, test } from './fixtures.ts'
import { createCustomer, signIn, signInAsDemo } from './people.ts'
import { stripeStandIn } from './stripeStandIn.ts'

test.beforeAll(({ facilityServer, request }) => takeCards({ facilityServer, request }, true))
test.afterAll(({ facilityServer, request }) => takeCards({ facilityServer, request }, false))

test('a cage is paid by card: the wrong number is told, the declined card too, the next one pays', {
  tag: ['@narrow', '@desktop', '@phone', '@quick'],
}, async ({ page, day, customer, allowProblem }) => {
  allowProblem(/console: .*status of 402/)
  expect(customer).not.toBe('')
  const { grid, card } = await payForCage(page, day, 'Cage 1', '5:00 PM')
  await expect(card.dialog).toContainText(`Cage 1, ${formatDay(day, 'long')}`)
  await expect(card.dialog).toContainText(/Reserved for you: 1[45]:\d\d/)
  await card.payWith('4242 4242 4242 4241')
  await expect(card.dialog.getByText('This card number is not right. Please check each digit.')).toBeVisible()
  await expect(card.number).toBeFocused()
  await card.payWith(testCard.declined)
  await expect(card.alert).toContainText('Payment failed: Your card was declined.')
  // Where the form says why, and on screen: it is above the fields (WCAG 2.4.3, 4.1.3).
  await expect(card.alert).toBeFocused()
  await expect(card.alert).toBeInViewport({ ratio: 1 })
  await card.payWith(testCard.pays)

  await expect(card.success).toContainText('Your booking has been confirmed.')
  await expect(card.success).toContainText('$20.00')
  await expect(card.success).toContainText('Paid · Visa ending in 4242')
  const open = await page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('open_')))
  expect(open, 'a reload asks for this payment again').toEqual([])
  const receipt = card.success.getByRole('link', { name: 'View Receipt' })
  await expect(receipt).toHaveAttribute('target', '_blank')
  await expect(receipt).toHaveAttribute('rel', /noopener/)
  expect((await page.request.get((await receipt.getAttribute('href')) ?? '')).status()).toBe(200)
  await expect(card.success.getByRole('link', { name: 'View Payment History' })).toHaveAttribute(
    'href',
    '/account?tab=payments',
  )
  await card.success.getByRole('link', { name: 'Continue Browsing' }).click()
  await expect(grid.slot('Cage 1', '5:00 PM', 'yours')).toBeVisible()
  await expect(
    grid.toast('Payment successful! Your booking is confirmed.'),
    'the ticket has said so',
  ).toHaveCount(0)
  await expect(grid.selection.getByRole('status')).toHaveText('No slots selected')
  await page.goto('/account?tab=bookings')
  await expect(page.getByRole('main')).toContainText('Cage 1')
})

test('the bank is asked over its page, and leads back to the account: declined first, paid with another card', {
  tag: ['@narrow', '@desktop', '@phone'],
}, async ({ page, day, customer }) => {
  expect(customer).not.toBe('')
  const { card } = await payForCage(page, day, 'Cage 2', '5:00 PM')
  await card.payWith(testCard.asksTheBank)
  await card.answerBank('Fail')
  const back = page.getByRole('dialog', { name: 'Payment not completed' })
  await expect(back.getByRole('alert')).toContainText('Payment failed: ')
  await expect(page).toHaveURL(/\/account$/)
  const again = { ...checkout(page), dialog: back }
  await back.getByLabel('Card Number').fill(testCard.asksTheBank)
  await back.getByLabel('Expiry Date').fill('12/40')
  await back.getByLabel('Security Code').fill('123')
  await back.getByLabel('ZIP Code').fill('77701')
  await back.getByRole('button', { name: 'Pay $20.00' }).click()
  await again.answerBank('Complete')
  await expect(card.success).toContainText('Your booking has been confirmed.')
  await expect(page).toHaveURL(/\/ticket\?/)
  await expect(card.success.getByRole('link', { name: 'Directions' })).toHaveAttribute('href', /maps/)
  const calendar = await card.success
    .getByRole('link', { name: /^Add to Calendar: Cage/ })
    .getAttribute('href')
  expect(await (await page.request.get(calendar ?? '')).text()).toContain('SUMMARY:Batting cage: Cage 2')
  await card.success.getByRole('link', { name: 'View My Bookings' }).click()
  await expect(page).toHaveURL(/tab=bookings/)
  await expect(card.success).toBeHidden()
  await page.goBack()
  await expect(card.success).toBeHidden()

  await test.step('the ticket is there without the news, and opens from the account', async () => {
    await expect(page.getByRole('region', { name: 'Your Booking' })).toContainText('Paid')
    await page.goto('/account?tab=bookings')
    await page.getByRole('link', { name: 'Cage 2', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'Your Booking' })).toBeFocused()
  })
})

test('a checkout that is left gives the place back at once, and a lost race drops the slot', {
  tag: '@desktop',
}, async ({ page, day, customer, openCustomer, allowProblem }) => {
  allowProblem(/console: .*(status of 409|ERR_FAILED)/)
  expect(customer).not.toBe('')
  const other = await openCustomer()
  const others = cageGrid(other, day)
  await others.open()
  const { grid, card } = await payForCage(page, day, 'Cage 3', '5:00 PM')
  await expect(others.slot('Cage 3', '5:00 PM', 'booked')).toBeVisible()
  await card.number.fill('4242')
  await page.keyboard.press('Escape')
  await expect(card.dialog.getByText('Leave without paying?')).toBeVisible()
  await card.dialog.getByRole('button', { name: 'Keep Paying' }).click()
  await card.dialog.getByRole('button', { name: 'Cancel' }).click()
  await card.dialog.getByRole('button', { name: 'Leave' }).click()
  await expect(others.slot('Cage 3', '5:00 PM', 'available')).toBeVisible()
  await expect(grid.dialog).toContainText('$20.00')
  await expect(grid.dialog.getByRole('alert')).toBeHidden()

  await page.getByRole('button', { name: 'Pay with Card' }).click()
  await expect(card.number).toBeVisible()
  await expect(others.slot('Cage 3', '5:00 PM', 'booked')).toBeVisible()
  await page.route('**/api/events?*', (route) => route.abort())
  await page.reload()
  await expect(others.slot('Cage 3', '5:00 PM', 'available')).toBeVisible()
  // After the release the page reads the schedule again; that read must not be what tells of the race below.
  await page.waitForFunction(() =>
    Object.keys(localStorage).every((key) => !key.startsWith('open_checkout:')),
  )
  await page.waitForLoadState('networkidle')
  await expect(grid.slot('Cage 3', '5:00 PM', 'selected'), 'what was chosen is kept').toBeVisible()
  await grid.choose('Cage 4', '5:00 PM')
  await grid.bookSelected.click()
  await bookHalfHour(other.request, { day, cage: 'Cage 3', wallTime: '17:00' })
  await page.getByRole('button', { name: 'Pay with Card' }).click()
  await expect(grid.dialog.getByRole('alert')).toHaveText(
    `Someone else just booked part of your selection: Cage 3, ${formatDay(day)}, 5:00 PM. The rest is still selected.`,
  )
  await page.getByRole('button', { name: 'Pay with Card' }).click()
  await card.payWith(testCard.pays)
  await expect(card.success).toContainText('$20.00')
})

test('a blocked way to the provider says so, and a lost answer is not paid twice', {
  tag: '@phone',
}, async ({ page, day, customer, allowProblem }) => {
  allowProblem(/console: .*ERR_/)
  expect(customer).not.toBe('')
  const { card } = await payForCage(page, day, 'Cage 5', '5:00 PM')
  await card.pay.click()
  await card.dialog.getByText('See the test cards').click()
  await look(page)
  const confirmations = '**/payment-sandbox/**/confirm'
  await page.route(confirmations, (route) => route.abort('blockedbyclient'))
  await card.payWith(testCard.pays)
  await expect(card.dialog.getByRole('heading', { name: 'Payment Blocked' })).toBeVisible()
  await expect(card.dialog).toContainText('Payment processing is being blocked by your browser or adblocker.')
  await look(page)
  await page.unroute(confirmations)
  await card.dialog.getByRole('button', { name: 'Try Again' }).click()
  await expect(card.number).toHaveValue('4242 4242 4242 4242')

  await page.route(confirmations, async (route) => {
    await route.fetch()
    await route.abort('connectionrefused')
  })
  await card.pay.click()
  await card.dialog.getByRole('button', { name: 'Try Again' }).click()
  await expect(card.success).toContainText('Your booking has been confirmed.')
})

test('a hold that ends says so and can be begun again; keys that are wrong are told without showing them', {
  tag: '@phone',
}, async ({ page, day, customer }) => {
  expect(customer).not.toBe('')
  await page.clock.install()
  const { card } = await payForCage(page, day, 'Cage 6', '5:00 PM')
  await page.clock.fastForward('15:01')
  await expect(card.alert).toContainText('Time’s up')
  await card.dialog.getByRole('button', { name: 'Start Again' }).click()
  await expect(card.dialog).toContainText(/Reserved for you: 1[0-5]:\d\d/)
  await page.route('**/api/payments/configuration', (route) =>
    route.fulfill({ json: { mode: 'stripe', publishable_key: 'sk_live_never', api_base: null } }),
  )
  await page.reload()
  await cageGrid(page, day).choose('Cage 7', '5:00 PM')
  await page.getByRole('button', { name: 'Book Selected' }).click()
  await page.getByRole('button', { name: 'Pay with Card' }).click()
  const problem = page.getByRole('dialog', { name: 'Payment Configuration Error' })
  await expect(problem).toContainText(
    'There is a configuration issue with the payment system. Please contact support.',
  )
  await expect(problem).not.toContainText('sk_')
})

test('a member pays the member price, and need not wait for a bank that takes its time', {
  tag: '@phone',
}, async ({ page, day }) => {
  await signInAsDemo(page.request, 'member')
  const pressed = Promise.withResolvers<void>()
  await page.route(/\/payment_intents\/\w+\?/, async (route) => {
    await pressed.promise
    await route.continue()
  })
  const { grid, card } = await payForCage(page, day, 'Cage 8', '5:00 PM')
  await expect(card.pay).toHaveText('Pay $17.00')
  // Pressed before the form has looked at its payment, as one may whose browser fills the card in.
  await card.payWith(testCard.takesItsTime)
  await expect(card.dialog).toContainText('Processing your card.')
  pressed.resolve()
  await expect(card.dialog).toContainText('Your bank is still working on this payment.')
  await card.dialog.getByRole('button', { name: 'Close' }).last().click()
  await expect(card.dialog).toBeHidden()
  await expect(grid.dialog).toBeHidden()
  await expect(grid.slot('Cage 8', '5:00 PM', 'booked')).toBeVisible()
})

test('a guest pays a lesson by card over the bank’s page, back to the coach', {
  tag: '@desktop',
}, async ({ page, day, allowProblem }) => {
  allowProblem(/console: .*ERR_/)
  const coach = coachPage(page, day)
  const card = checkout(page)
  await coach.open()
  await coach.choose('4:00 PM')
  await coach.book.click()
  await expect(page.getByText('Full name is required.')).toBeVisible()
  await expectAccessible(page)
  await coach.fillGuest('Robin Batter')
  await page.getByRole('button', { name: 'Pay with Card' }).click()
  await expect(card.dialog).toContainText(`Lesson with ${coachName}`)
  await card.payWith(testCard.asksTheBank)
  const confirmations = '**/api/payments/confirm'
  await page.route(confirmations, (route) => route.abort('connectionrefused'))
  await card.answerBank('Complete')
  await expect(page.getByRole('dialog', { name: 'Checking your payment' })).toBeVisible()
  await page.unroute(confirmations)
  await page.reload()
  await expect(card.success).toContainText('Your booking has been confirmed.')
  await expect(card.success).toContainText('Robin Batter')
  await expect(card.success.getByRole('link', { name: 'Create Account to Manage Booking' })).toBeVisible()
  const calendar = card.success.getByRole('link', { name: 'Add to Calendar' })
  await expect(calendar).toHaveAttribute('href', /lesson\.ics/)
  await expect(card.success.getByRole('link', { name: 'View Payment History' })).toBeHidden()
  await card.success.getByRole('link', { name: 'Continue Browsing' }).click()
  await coach.open()
  await expect(coach.start('5:00 PM')).toBeVisible()
  await expect(coach.start('4:00 PM')).toBeHidden()
})

test('a guest who was to pay on arrival pays by card from the ticket, which then says so', {
  tag: ['@narrow', '@desktop', '@phone'],
}, async ({ page, day }) => {
  const coach = coachPage(page, day)
  const card = checkout(page)
  await coach.open()
  await coach.choose('7:00 PM')
  await coach.fillGuest('Robin Batter')
  await coach.book.click()
  await expect(coach.confirmed).toContainText('Pay on arrival: card or cash')
  await page.getByRole('button', { name: 'Pay Now · $90.00' }).click()
  await expect(card.dialog).toContainText(`Lesson with ${coachName}, ${formatDay(day, 'long')}`)
  await card.payWith(testCard.pays)
  await expect(card.success).toContainText('Paid · Visa ending in 4242')
  await expect(card.success).toContainText('Robin Batter')
  await expect(card.success.getByRole('link', { name: 'View Receipt' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Pay Now' })).toHaveCount(0)
  await test.step('a reload and the way back find it as it is now, without the news', async () => {
    const own = page.getByRole('region', { name: 'Your Lesson' })
    await page.reload()
    await expect(own).toContainText('Robin Batter')
    await expect(own).toContainText('Paid')
    await expect(own.getByRole('link', { name: 'Create Account to Manage Booking' })).toBeVisible()
    await expect(own.getByRole('button', { name: /Pay Now|Move|Cancel/ })).toHaveCount(0)
    await page.goto('/')
    await page.goBack()
    await expect(own).toContainText('Robin Batter')
    await page.goto(page.url().replace(/#.*/, '?'))
    await expect(page.getByRole('link', { name: 'Log in' }).first()).toBeVisible()
  })
})

test('two cages that were to be paid on arrival are paid together from their ticket', {
  tag: '@phone',
}, async ({ page, day, customer }) => {
  expect(customer).not.toBe('')
  const cages = [await bookHalfHour(page.request, { day, cage: 'Cage 3', wallTime: '18:30' })]
  cages.push(await bookHalfHour(page.request, { day, cage: 'Cage 4', wallTime: '18:30' }))
  await page.goto(`/ticket?tab=bookings&item=${cages.join(',')}`)
  const card = checkout(page)
  await page.getByRole('button', { name: 'Pay Now · $40.00' }).click()
  await expect(card.dialog).toContainText('Cage booking: 2 sessions')
  await card.payWith(testCard.pays)
  await expect(card.success).toContainText('Paid · Visa ending in 4242')
  await expect(card.success).toContainText('Cage 4 · 6:30–7:00 PM')
  await expect(page.getByRole('button', { name: 'Pay Now' })).toHaveCount(0)
})

test('without a connection nobody looks for an ad blocker, and a charge whose answer was lost is found once online', {
  tag: '@phone',
}, async ({ page, context, day, customer, allowProblem }) => {
  allowProblem(/console: .*ERR_/)
  expect(customer).not.toBe('')
  const { card } = await payForCage(page, day, 'Cage 6', '5:00 PM')
  await card.fill(testCard.pays)
  await context.setOffline(true)
  await card.pay.click()
  await expect(card.alert).toContainText(
    'We couldn’t reach the server. Please check your connection and try again.',
  )
  await expect(card.dialog).not.toContainText('adblocker')
  await expect(card.number).toHaveValue('4242 4242 4242 4242')
  await context.setOffline(false)
  await expect(card.alert, 'nothing is wrong any more').toHaveCount(0)

  const confirmations = '**/payment-sandbox/**/confirm'
  await page.route(confirmations, async (route) => {
    await route.fetch()
    await context.setOffline(true)
    await route.abort('connectionreset')
  })
  await card.pay.click()
  await expect(card.alert).toContainText('We couldn’t reach the server.')
  await card.dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(card.dialog).toContainText('If your card went through, you’re booked and we’ll email you.')
  await expect(card.dialog).not.toContainText('You haven’t been charged.')
  await context.setOffline(false)
  await expect(card.success).toContainText('Your booking has been confirmed.')
})

test('Stripe’s own form comes from Stripe when it is needed, not before; blocked, it says so and is tried again', {
  tag: '@desktop',
}, async ({ openBrowser, day, allowProblem }) => {
  allowProblem(/console: .*(ERR_|status of 402)/)
  const page = await openBrowser({ bypassCSP: true })
  await signIn(page.request, await createCustomer(page.request))
  const asked: string[] = []
  let reachable = false
  await page.route('https://js.stripe.com/**', (route) => {
    asked.push(route.request().url())
    return reachable
      ? route.fulfill({ contentType: 'text/javascript', body: stripeStandIn })
      : route.abort('blockedbyclient')
  })
  await page.route('**/api/payments/configuration', async (route) => {
    const configuration = await (await route.fetch()).json()
    return route.fulfill({ json: { ...configuration, mode: 'stripe', api_base: null } })
  })
  const grid = cageGrid(page, day)
  const card = checkout(page)
  await grid.open()
  await grid.choose('Cage 1', '8:00 PM')
  await grid.bookSelected.click()
  expect(asked).toEqual([])
  await page.getByRole('button', { name: 'Pay with Card' }).click()
  await expect(card.dialog.getByRole('heading', { name: 'Payment Blocked' })).toBeVisible()
  reachable = true
  await card.dialog.getByRole('button', { name: 'Try Again' }).click()
  const element = card.dialog.getByLabel('Payment Element stripe')
  await element.fill('pm_card_visa_chargeDeclined')
  await card.pay.click()
  await expect(card.alert).toContainText('Payment failed: Your card was declined.')
  await element.fill('pm_card_visa')
  await card.pay.click()
  await expect(card.success).toContainText('Paid · Visa ending in 4242')
})

test('a key that is pressed the moment a card is declined counts', { tag: '@desktop' }, async ({
  page,
  day,
  customer,
  allowProblem,
}) => {
  allowProblem(/console: .*status of 402/)
  expect(customer).not.toBe('')
  const { card } = await payForCage(page, day, 'Cage 2', '7:00 PM')
  await page.evaluate(() => {
    const watch = new MutationObserver(() => {
      if (!document.querySelector('[role=alert]')?.textContent?.includes('declined')) return
      watch.disconnect()
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))
    })
    watch.observe(document.body, { childList: true, subtree: true, characterData: true })
  })
  await card.payWith(testCard.declined)
  await expect(card.dialog.getByRole('button', { name: 'Keep Paying' })).toBeVisible()
  await expectAccessible(page)
})
