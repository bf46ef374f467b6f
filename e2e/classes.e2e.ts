import { dayInText, formatDay } from '../shared/domain/time/timeFormat.ts'
import { expectAccessible } from './accessible.ts'
import { fillSignIn } from './accountForms.ts'
import { checkout, testCard } from './checkout.ts'
import { addStudent, classId, className, classPage, freeSessions } from './classPage.ts'
import { look } from './familyPages.ts'
import { expect, test } from './fixtures.ts'
import { letBrowserDraw } from './letBrowserDraw.ts'
import { staysPressed } from './pageChecks.ts'
import { createCustomer, signInAsDemo } from './people.ts'

test('from the list to a class, its views and its pages', {
  tag: ['@narrow', '@desktop', '@phone'],
}, async ({ page }) => {
  await page.goto('/classes')
  await expect(page.getByRole('heading', { level: 1, name: 'Classes' })).toBeVisible()
  const card = page.getByRole('listitem').filter({ hasText: className })
  await expect(card).toContainText('with Lena Ortiz')
  await expect(card).toContainText('Mondays 4:00–5:00 PM')
  await expect(card).toContainText('Thursdays 4:00–5:00 PM')
  await look(page)
  await card.getByRole('link', { name: 'View Details & Book' }).click()
  await expect(page).toHaveURL(/\/classes\/[0-9a-f-]{36}$/)
  await expect(page).toHaveTitle(new RegExp(`^${className} · `))

  const about = page.getByRole('region', { name: className })
  await expect(about).toContainText('Age group8-10 years')
  await expect(about).toContainText('Price per class$25.00')
  await expect(about).toContainText('Max spots8')
  await expect(about).toContainText('About This Class')
  const { list, view, selection } = classPage(page)
  await expect(list.getByRole('listitem')).toHaveCount(6)
  await expect(view('Upcoming')).toBeChecked()
  // What is full is told in one line, and is in the list of all.
  await expect(list).toContainText(/1 full session: \w+, \w+ \d+/)
  await expect(list.getByRole('listitem').filter({ hasText: 'Full' })).toHaveCount(0)

  await list.getByRole('checkbox').first().check()
  await list.getByRole('button', { name: 'Next' }).click()
  await expect(page).toHaveURL(/page=2/)
  await expect(list).toContainText('Page 2 of')
  await list.getByRole('checkbox').last().check()
  await page.reload()
  await expect(list).toContainText('Page 2 of')
  await list.getByRole('button', { name: 'Previous' }).click()
  await expect(list.getByRole('button', { name: 'Previous' })).toBeDisabled()
  expect(await staysPressed(view('Available'))).toBe(true)
  await expect(list.getByRole('listitem').filter({ hasText: 'Full' })).toHaveCount(0)
  await view('Past').check()
  await expect(list.getByRole('listitem').first()).toContainText('Over')
  await expect(list.getByRole('checkbox')).toHaveCount(0)
  await view('All').check()
  await expect(page).toHaveURL(/view=all/)
  await expect(selection.getByRole('status')).toHaveText('2 sessions selected, $50.00')
  await look(page)
})

test('what is chosen waits while its person signs in; a card is declined, the next one pays', {
  tag: ['@narrow', '@desktop', '@phone', '@quick'],
}, async ({ page, request, allowProblem }) => {
  allowProblem(/console: .*status of 402/)
  const email = await createCustomer(request)
  const [first, second] = (await freeSessions(request)).filter(({ page: number }) => number === 2)
  if (!first || !second) throw new Error('The demo has no free sessions.')
  const training = classPage(page)
  const card = checkout(page)
  await training.open('?page=2')
  await training.book.click()
  const none = page.getByRole('dialog', { name: 'No Sessions Selected' })
  await expect(none).toContainText('Please select at least one session to book.')
  await none.getByRole('button', { name: 'OK' }).click()
  await expect(training.book).toBeFocused()
  await training.choice(first).check()
  await training.choice(second).check()
  await expect(training.selection.getByRole('status')).toHaveText('2 sessions selected, $50.00')
  await training.book.click()
  const login = page.getByRole('dialog', { name: 'Authentication Required' })
  await expect(login.getByRole('link', { name: 'Sign Up' })).toHaveAttribute('href', /mode=signup/)
  await look(page)
  await login.getByRole('link', { name: 'Log In' }).click()
  await fillSignIn(page, email)

  // The page goes on by itself, up to the question who is coming: nobody is chosen for a class of children.
  const who = page.getByRole('group', { name: 'Who is coming?' })
  await expect(who.getByRole('alert')).toHaveText('Choose who is coming.')
  await expect(who).toContainText('This class is for ages 8 to 10.')
  await addStudent(page.request)
  await page.reload()
  await training.student.check()
  await training.book.click()
  await expect(card.dialog).toContainText('For Mia Parker')
  await expect(card.dialog).toContainText(`${className}: 2 sessions`)
  const dates = [first, second].map(({ class_date }) => new RegExp(`^${formatDay(class_date)}, `))
  await expect(card.dialog.getByRole('listitem')).toHaveText(dates)
  await card.payWith(testCard.declined)
  await expect(card.alert).toContainText('Payment failed: Your card was declined.')
  await card.payWith(testCard.pays)
  await expect(card.success).toContainText('$50.00')
  await expect(card.success).toContainText('Mia Parker')
  for (const { class_date } of [first, second])
    await expect(card.success).toContainText(dayInText(class_date, class_date))
  await card.success.getByRole('link', { name: 'Continue Browsing' }).click()
  for (const session of [first, second]) {
    // The page is a new one: nobody is chosen, so that it can be booked for someone else.
    await expect(training.row(session)).toContainText('Registered: Mia Parker')
    await expect(training.choice(session)).not.toBeChecked()
  }
  await expect(training.selection.getByRole('status')).toHaveText('No sessions selected')
  await page.goto('/account?tab=classes')
  await expect(page.getByRole('main').getByText(className)).toHaveCount(2)
  await page.goto('/account?tab=payments')
  for (const { class_date } of [first, second]) {
    await expect(page.getByRole('main')).toContainText(formatDay(class_date))
  }
})

test('a member pays less over the bank’s page; a checkout that is left frees its seats', {
  tag: '@desktop',
}, async ({ page, openCustomer }) => {
  await signInAsDemo(page.request, 'member')
  await addStudent(page.request)
  const [session] = (await freeSessions(page.request)).slice(-1)
  if (!session) throw new Error('The demo has no free sessions.')
  const there = `?page=${session.page}`
  const training = classPage(page)
  const card = checkout(page)
  await training.open(there)
  await expect(page.getByRole('region', { name: className })).toContainText(
    'Member price $21.25 instead of $25.00',
  )
  await training.choice(session).check()
  await expect(training.selection).toContainText('15% member discount')
  await training.student.check()

  // Someone else sees the seat go and come back, without loading the page again.
  const others = classPage(await openCustomer())
  await others.open(there)
  await expect(others.row(session)).toContainText(`${session.spots_left} spots left`)
  await training.book.click()
  await expect(card.pay).toHaveText('Pay $21.25')
  // Its fields come last and move the buttons.
  await expect(card.number).toBeVisible()
  await expect(others.row(session)).toContainText(`${session.spots_left - 1} spots left`)
  await card.dialog.getByRole('button', { name: 'Cancel' }).click()
  // The focus comes back when the seat is free again, a moment after the dialog has closed.
  await expect(training.book).toBeFocused()
  await expect(others.row(session)).toContainText(`${session.spots_left} spots left`)
  await expect(training.choice(session)).toBeChecked()

  await training.book.click()
  await card.payWith(testCard.asksTheBank)
  await card.answerBank('Complete')
  await expect(card.success).toContainText('$21.25')
  await expect(card.success.getByRole('link', { name: /Classes/ })).toHaveAttribute(
    'href',
    '/account?tab=classes',
  )
  // Nothing is left to say of it on the page where it was chosen.
  expect(await page.evaluate(() => Object.keys(localStorage))).not.toContain('dugout.kept-class-sessions')
  await training.open(there)
  await expect(training.row(session)).toContainText('Registered')
})

test('what cannot be booked or shown says so, in the right words', { tag: '@phone' }, async ({
  page,
  customer,
  allowProblem,
}) => {
  allowProblem(/status of (404|400|409|500|503)|50[03] /)
  expect(customer).not.toBe('')
  await addStudent(page.request)
  const training = classPage(page)
  const refuse = (status: number, json: object) =>
    page.route('**/api/payments/intents', (route) => route.fulfill({ status, json }))
  await training.open()
  await training.student.check()
  const box = training.list.getByRole('checkbox').first()
  const cases = [
    [
      'Payment Configuration Error',
      'There is a configuration issue',
      'No such key; a similar one exists in live mode',
    ],
    ['Payment Error', 'Stripe is not reachable', 'Stripe is not reachable'],
    ['Booking Error', 'There was an error processing your booking. Please try again.', 'out of luck'],
  ] as const
  for (const [title, said, message] of cases) {
    await box.check()
    await refuse(409, { code: 'told', message })
    await training.book.click()
    const dialog = page.getByRole('dialog', { name: title })
    await expect(dialog).toContainText(said)
    await dialog.getByRole('button', { name: 'OK' }).click()
    await page.unroute('**/api/payments/intents')
  }
  await page.route('**/api/payments/intents', (route) => route.fulfill({ status: 201, json: {} }))
  await training.book.click()
  await expect(page.getByRole('alert')).toContainText('Invalid payment response. Please try again.')

  // What costs nothing is booked without a card.
  await letBrowserDraw(page)
  const id = await classId(page.request)
  await page.route(`**/api/classes/${id}`, async (route) => {
    const details = await (await route.fetch()).json()
    return route.fulfill({ json: { ...details, class: { ...details.class, price: 0 } } })
  })
  await page.route('**/api/class-registrations', (route) =>
    route.fulfill({ status: 201, json: { registration_ids: ['00000000-0000-4000-8000-000000000001'] } }),
  )
  await training.open()
  await expect(page.getByRole('region', { name: className })).toContainText('Price per classFree')
  await box.check()
  await training.student.check()
  await expect(training.selection.getByRole('status')).toHaveText('1 session selected, Free')
  await training.book.click()
  const question = page.getByRole('dialog', { name: 'Book this session?' })
  await expect(question).toContainText(`${className} for Mia Parker. There is nothing to pay.`)
  await expectAccessible(page, [{ width: 390, colorScheme: 'dark' }])
  await question.getByRole('button', { name: 'Book 1 Session' }).click()
  const booked = page.getByRole('region', { name: 'Booking Confirmed!' })
  await expect(booked.getByRole('link', { name: 'View My Classes' })).toBeVisible()
  await expect(page).toHaveURL(/item=00000000-0000-4000-8000-000000000001$/)
  await booked.getByRole('link', { name: 'Continue Browsing' }).click()
  await expect(training.selection.getByRole('status')).toHaveText('No sessions selected')
  await page.unrouteAll({ behavior: 'wait' })

  const problem = { code: 'unavailable', message: 'Booking is briefly unavailable.' }
  await page.route(`**/api/classes/${id}`, (route) => route.fulfill({ status: 503, json: problem }))
  await page.goto(`/classes/${id}`)
  await expect(page.getByRole('heading', { name: 'Failed to load class details' })).toBeVisible()
  await page.unroute(`**/api/classes/${id}`)
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(page.getByRole('heading', { name: className })).toBeVisible()
  // The page of a class has the list with it.
  await page.route('**/api/classes', (route) => route.fulfill({ json: [] }))
  for (const unknown of ['00000000-0000-4000-8000-000000000000', 'nothing']) {
    await page.goto(`/classes/${unknown}`)
    await expect(page.getByRole('heading', { name: 'Class not found' })).toBeVisible()
  }
  await page.getByRole('link', { name: 'See all classes' }).click()
  await expect(page.getByText('No classes available.')).toBeVisible()
})

test('at a font size of 32 px no name of a class or coach breaks within a word', { tag: '@phone' }, async ({
  page,
}) => {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Page.setFontSizes', { fontSizes: { standard: 32 } })
  await page.goto('/coaches')
  await expect(page.getByRole('heading', { name: 'Tasha Broussard' })).toBeVisible()
  expect(await page.evaluate(brokenWords)).toEqual([])
  await page.goto('/classes')
  await expect(page.getByRole('heading', { name: className })).toBeVisible()
  expect(await page.evaluate(brokenWords)).toEqual([])
  await page.getByRole('link', { name: className }).click()
  await expect(page.getByRole('heading', { level: 1, name: className })).toBeVisible()
  expect(await page.evaluate(brokenWords)).toEqual([])
})

/** Words of headings that stand on two lines. */
function brokenWords(): string[] {
  const range = document.createRange()
  return [...document.querySelectorAll('main :is(h1, h2, h3)')].flatMap((heading) => {
    const texts = document.createTreeWalker(heading, NodeFilter.SHOW_TEXT)
    const broken: string[] = []
    while (texts.nextNode()) {
      for (const { 0: word, index } of (texts.currentNode.textContent ?? '').matchAll(/\p{L}+/gu)) {
        range.setStart(texts.currentNode, index)
        range.setEnd(texts.currentNode, index + word.length)
        if (new Set([...range.getClientRects()].map(({ top }) => top)).size > 1) broken.push(word)
      }
    }
    return broken
  })
}
