import type { APIRequestContext, Page } from '@playwright/test'
import type { Camp } from '../shared/contract/programs/camps.ts'
import { campDates, campDays } from '../shared/domain/programs/camps.ts'
import { formatDay } from '../shared/domain/time/timeFormat.ts'
import { expectAccessible } from './accessible.ts'
import { fillSignIn } from './accountForms.ts'
import { checkout, testCard } from './checkout.ts'
import { openHydrated } from './developmentBuild.ts'
import { addChild, bornFor, campPanel, look } from './familyPages.ts'
import { expect, test } from './fixtures.ts'
import { letBrowserDraw } from './letBrowserDraw.ts'
import { createCustomer } from './people.ts'

/** The demo camp with room for everybody. */
const NAME = 'All-Around Skills Camp'

async function demoCamp(request: APIRequestContext, name = NAME): Promise<Camp> {
  const camps = (await (await request.get('/api/camps')).json()) as Camp[]
  const camp = camps.find((one) => one.name === name)
  if (!camp) throw new Error(`The demo has no camp ${name}.`)
  return camp
}

/** What people do on a camp's page. */
const campPage = (page: Page) => {
  const panel = page.getByRole('complementary', { name: 'Registration' })
  return {
    panel,
    state: (name: string) => panel.getByRole('heading', { name, exact: true }),
    payNow: panel.getByRole('button', { name: /^Pay Now/ }),
    payOnArrival: panel.getByRole('button', { name: 'Pay on Arrival' }),
    dialog: (name: string) => page.getByRole('dialog', { name, exact: true }),
  }
}

/** Changes the demo camp in the answers to the page. */
const showAs = (page: Page, change: Partial<Camp>) =>
  page.route(/\/api\/camps\/[\w-]{36}$/, async (route) =>
    route.fulfill({ json: { ...(await (await route.fetch()).json()), ...change } }),
  )

test('from the list through signing in to a seat that is paid on arrival, and by card after all', {
  tag: ['@narrow', '@desktop', '@phone', '@quick'],
}, async ({ page, allowProblem }) => {
  allowProblem(/console: .*status of 402/)
  const email = await createCustomer(page.request)
  const camp = await demoCamp(page.request)
  await page.goto('/camps')
  const listed = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: NAME }) })
  await expect(listed).toContainText(campDates(camp))
  await expect(listed).toContainText('8-12 years')
  await expect(listed).toContainText('$180.00')
  await look(page)
  await listed.getByRole('link', { name: `View Details & Register: ${NAME}` }).click()

  const { panel, state, payNow, payOnArrival, dialog } = campPage(page)
  await expect(page).toHaveTitle(new RegExp(`^${NAME} ·`))
  await expect(page.getByRole('region', { name: 'Key Features' })).toContainText('Camp shirt included')
  const [first] = camp.camp_timeslots
  const sessions = page.getByRole('region', { name: 'Sessions' }).getByRole('listitem')
  await expect(sessions).toHaveCount(3)
  await expect(sessions.first()).toContainText(formatDay(first?.date ?? '', 'long'))
  await expect(sessions.first()).toContainText('9:00 AM–12:00 PM')
  await expect(page.getByRole('region', { name: 'Coaches' })).toContainText('Marcus Delgado')
  await expect(panel).toContainText(`${camp.spots_left} spots left`)
  await payNow.click()
  await expect(dialog('Login Required')).toContainText('You need to be logged in to register for this camp.')
  await dialog('Login Required').getByRole('link', { name: 'Login / Sign Up' }).click()
  await fillSignIn(page, email)
  await expect(page).toHaveURL(new RegExp(`/camps/${camp.id}$`))

  // What was pressed goes on by itself, up to the question who is coming: an adult is no child.
  const family = campPanel(page)
  await expect(family.who.getByRole('alert')).toHaveText('Choose who is coming.')
  await expect(family.who).toContainText('This camp is for ages 8 to 12.')
  await expect(family.who.getByRole('checkbox')).toHaveCount(0)
  const add = family.who.getByRole('button', { name: 'Add a Child' })
  await expect(add).toBeFocused()
  await page.keyboard.press('Enter')
  const seen = await page.evaluateHandle(() => {
    const seen = { heading: false }
    document.getElementById('register')?.addEventListener('focus', () => {
      seen.heading = true
    })
    return seen
  })
  await family.fillNew('Mia Parker', bornFor(camp, 9))
  await page.keyboard.press('Enter')
  await expect(family.person('Mia Parker')).toBeChecked()
  // The page stays where it is: the next child is added from here.
  await expect(add).toBeFocused()
  const card = checkout(page)
  await payNow.click()
  await expect(card.dialog).toContainText(NAME)
  await expect(card.dialog).toContainText('For Mia Parker')
  await card.dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(card.dialog).toBeHidden()
  expect(await seen.evaluate(({ heading }) => heading), 'the page jumped to its heading').toBe(false)
  // One press registers nobody: who, when, for how much and until when it can be canceled is shown first.
  await payOnArrival.click()
  await expect(family.question).toContainText(campDays(camp))
  await expect(family.question.getByRole('listitem')).toHaveText('Mia Parker')
  await expect(family.question).toContainText('You pay $180 when you arrive.')
  await expect(family.question).toContainText('Cancel in your account until')
  await expectAccessible(page, [{ width: page.viewportSize()?.width ?? 390, colorScheme: 'dark' }])
  await page.keyboard.press('Escape')
  await expect(family.question).toBeHidden()
  await expect(panel).toContainText(`${camp.spots_left} spots left`)
  await payOnArrival.click()
  await family.confirm.click()
  const registered = page.getByRole('region', { name: 'Registration Successful!' })
  await expect(registered).toContainText('You will pay on arrival. See you at the camp!')
  await registered.getByRole('link', { name: 'Continue Browsing' }).click()
  await expect(state('Already Registered')).toBeVisible()
  await expect(family.seats).toContainText('Pay on Arrival')
  await expect(panel).toContainText(`${camp.spots_left - 1} spots left`)

  await payNow.click()
  await card.payWith(testCard.declined)
  await expect(card.alert).toContainText('Payment failed: Your card was declined.')
  await card.payWith(testCard.pays)
  await expect(card.success).toContainText('$180.00')
  await expect(card.success.getByRole('link', { name: 'View My Camps' })).toHaveAttribute(
    'href',
    '/account?tab=camps',
  )
  await expect(card.success.getByRole('link', { name: 'Directions' })).toBeVisible()
  await expect(card.success.getByRole('link', { name: /^Add to Calendar: / })).toBeVisible()
  await card.success.getByRole('link', { name: 'Continue Browsing' }).click()
  await expect(panel).toContainText('Payment Complete')
  await expect(payNow).toBeHidden()
  await expect(panel.getByRole('link', { name: 'View Receipt' })).toHaveAttribute('href', /^http/)
})

test('a seat is held during the checkout, given back by leaving it, and had over the bank’s page', {
  tag: '@desktop',
}, async ({ page, customer, openBrowser }) => {
  expect(customer).not.toBe('')
  const camp = await demoCamp(page.request)
  await addChild(page.request, 'Mia Parker', bornFor(camp, 9))
  const visitor = await openBrowser()
  await visitor.goto(`/camps/${camp.id}`)
  // A visitor sees the seat go and come back, without loading the page again.
  const expectSpots = (count: number) => expect(campPage(visitor).panel).toContainText(`${count} spots left`)
  await expectSpots(camp.spots_left)
  // Back leaves a document.
  await openHydrated(page, '/camps')
  await page.getByRole('link', { name: `View Details & Register: ${NAME}` }).click()
  const { payNow, panel, state } = campPage(page)
  const card = checkout(page)
  await campPanel(page).person('Mia Parker').check()
  await payNow.click()
  await expect(card.number).toBeVisible()
  await expect(card.dialog).toContainText(`${NAME}, ${campDays(camp)}`)
  await expectSpots(camp.spots_left - 1)
  const tab = await page.context().newPage()
  await tab.goto(`/camps/${camp.id}`)
  await expect(campPage(tab).panel).toContainText('A spot is held for you.')
  await tab.close()
  // Back closes the dialog and not the page, and asks before it throws a card away.
  await card.number.fill('4242')
  await page.goBack()
  await expect(card.dialog).toContainText('Leave without paying?')
  await card.dialog.getByRole('button', { name: 'Leave' }).click()
  await expect(card.dialog).toBeHidden()
  await expect(page).toHaveURL(new RegExp(`/camps/${camp.id}$`))
  // The focus comes back when the seat is free again, a moment after the dialog has closed.
  await expect(payNow).toBeFocused()
  await expectSpots(camp.spots_left)

  await payNow.click()
  await card.payWith(testCard.asksTheBank)
  await card.answerBank('Complete')
  await expect(card.success).toContainText('$180.00')
  await page.goto(`/camps/${camp.id}`)
  await expect(state('Already Registered')).toBeVisible()
  await expect(panel).toContainText('Payment Complete')
  await expectSpots(camp.spots_left - 1)
})

test('a person who comes too late gets the reason, and sees the current state of the camp', {
  tag: '@phone',
}, async ({ page, customer, allowProblem }) => {
  allowProblem(/status of 409/)
  expect(customer).not.toBe('')
  const camp = await demoCamp(page.request)
  const { id } = camp
  await addChild(page.request, 'Mia Parker', bornFor(camp, 9))
  const { panel, state, payNow, payOnArrival, dialog } = campPage(page)
  const { person, confirm } = campPanel(page)
  const refuseWith = (code: string, message: string) => (url: string) =>
    page.route(url, (route) => route.fulfill({ status: 409, json: { code, message } }))
  await page.goto(`/camps/${id}`)
  await person('Mia Parker').check()
  await refuseWith('already_registered', 'You are already registered for this camp!')('**/camp-registrations')
  await payOnArrival.click()
  await confirm.click()
  await expect(dialog('Already Registered')).toContainText('You are already registered for this camp!')
  await dialog('Already Registered').getByRole('button', { name: 'Close' }).last().click()
  await expect(payOnArrival).toBeFocused()

  await refuseWith('camp_full', 'Camp Full')('**/payments/intents')
  await payNow.click()
  await expect(dialog('Payment Error')).toContainText('Camp Full. Someone else just took the last spot.')
  await dialog('Payment Error').getByRole('button', { name: 'Close' }).last().click()

  await page.unroute('**/camp-registrations')
  await refuseWith('camp_full', 'Camp Full')('**/camp-registrations')
  await payOnArrival.click()
  await showAs(page, { registration_state: 'full', registration_open: false, spots_left: 0 })
  await confirm.click()
  await expect(dialog('Registration Failed')).toContainText('Someone else just took the last spot.')
  await dialog('Registration Failed').getByRole('button', { name: 'Close' }).last().click()
  await expect(state('Camp Full')).toBeFocused()
  await expect(panel).toContainText('0 spots left')

  // The card is charged, but the answer does not confirm the seat.
  await page.unrouteAll({ behavior: 'wait' })
  await page.reload()
  await page.route('**/payments/confirm', (route) =>
    route.fulfill({ status: 409, json: { code: 'told', message: 'Not so.' } }),
  )
  const card = checkout(page)
  await person('Mia Parker').check()
  await payNow.click()
  await card.payWith(testCard.pays)
  await expect(card.alert).toContainText(
    'Payment succeeded, but registration failed. Please contact support.',
  )
})

test('a lost answer registers nobody twice; the first tap registers while the own seat cannot be read', {
  tag: '@phone',
}, async ({ page, customer, allowProblem }) => {
  allowProblem(/console: .*ERR_|503/)
  expect(customer).not.toBe('')
  const camp = await demoCamp(page.request)
  const { id } = camp
  await addChild(page.request, 'Mia Parker', bornFor(camp, 9))
  const { payNow, payOnArrival, dialog } = campPage(page)
  const { person, confirm } = campPanel(page)
  const registered = page.getByRole('region', { name: 'Registration Successful!' })

  await test.step('a lost answer', async () => {
    const keys: (string | undefined)[] = []
    const registrations = '**/api/camp-registrations'
    await page.route(registrations, async (route) => {
      keys.push(route.request().headers()['idempotency-key'])
      if (keys.length === 1) return route.abort('connectionrefused')
      const seats = [{ registration_id: id, participant: { id, name: 'Robin Batter', is_self: true } }]
      return route.fulfill({
        status: 201,
        json: { registration_id: id, registrations: seats, message: 'Registration Successful!' },
      })
    })
    await page.goto(`/camps/${id}`)
    await person('Mia Parker').check()
    await payOnArrival.click()
    await confirm.click()
    await expect(dialog('Registration Failed')).toContainText(
      'Pressing the button again can’t register you twice.',
    )
    await dialog('Registration Failed').getByRole('button', { name: 'Close' }).last().click()
    await payOnArrival.click()
    await confirm.click()
    await expect(registered).toBeVisible()
    expect(keys).toEqual([keys[0], keys[0]])
    await page.unroute(registrations)
  })

  const reads: string[] = []
  await page.route('**/household-registrations', (route) => {
    reads.push(route.request().url())
    return route.fulfill({ status: 503, json: { code: 'unavailable', message: 'Briefly unavailable.' } })
  })
  const card = checkout(page)
  await page.goto(`/camps/${id}`)
  await person('Mia Parker').check()
  await payNow.click()
  const before = reads.length
  await expect(card.number).toBeVisible()
  // The hold is an event of the camp: the seat is tried again below the open checkout.
  await expect.poll(() => reads.length).toBeGreaterThan(before)
  await card.dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(card.dialog).toBeHidden()
  await payOnArrival.click()
  await confirm.click()
  await expect(registered).toContainText('See you at the camp!')
})

test('every state of a camp and of the list says what it is', { tag: '@phone' }, async ({
  page,
  allowProblem,
}) => {
  allowProblem(/status of (404|400|503)|503/)
  const { id } = await demoCamp(page.request)
  const { panel, state, payNow, payOnArrival } = campPage(page)
  await letBrowserDraw(page)
  const reopen = async (change: Partial<Camp>) => {
    await page.unrouteAll({ behavior: 'wait' })
    await showAs(page, change)
    await page.goto(`/camps/${id}`)
  }
  await reopen({ registration_state: 'closed', registration_open: false, registration_enabled: false })
  await expect(state('Registration Closed')).toBeVisible()
  await reopen({ registration_state: 'over', registration_open: false })
  await expect(panel).toContainText('The last session of this camp has started.')
  await reopen({ pay_on_arrival_enabled: false, spots_left: 5, starts_at: '2026-01-05T15:00:00.000Z' })
  await expect(panel).toContainText('This camp has begun. You can still join the sessions that are left.')
  await expect(payNow).toBeVisible()
  await expect(payOnArrival).toBeHidden()
  await expect(panel.getByText('5 spots left')).toHaveAttribute('data-colour', 'yellow')
  await reopen({ price: 0, spots_left: 1, description: null })
  await expect(panel.getByRole('button', { name: 'Register' })).toBeVisible()
  await expect(panel.getByText('Only 1 spot left')).toHaveAttribute('data-colour', 'red')
  await expect(page.getByText('No description available')).toBeVisible()
  await page.unrouteAll({ behavior: 'wait' })
  await page.goto('/camps/00000000-0000-4000-8000-000000000000')
  await expect(page.getByRole('heading', { name: 'Could not load camp details.' })).toBeVisible()
  await page.goto('/camps/nothing')
  await page.getByRole('link', { name: 'See all camps' }).click()
  await expect(
    page.getByRole('link', { name: 'Registration Closed: Friday Night Pitching Camp' }),
  ).toBeVisible()

  const problem = { code: 'unavailable', message: 'Booking is briefly unavailable.' }
  await page.route('**/api/camps', (route) => route.fulfill({ status: 503, json: problem }))
  await page.reload()
  await expect(page.getByRole('alert')).toContainText('Could not load camps.')
  await page.unrouteAll({ behavior: 'wait' })
  await page.route('**/api/camps', (route) => route.fulfill({ json: [] }))
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(
    page.getByText('There are no camps available at this time. Please check back later.'),
  ).toBeVisible()
  await expect(page.getByRole('link', { name: 'Book a private lesson instead' })).toBeVisible()
})
