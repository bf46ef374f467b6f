import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { facilityDay, instantOf } from '../shared/domain/time/time.ts'
import { formatDay, formatTimeRange } from '../shared/domain/time/timeFormat.ts'
import { expectAccessible } from './accessible.ts'
import { bookWalkIn, chooseFreeStart, chooseOpenDay, getFacility } from './facilityDays.ts'
import { writeRows } from './facilityServer.ts'
import { expect, test } from './fixtures.ts'
import { submitUntilGone } from './impatient.ts'
import { answerAfterNews } from './liveNews.ts'
import { signInAsDemo } from './people.ts'

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })
const row = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

async function openBookings(page: Page, query = '') {
  await page.goto(`/admin/bookings${query}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Bookings' })).toBeVisible()
}

/** Cages that are free at the time that is chosen. */
const freeCages = (form: Locator) => form.getByRole('group', { name: 'Cages' }).locator('input:enabled')

test('creates a booking of two cages for an existing user by keyboard', {
  tag: ['@desktop', '@quick'],
}, async ({ page }) => {
  await signInAsDemo(page.request, 'desk')
  await openBookings(page, '?search=casey')
  await page.getByRole('button', { name: 'Create Booking' }).press('Enter')
  const form = dialog(page, 'Create Booking')
  await expect(form.getByLabel('Customer', { exact: true })).toBeFocused()

  // What is missing is said at its field, in the words of the specification.
  const create = form.getByRole('button', { name: 'Create Booking' })
  await create.press('Enter')
  await expect(form.getByText('Please select an existing user.')).toBeVisible()
  await expect(form.getByText('Select at least one cage.')).toBeVisible()
  await expect(form.getByText('Start time is required.')).toBeVisible()
  await expect(form.getByLabel('Customer', { exact: true })).toBeFocused()
  await expectAccessible(page)

  await page.keyboard.type('casey landry')
  await expect(form.getByRole('listbox').getByRole('option')).toHaveText([/^Casey Landry/])
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(form.getByLabel('Customer', { exact: true })).toHaveValue('Casey Landry')
  await chooseOpenDay(form, 4)
  const start = await chooseFreeStart(form)
  await freeCages(form).nth(0).press('Space')
  await freeCages(form).nth(1).press('Space')
  const from = new Date(`${await form.getByLabel('Date').inputValue()}T${start}Z`)
  const to = new Date(from.getTime() + 60 * 60_000)
  const chosen = form.getByRole('group', { name: 'Cages' }).getByRole('checkbox', { checked: true })
  const cages = await chosen.evaluateAll((inputs) => inputs.map((input) => input.nextSibling?.textContent))
  // Two hours of cage time at 30 dollars, and 15 percent off for the member.
  await expect(form.getByLabel('Total cost')).toHaveText('$51.00')
  // Who is signed in is asked for again after five minutes. The dialog, which the address opens, does not wait for the answer.
  await page.clock.setSystemTime(Date.now() + 6 * 60_000)
  const session = Promise.withResolvers<void>()
  await page.route('/api/me/session', async (route) => {
    await session.promise
    await route.continue()
  })
  const changes = await submitUntilGone(page, 'form[aria-label="Create booking"]')
  await expect(form).toBeHidden()
  await expect(page.getByText(/^Booked for Casey Landry: Cage \d and Cage \d\.$/).first()).toBeVisible()
  expect(changes).toEqual([expect.stringMatching(/^\/api\/customers\/.+\/bookings$/)])
  session.resolve()

  await page.getByRole('searchbox', { name: 'Search bookings' }).fill('casey landry')
  await expect(page).toHaveURL(/search=casey.{1,3}landry/)
  // The demo facility, and a first try of this journey, may have booked two cages for Casey too.
  const booked = page
    .getByRole('row')
    .filter({ hasText: `${cages.join(', ')} · 2 bookings` })
    .filter({ hasText: formatDay(facilityDay(from, 'UTC'), 'dense') })
    .filter({ hasText: formatTimeRange(from, to, 'UTC') })
  await expect(booked).toBeVisible()
  const toFile = page.getByRole('link', { name: 'Export bookings as a CSV file' })
  // The address is the new one a moment before the page is.
  await expect(toFile).toHaveAttribute('href', /search_query=casey.{1,3}landry/)
  const [file] = await Promise.all([page.waitForEvent('download'), toFile.click()])
  expect(file.suggestedFilename()).toMatch(/\.csv$/)
  const lines = (await readFile(await file.path(), 'utf8')).trim().split('\r\n')
  expect(lines.length).toBeGreaterThan(2)
  // Other journeys register children in classes of a coach or an account of that name.
  const rented = lines.slice(1).filter((line) => line.includes('Cage Booking'))
  expect(rented.filter((line) => !line.includes('Casey Landry'))).toEqual([])

  // What had the focus is deleted, and so is the button that takes it back: the focus stays in the list (WCAG 2.4.3).
  const inList = page.locator('[data-open]:focus')
  await booked.getByRole('button', { name: /^Actions for/ }).press('Enter')
  await page.getByRole('menuitem', { name: 'Delete Booking' }).press('Enter')
  const deletion = dialog(page, 'Delete Booking')
  const remove = deletion.getByRole('button', { name: 'Delete Booking' })
  // Until it is known what can be given back, and nothing happens at a press.
  await expect(remove).toBeEnabled()
  await answerAfterNews(page, '**/api/bookings/*', '/api/admin/bookings?')
  await remove.press('Enter')
  // Until then the only Undo is the one of having booked it.
  await expect(deletion).toBeHidden()
  await expect(booked).toBeHidden()
  await expect(inList).toBeVisible()
  await page.getByRole('button', { name: /^Undo/ }).press('Enter')
  await expect(booked).toBeVisible()
  await expect(inList).toBeVisible()
})

test('books a new person, writes down contact, cancels and deletes', { tag: '@phone' }, async ({
  page,
  allowProblem,
}) => {
  allowProblem(/409/)
  await signInAsDemo(page.request, 'desk')
  await openBookings(page, '?create=true')
  const form = dialog(page, 'Create Booking')
  // As fast as a clerk types: those who were found for nothing yet are still listed.
  await form.getByLabel('Customer', { exact: true }).click()
  await expect(form.getByRole('listbox', { name: 'Users found' }).getByRole('option')).toHaveCount(10)
  await page.keyboard.type('Nora Newcomer')
  await page.keyboard.press('Tab')
  await expect(form.getByRole('textbox', { name: 'Phone' })).toBeFocused()
  await form.getByLabel('Customer', { exact: true }).press('Enter')
  await expect(form.getByRole('textbox', { name: 'Phone' })).toBeFocused()
  const create = form.getByRole('button', { name: 'Create Booking' })
  await create.click()
  await expect(form.getByText('Either email or phone number is required.')).toBeVisible()
  // The number of someone who is known is offered while it is typed.
  await form.getByRole('textbox', { name: 'Phone' }).fill('409 555 0151')
  await expect(form.getByRole('button', { name: /Bailey Nguyen/ })).toBeVisible()
  await form.getByRole('textbox', { name: 'Phone' }).fill('409 555 0199')
  await expect(form.getByText('No email, so no one is told.'), 'nobody to ask about').toBeVisible()
  await expect(form.getByRole('checkbox', { name: 'Tell the customer' })).toBeHidden()
  await expect(form.getByRole('button', { name: /Bailey Nguyen/ })).toBeHidden()
  await chooseOpenDay(form, 3)
  // Before the facility opens: only with a reason.
  await form.getByRole('button', { name: 'Other Times' }).click()
  await form.getByRole('radio', { name: '8:00 AM · closed' }).check()
  await freeCages(form).first().check()
  await create.click()
  await expect(form.getByText('The facility is closed at that time.')).toBeVisible()
  await form.getByLabel('Reason').fill('Team practice before school')
  await create.click()
  await expect(form).toBeHidden()

  await openBookings(page, '?search=nora')
  await row(page, 'Nora Newcomer').click()
  const details = dialog(page, 'Booking Details')
  await details.getByRole('button', { name: 'Edit Contact' }).click()
  const contact = dialog(page, 'Edit Contact')
  await contact.getByLabel('Email').fill('nora@example.test')
  await contact.getByRole('button', { name: 'Save Contact' }).click()
  await expect(details.getByRole('link', { name: 'nora@example.test' })).toBeVisible()

  await details.getByRole('button', { name: 'Edit', exact: true }).click()
  const edit = dialog(page, 'Edit Booking')
  await edit.getByLabel('Notes').fill('Brings an own bat')
  await edit.getByRole('button', { name: 'Save Changes' }).click()
  await expect(edit).toBeHidden()
  await expect(details.getByText('Brings an own bat')).toBeVisible()

  await details.getByRole('button', { name: 'Actions for Nora Newcomer' }).click()
  await page.getByRole('menuitem', { name: 'Delete Booking' }).click()
  const remove = dialog(page, 'Delete Booking')
  await expect(remove.getByText('Nora Newcomer · Cage')).toBeVisible()
  // The live news of its deletion, which come first, do not ask for it once more behind the dialog.
  await answerAfterNews(page, '**/api/guest-bookings/*', '/api/admin/bookings?')
  await remove.getByRole('button', { name: 'Delete Booking' }).click()
  await expect(remove).toBeHidden()
  await expect(details).toBeHidden()
  await expect(row(page, 'Nora Newcomer')).toBeHidden()
})

test('tells the second of two desks what changed and keeps what was typed', { tag: '@desktop' }, async ({
  page,
  allowProblem,
}) => {
  allowProblem(/409/)
  await signInAsDemo(page.request, 'desk')
  const cages = (await (await page.request.get('/api/cages')).json()) as { id: string; name: string }[]
  const id = await bookWalkIn(page.request, 'Wanda Walker')
  await openBookings(page, `?open=${id}`)
  await dialog(page, 'Booking Details').getByRole('button', { name: 'Edit', exact: true }).click()
  const edit = dialog(page, 'Edit Booking')
  await edit.getByLabel('Notes').fill('Comes with a coach')

  /** What the other desk does at the same time. */
  const moveElsewhere = async (cage: number) => {
    const change = { data: { new_cage_id: cages[cage]?.id } }
    expect((await page.request.patch(`/api/guest-bookings/${id}`, change)).status()).toBe(200)
  }
  await moveElsewhere(1)
  await edit.getByRole('button', { name: 'Save Changes' }).click()
  // However far the form is scrolled, beside the buttons.
  await expect(edit.getByRole('alert').getByText(/Failed to save:/)).toBeInViewport({ ratio: 1 })
  await edit.getByRole('button', { name: /Load the Latest/ }).click()
  await expect(edit.getByLabel('Cage')).toHaveValue(cages[1]?.id ?? '')
  await expect(edit.getByLabel('Notes')).toHaveValue('Comes with a coach')
  await edit.getByRole('button', { name: 'Save Changes' }).click()
  await expect(edit).toBeHidden()
  const details = dialog(page, 'Booking Details')
  await expect(details.getByText('Comes with a coach')).toBeVisible()
  await expect(details.getByRole('definition').filter({ hasText: 'Cage 2' })).toBeVisible()

  // A move is refused once, shows where the booking is now, and then goes on from there.
  const choose = async (action: string) => {
    await details.getByRole('button', { name: 'Actions for Wanda Walker' }).click()
    await page.getByRole('menuitem', { name: action, exact: true }).click()
  }
  await choose('Move…')
  const move = dialog(page, 'Move Booking')
  await move.getByLabel('Cage').selectOption('Cage 3')
  await moveElsewhere(0)
  await move.getByRole('button', { name: 'Move Booking' }).click()
  await expect(move.getByText(/cage Cage 2 → Cage 1\. Nothing was overwritten/)).toBeVisible()
  await expect(move.getByText('Wanda Walker · Cage 1')).toBeVisible()
  await move.getByRole('button', { name: 'Move Booking' }).click()
  await expect(move).toBeHidden()
  await expect(details.getByRole('definition').filter({ hasText: 'Cage 3' })).toBeVisible()

  // What is asked before a cancellation is about the booking as it is now.
  await choose('Cancel Booking')
  const ending = page.getByRole('alertdialog').or(dialog(page, 'Cancel Booking'))
  await expect(ending.getByText('Wanda Walker · Cage 3')).toBeVisible()
  await moveElsewhere(1)
  await expect(ending.getByText('Wanda Walker · Cage 2')).toBeVisible()
  await ending.getByRole('button', { name: 'Keep It' }).click()

  // The status asks how it is paid, and the form goes on with what was typed.
  await details.getByRole('button', { name: 'Edit', exact: true }).click()
  await edit.getByLabel('Notes').fill('Comes with a coach, paid')
  await edit.getByLabel('Status').selectOption('Paid')
  const taking = dialog(page, 'Take Payment')
  await expect(taking.getByRole('listitem')).toContainText('Cage 2')
  await taking.getByRole('radio', { name: /^Card/ }).check()
  await taking.getByRole('button', { name: /^Paid \$.* by Card$/ }).click()
  await expect(taking).toBeHidden()
  await expect(edit.getByLabel('Status')).toHaveValue('paid')
  await expect(edit.getByLabel('Notes')).toHaveValue('Comes with a coach, paid')
  await edit.getByRole('button', { name: 'Save Changes' }).click()
  await expect(edit).toBeHidden()

  // Paid, and a part of it given back, in the same details.
  await expect(details.getByRole('button', { name: 'Take Payment' })).toBeHidden()
  await expect(details.getByText('Desk card')).toBeVisible()
  await details.getByRole('button', { name: 'Refund', exact: true }).click()
  const refund = dialog(page, 'Refund')
  await refund.getByRole('radio', { name: 'Other Up to' }).check()
  await refund.getByLabel('Amount in Dollars').fill('1')
  await refund.getByLabel('Reason').fill('The net was torn')
  await refund.getByLabel('I’ve already refunded it').check()
  await refund.getByRole('button', { name: 'Refund $1.00' }).click()
  await expect(page.getByText('$1.00 was refunded.')).toBeVisible()
  await expect(details).toBeVisible()
})

test('asks for days, kind and what is unpaid, reads what it comes to, and keeps it in the address', {
  tag: '@desktop',
}, async ({ page }) => {
  await signInAsDemo(page.request, 'desk')
  await openBookings(page)
  const days = page.getByRole('group', { name: 'Days' })
  const total = page.getByText(/^\d+ bookings? · \$/)
  await days.getByRole('button', { name: 'This Week' }).click()
  await expect(page).toHaveURL(/range=week/)
  await expect(total).toBeVisible()
  await page.getByRole('button', { name: 'Lessons', exact: true }).click()
  await expect(page).toHaveURL(/kind=lesson/)
  await page.reload()
  await expect(days.getByRole('button', { name: 'This Week' })).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByRole('button', { name: 'Lessons', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  // A wide window has room for a phone number and the beginning of an address.
  await page.setViewportSize({ width: 1920, height: 1000 })
  const contact = page.getByRole('cell', { name: /^\(409\) / }).first()
  expect((await contact.boundingBox())?.width).toBeGreaterThan(200)
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.getByRole('button', { name: 'Unpaid, Past' }).click()
  await expect(page.getByLabel('Status', { exact: true })).toHaveValue('pending payment')
  await expect(page).not.toHaveURL(/range=/)
  await days.getByRole('button', { name: 'Custom' }).click()
  await page.getByLabel('From', { exact: true }).fill('2030-01-01')
  await page.getByLabel('From', { exact: true }).press('Enter')
  await expect(page.getByRole('heading', { name: 'No bookings found' })).toBeVisible()
  await page.getByRole('button', { name: 'Clear', exact: true }).click()
  await expect(page).toHaveURL(/\/admin\/bookings$/)
  await expect(page.locator('[data-open]').first()).toBeVisible()
})

test('writes to two who were picked, checks them in together, and cancels one from the same menu', async ({
  page,
  facilityServer,
  allowProblem,
  isMobile,
}) => {
  allowProblem(/409/)
  await signInAsDemo(page.request, 'desk')
  const name = `Pair ${crypto.randomUUID().slice(0, 6)}`
  const { time_zone } = await getFacility(page.request)
  const today = facilityDay(new Date(), time_zone)
  const cages = (await (await page.request.get('/api/cages')).json()) as { id: string }[]
  // At midnight, when nobody else books: over, but for the first hour of a day. The other layout may have booked the first cage.
  const cage = cages[isMobile ? 1 : 0]
  const start_time = instantOf(today, '00:00', time_zone)
  const half = (n: number) => new Date(start_time.getTime() + n * 30 * 60_000)
  const guests = ['One', 'Two'].map((last, n) => ({
    ...{ guest_name: `${name} ${last}`, guest_phone: '(409) 555-0100', cage_id: cage?.id ?? '' },
    guest_email: n === 0 ? 'pair.one@guests.test' : null,
    ...{ start_time: half(n), end_time: half(n + 1), total_cost: '20' },
  }))
  await writeRows(facilityServer, (db) => db.insertInto('bookings').values(guests).execute())
  await openBookings(page, `?search=${encodeURIComponent(name)}`)
  await expect(page.locator('[data-open]')).toHaveCount(2)
  if (isMobile) {
    await page.getByRole('button', { name: `Actions for ${name} One` }).tap()
    await page.getByRole('menuitem', { name: 'Select' }).tap()
    // From then on a press anywhere on a card picks it.
    await row(page, `${name} Two`).tap()
  } else {
    await page.locator('[data-open]').first().focus()
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('Space')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('Space')
  }
  await expect(page.getByText('2 selected')).toBeVisible()
  await expectAccessible(page)
  // What can be done with them is the same on a phone.
  if (isMobile) return
  await page.getByRole('button', { name: 'Message', exact: true }).press('Enter')
  const message = dialog(page, 'Message Customers')
  await expect(message.getByText('About 2 bookings.')).toBeVisible()
  await expect(message.getByRole('list', { name: 'Recipients' })).toContainText(`${name} One`)
  await expect(message.getByRole('list', { name: 'Without an email address' })).toContainText(`${name} Two`)
  await message.getByLabel('Subject').fill('The net is torn')
  await message.getByLabel('Message', { exact: true }).fill('Please ask at the desk for another cage.')
  await message.getByRole('button', { name: 'Preview' }).click()
  await dialog(page, 'Check the Message').getByRole('button', { name: 'Send to 1 Person' }).click()
  const sent = page.getByRole('dialog', { name: /^(Sending Message|Message Sent)$/ })
  await expect(sent.getByText(/ and 1 more$/)).toBeVisible()
  await sent.getByRole('button', { name: 'Close' }).last().click()
  await expect(page.getByText('2 selected')).toBeVisible()
  await page.getByRole('button', { name: 'Check In 2 Bookings' }).press('Enter')
  await expect(page.getByRole('button', { name: /^Undo/ })).toBeVisible()
  await expect(page.getByText('2 selected')).toBeHidden()

  await page.getByRole('button', { name: `Actions for ${name} One` }).click()
  await page.getByRole('menuitem', { name: 'Cancel Booking' }).click()
  const cancel = dialog(page, 'Cancel Booking')
  await expect(cancel.getByText('Are you sure you want to cancel this booking?')).toBeVisible()
  await cancel.getByRole('button', { name: 'Cancel Booking' }).click()
  if (Date.now() > half(1).getTime()) {
    await cancel.getByLabel('Reason').fill('The net was torn')
    await cancel.getByRole('button', { name: 'Cancel Booking' }).click()
  }
  await expect(cancel).toBeHidden()
  await expect(page.locator('[data-row]').filter({ hasText: `${name} One` })).toContainText('Canceled')
})
