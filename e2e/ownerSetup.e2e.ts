import { devices, type Page } from '@playwright/test'
import { codeOf, secretOf } from '../server/test/authenticator.ts'
import { openMailServer, type TestMailServer } from '../server/test/mailServer.ts'
import { PASSWORD } from './accountForms.ts'
import { administer } from './administer.ts'
import { checkout, testCard } from './checkout.ts'
import { writeRows } from './facilityServer.ts'
import { expect, test as journeys } from './fixtures.ts'
import { confirmationLink } from './mailbox.ts'
import {
  addCoachOnPaper,
  addFirstCamp,
  addFirstClass,
  addHoliday,
  enterStripeKeys,
  importCustomers,
  retype,
  rewriteConfirmation,
  takeEverythingOut,
} from './ownerPages.ts'
import { newEmail, signIn } from './people.ts'

/** A facility of which nobody has entered anything, and nobody is an admin. */
const test = journeys.extend<{ mailServer: TestMailServer }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright demands the pattern of a fixture that needs no other
  mailServer: async ({}, use) => {
    const server = await openMailServer()
    await use(server)
    await server.down()
  },
})
test.use({ facility: 'empty' })

test('an owner makes an account with the printed code, does what is left and opens the doors; a stranger books on a phone and pays by card @desktop', async ({
  page,
  openBrowser,
  facilityServer,
  mailServer,
  allowProblem,
}) => {
  // A whole day in one: on a busy machine it takes two minutes and a half.
  test.slow()
  // The code that is wrong, the page that is gone, and the key that is missing.
  allowProblem(/400 \(Bad Request\)|403 \(Forbidden\)|404 \(Not Found\)/)
  const code = await administer(facilityServer, ['setup-code'])
  await page.goto('/')
  await page.getByRole('link', { name: 'Set Up This Site' }).click()
  await page.getByRole('button', { name: 'Create My Account' }).click()
  await expect(page.getByLabel('One-time Code')).toBeFocused()
  await page.getByLabel('One-time Code').pressSequentially('AAAA-AAAA')
  await page.getByLabel('Your Name').pressSequentially('Olive Owner')
  await page.getByLabel('Email', { exact: true }).pressSequentially('olive@empty.example')
  await page.getByLabel('Password', { exact: true }).pressSequentially('three strikes and out')
  await page.getByRole('button', { name: 'Create My Account' }).click()
  await expect(page.getByText('That code doesn’t work.')).toBeVisible()
  await expect(page.getByLabel('One-time Code')).toBeFocused()
  await page.getByLabel('One-time Code').press('ControlOrMeta+a')
  await page.getByLabel('One-time Code').pressSequentially(code.toLowerCase())
  await page.keyboard.press('Enter')

  await expect(page.getByRole('heading', { name: 'Your Place' })).toBeVisible()
  const preview = page.getByRole('complementary', { name: 'Your page, as you type' })
  await page.getByLabel('Name', { exact: true }).pressSequentially('Cypress Cages')
  await expect(preview.getByText('Cypress Cages')).toBeVisible()
  await page.getByLabel('Street Address').pressSequentially('1 Main Street')
  await page.getByLabel('City').pressSequentially('Beaumont')
  await page.getByLabel('State').pressSequentially('TX')
  await page.getByLabel('ZIP Code').pressSequentially('7770')
  await page.getByLabel('Phone').pressSequentially('409 555 0142')
  await expect(page.getByLabel('Phone'), 'the keys that a phone shows').toHaveAttribute('inputmode', 'tel')
  await page.getByLabel('Email', { exact: true }).pressSequentially('hello@empty.example')
  await expect(page.getByLabel('Time Zone'), 'the owner’s own').toHaveValue('Asia/Tokyo')
  await page.getByLabel('Time Zone').selectOption('Central Time (Chicago)')
  await page.getByLabel('Dates and Times').selectOption('Tue 24 Nov, 16:00 (United Kingdom)')
  await page.getByRole('button', { name: 'Save and Continue' }).click()
  await expect(page.getByText('Enter a ZIP code, like 77701 or 77701-1234.')).toBeVisible()
  await expect(page.getByLabel('ZIP Code')).toBeFocused()
  await page.keyboard.type('1')
  await page.reload()
  await expect(page.getByText('Restored what you typed.'), 'a reload loses nothing').toBeVisible()
  await expect(preview.getByText('Beaumont, TX 77701')).toBeVisible()
  await page.getByRole('button', { name: 'Save and Continue' }).click()

  await expect(page.getByRole('heading', { name: 'Hours' }), 'a screen reader goes on there').toBeFocused()
  await page.getByRole('switch', { name: 'Monday' }).click()
  await page.getByLabel('Monday, to').selectOption('21:30')
  for (const day of ['Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'])
    await page.getByRole('switch', { name: day }).click()
  await expect(page.getByLabel('Sunday, to'), 'as the days above').toHaveValue('21:30')
  await expect(preview).toContainText('NOW OPEN')
  await expect(preview).toContainText('Not public yet. You open it at the end.')
  await page.getByRole('button', { name: 'Save and Continue' }).click()

  await expect(page.getByRole('heading', { name: 'Cages' })).toBeVisible()
  await page.getByLabel('30 Minutes', { exact: true }).pressSequentially('24')
  await page.getByLabel('60 Minutes', { exact: true }).pressSequentially('24.50')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('+30 Minutes'), 'the price that is missing').toBeFocused()
  await page.keyboard.type('12')
  await page.getByRole('button', { name: 'Save and Continue' }).click()
  await expect(page.getByLabel('Name', { exact: true }).first(), 'the cages, to be looked at').toBeFocused()
  await expect(preview.getByText('$24/30MIN • $24.50/HOUR')).toBeVisible()
  const ofLast = page.getByLabel('30 Minutes', { exact: true }).last()
  await ofLast.press('ControlOrMeta+a')
  await ofLast.press('Backspace')
  await expect(preview.getByText('$24/30MIN • $24.50/HOUR'), 'while a price is empty').toBeVisible()
  await ofLast.pressSequentially('30')
  await expect(preview.getByText('FROM $24/30MIN • $24.50/HOUR')).toBeVisible()
  await page.getByRole('button', { name: 'Save and Continue' }).click()

  await expect(page.getByRole('heading', { name: 'Teams & Members' })).toBeVisible()
  const size = page.viewportSize() ?? { width: 1280, height: 800 }
  await page.setViewportSize({ width: 320, height: 640 })
  const steps = page.getByRole('navigation', { name: 'Steps' })
  const hidden = await steps.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)
  expect(hidden, 'every step fits on a small phone').toBe(0)
  await page.getByRole('button', { name: 'Preview' }).click()
  const small = page.getByRole('dialog', { name: 'Your Page' })
  await expect(small.getByText('FROM $24/30MIN • $24.50/HOUR')).toBeVisible()
  await small.getByRole('button', { name: 'Close' }).click()
  await page.setViewportSize(size)
  const ofMembers = page.getByLabel('Monthly Price')
  await ofMembers.click()
  await page.keyboard.type('89')
  await expect(ofMembers, 'in place of the 0').toHaveValue('89')
  await page.getByRole('button', { name: 'Save and Continue' }).click()
  await expect(page.getByRole('heading', { name: 'Look', exact: true })).toBeVisible()
  await page.getByLabel('Brand Color').pressSequentially('#1D6FD8')
  await page.getByRole('button', { name: 'Save and Continue' }).click()

  const goOn = () => page.getByRole('button', { name: 'Continue', exact: true }).click()
  await test.step('sales tax', async () => {
    await retype(page, 'Tax on Cages', '8.25')
    await page.getByRole('button', { name: 'Save and Continue' }).click()
  })
  await test.step('cards', async () => {
    await enterStripeKeys(page)
    await goOn()
  })
  await test.step('mail', async () => {
    await enterMailServer(page, mailServer)
    await goOn()
  })
  await test.step('coach, class and camp', async () => {
    await addCoachOnPaper(page, 'Pat Paper')
    await addFirstClass(page)
    await addFirstCamp(page, 'Pat Paper')
    const added = page.getByRole('list', { name: 'First offers' }).getByRole('listitem')
    await expect(added).toContainText(['Pat Paper', /Class1 class(?!,)/, 'Camp1 camp'])
    await goOn()
  })

  const list = page.getByRole('region', { name: 'Before You Open' })
  const openTheDoors = page.getByRole('button', { name: 'Open the Doors' })
  await expect(list).toContainText(/8 of 13 done · 3 needed, about \d+ min/)
  await expect(openTheDoors).toBeDisabled()
  // A stranger is told at once, and can log in.
  const stranger = await openBrowser(devices['Pixel 7'])
  await stranger.goto('/book-cage')
  await expect(stranger.getByRole('heading', { name: 'Opening Soon' })).toBeVisible()
  await stranger.getByRole('button', { name: 'Menu' }).click()
  await expect(stranger.getByRole('link', { name: 'Login' })).toBeVisible({ timeout: 5_000 })

  await test.step('holiday', async () => {
    await page.goto('/admin/settings?section=special-days')
    await addHoliday(page)
  })
  await test.step('own words', async () => {
    await page.goto('/admin/settings?tab=email-templates')
    await rewriteConfirmation(page, 'See you in the cage!')
  })
  await test.step('import and export', async () => {
    await page.goto('/admin/settings?section=data')
    await importCustomers(page)
    await page.goto('/admin/settings?section=data')
    await takeEverythingOut(page)
  })
  await page.goto('/admin/dashboard')
  await list.getByRole('link', { name: 'Turn On: Two-step login for admins' }).click()
  await turnOnSecondFactor(page)
  await page.goto('/admin/dashboard')
  await list.getByRole('link', { name: 'Read: Terms' }).click()
  const text = page.getByLabel('Text', { exact: true })
  await text.press('ControlOrMeta+Home')
  await text.pressSequentially('# Our cages\nOne batter at a time.\n\n')
  await page.getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByText('Published. Your site shows it now.')).toBeVisible()
  await page.goto('/admin/dashboard')
  await expect(list).toContainText('10 of 13 done · 1 needed')
  await list.getByRole('link', { name: 'Try It: Test booking' }).click()
  await expect(page.getByText('Only staff see this page.')).toBeVisible()
  await bookLastFree(page)
  await page.goto('/account?tab=bookings')
  await page.getByRole('button', { name: /^Cancel: Cage/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel booking' }).click()
  await expect(page.getByText(/Your booking is canceled/)).toBeVisible()

  await page.goto('/admin/dashboard')
  await openTheDoors.click()
  await expect(page.getByText('Your doors are open: people can book now.')).toBeVisible()
  await expect(page.getByRole('region', { name: 'What is left to do' })).toContainText('11 of 13 done')
  expect(await administer(facilityServer, ['check'])).toContain('Nothing that is needed is missing.')

  const email = newEmail()
  await stranger.goto('/terms')
  await expect(stranger.getByText('One batter at a time.')).toBeVisible()
  await expect(stranger.getByText('16:00–21:30').first(), 'times as the owner chose').toBeAttached()
  await stranger.goto('/coaches')
  await expect(stranger.getByRole('img', { name: 'Pat Paper' }).first()).toBeVisible()
  await stranger.goto('/auth?mode=signup&redirect=%2Fbook-cage')
  const form = stranger.getByRole('form', { name: 'Create Account' })
  await form.getByLabel('Full Name').pressSequentially('Robin Batter')
  await form.getByLabel('Email').pressSequentially(email)
  await form.getByLabel('Password', { exact: true }).pressSequentially(PASSWORD)
  await form.getByLabel('Confirm Password').pressSequentially(PASSWORD)
  await form.getByRole('checkbox').tap()
  await stranger.getByRole('button', { name: 'Create Account', exact: true }).tap()
  await expect(stranger.getByText(/Please check .* for your confirmation link/)).toBeVisible()
  await stranger.goto(await confirmationIn(mailServer, email))
  await stranger.getByRole('button', { name: 'Confirm and Log In' }).tap()
  await expect(stranger.getByRole('heading', { name: 'Book Cage' })).toBeVisible()
  await chooseLastFree(stranger)
  await stranger.getByRole('button', { name: 'Pay with Card' }).tap()
  const card = checkout(stranger)
  await card.fill(testCard.pays)
  await card.pay.tap()
  await expect(card.success).toContainText('Paid · Visa ending in 4242')
  await expect.poll(() => mailTo(mailServer, email), { timeout: 15_000 }).toContain('See you in the cage!')

  await page.goto('/setup')
  await expect(page.getByLabel('One-time Code')).toHaveCount(0)
})

test('an owner closes the doors for the winter and opens them again @desktop', async ({
  page,
  openBrowser,
  facilityServer,
}) => {
  const owner = 'winter@empty.example'
  const printed = await administer(facilityServer, ['create', owner, 'Winter Owner'])
  await signIn(page.request, owner, /^Password: (\S+)/m.exec(printed)?.[1] ?? '')
  const place = { name: 'Cypress Cages', street_address: '1 Main Street', phone: '(409) 555-0142' }
  await writeRows(facilityServer, (db) =>
    db
      .updateTable('facility')
      .set({ ...place, opened_at: null, closed_at: null })
      .execute(),
  )
  await expect(administer(facilityServer, ['open-doors'])).rejects.toThrow(
    /Missing: .*Two-step login for admins/,
  )
  expect(await administer(facilityServer, ['open-doors', '--anyway'])).toContain('people can book')
  await page.goto('/admin/settings?section=doors')
  await page.getByRole('button', { name: 'Close the Doors' }).click()
  const dialog = page.getByRole('dialog', { name: 'Close the doors?' })
  const close = dialog.getByRole('button', { name: 'Close the Doors' })
  await expect(close).toBeDisabled()
  await dialog.getByLabel('What People Read').pressSequentially('Closed for the winter. Back on March 1.')
  await close.click()
  await expect(page.getByText('Your doors are closed.')).toBeVisible()
  const stranger = await openBrowser()
  await stranger.goto('/camps')
  await expect(stranger.getByRole('heading', { name: 'Closed for Now' })).toBeVisible()
  await expect(stranger.getByText('Closed for the winter. Back on March 1.')).toBeVisible()
  await page.getByRole('button', { name: 'Open the Doors' }).click()
  await expect(page.getByText('Your doors are open: people can book now.')).toBeVisible()
  await expect(async () => {
    await stranger.goto('/camps')
    await expect(stranger.getByRole('heading', { name: 'Closed for Now' })).toHaveCount(0, { timeout: 500 })
  }).toPass({ timeout: 10_000 })
})

/** Enters a server that is away first, reads what it says, and then the right one. */
async function enterMailServer(page: Page, server: TestMailServer): Promise<void> {
  const field = (label: string) => page.getByLabel(label, { exact: true })
  await field('Server').pressSequentially('127.0.0.1')
  await field('Port').press('ControlOrMeta+a')
  await field('Port').pressSequentially('1')
  await field('Security').selectOption('None')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Mail goes out through 127.0.0.1.')).toBeVisible()
  const test = page.getByRole('button', { name: 'Send a Test to Me' })
  await test.click()
  await expect(
    page.getByText(
      /The server can’t be reached\. Check server, port and security\. The answer was: .*ECONNREFUSED/,
    ),
  ).toBeVisible()
  await field('Port').press('ControlOrMeta+a')
  await field('Port').pressSequentially(new URL(server.url).port)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Saved. Send a test to see whether it works.').first()).toBeVisible()
  await test.click()
  await expect(page.getByText(/The server took a test message to olive@empty\.example/)).toBeVisible()
}

async function turnOnSecondFactor(page: Page): Promise<void> {
  await page.getByLabel('Current Password').pressSequentially('three strikes and out')
  await page.getByRole('button', { name: 'Set up' }).click()
  const link = page.getByRole('link', { name: 'Add to an app on this device' })
  const secret = secretOf((await link.getAttribute('href')) ?? '')
  await page.getByLabel('Code that the app shows now').pressSequentially(codeOf(secret))
  await page.keyboard.press('Enter')
  await page.getByLabel('I have kept these codes').check()
  await page.getByRole('button', { name: 'Done' }).click()
}

/** The last free half hour, of today or of the next day that has one: the first may begin while it is chosen. */
async function chooseLastFree(page: Page): Promise<void> {
  const free = page.getByRole('button', { name: /^Cage .*, available$/ })
  const nextDay = page.getByRole('main').getByRole('button', { name: /^Next free/ })
  await expect(free.or(nextDay).first()).toBeVisible()
  if (!(await free.first().isVisible())) await nextDay.first().click()
  await free.last().click()
  await page.getByRole('button', { name: 'Book Selected' }).click()
}

async function bookLastFree(page: Page): Promise<void> {
  await chooseLastFree(page)
  await page
    .getByRole('dialog', { name: 'Confirm Your Booking' })
    .getByRole('button', { name: 'Pay on Arrival' })
    .click()
  await expect(page.getByText(/^Booking confirmed/).first()).toBeVisible()
}

/** The newest mail to an address. */
const mailTo = ({ received }: TestMailServer, email: string): string =>
  received
    .findLast(({ to }) => to.includes(email))
    ?.raw.replace(/=\r\n/g, '')
    .replaceAll('=3D', '=') ?? ''

async function confirmationIn(server: TestMailServer, email: string): Promise<string> {
  const found = () => confirmationLink.exec(mailTo(server, email))?.[0] ?? ''
  await expect.poll(found, { timeout: 15_000 }).not.toBe('')
  return found()
}
