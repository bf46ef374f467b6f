import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { expectAccessible } from './accessible.ts'
import { bookHalfHour, emptyDay, getFacility } from './facilityDays.ts'
import { expect, test } from './fixtures.ts'
import { createCustomer, DEMO_PASSWORD, letProofsExpire, signIn, signInAsDemo } from './people.ts'

const openSection = async (page: Page, section: string, title: string) => {
  await page.goto(`/admin/settings?section=${section}`)
  await expect(page.getByRole('heading', { level: 2, name: title })).toBeVisible()
}
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })

test('an admin changes what the home page says, with a preview, and takes it back', {
  tag: ['@phone', '@quick'],
}, async ({ page, openBrowser }) => {
  const visitor = await openBrowser()
  await visitor.goto('/')
  await signInAsDemo(page.request, 'admin')
  await openSection(page, 'home', 'Home Page')
  const announcement = page.getByLabel('Announcement')
  const before = await announcement.inputValue()
  await announcement.fill('OPEN UNTIL MIDNIGHT')

  await page.getByRole('button', { name: 'Preview Changes' }).click()
  const preview = dialog(page, 'Preview Changes')
  await expect(preview.getByText(before)).toBeVisible()
  await expect(preview.getByText('OPEN UNTIL MIDNIGHT')).toBeVisible()
  await expect(preview.getByText('Home page', { exact: false }).first()).toBeVisible()
  await preview.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Home Page saved.')).toBeVisible()
  await visitor.reload()
  await expect(visitor.getByRole('heading', { name: 'OPEN UNTIL MIDNIGHT' })).toBeVisible()

  await page.getByRole('button', { name: 'Restore Previous' }).click()
  await expect(announcement).toHaveValue(before)
  await page.getByRole('button', { name: 'Preview Changes' }).click()
  await preview.getByRole('button', { name: 'Save Changes' }).click()
  await expect(preview).toBeHidden()
  await visitor.reload()
  await expect(visitor.getByRole('heading', { name: before })).toBeVisible()
})

test('an admin names an account of the journal, and the file of the sales report has it', {
  tag: '@phone',
}, async ({ page }) => {
  await signInAsDemo(page.request, 'admin')
  await page.goto('/admin/reports/sales')
  await page.getByRole('link', { name: 'Name Accounts' }).click()
  await expect(page.getByRole('heading', { level: 2, name: 'Journal Accounts' })).toBeVisible()
  const cash = page.getByLabel('Cash', { exact: true })
  await expect(cash).toHaveAttribute('placeholder', 'Cash')
  await cash.fill('1000 Petty Cash')
  await expectAccessible(page, [{ width: 390, colorScheme: 'dark' }])
  const save = async (from: string, to: string) => {
    await page.getByRole('button', { name: 'Preview Changes' }).click()
    const preview = dialog(page, 'Preview Changes')
    await expect(preview.getByText('Journal Accounts: Cash')).toBeVisible()
    await expect(preview.getByText(from, { exact: true })).toBeVisible()
    await expect(preview.getByText(to, { exact: true })).toBeVisible()
    await preview.getByRole('button', { name: 'Save Changes' }).click()
    await expect(preview).toBeHidden()
  }
  await save('Cash', '1000 Petty Cash')
  const journal = await page.request.get('/api/admin/journal.csv?from=2020-01-01&to=2099-12-31')
  expect(await journal.text()).toContain(',1000 Petty Cash,')
  // As other journeys expect it.
  await cash.clear()
  await save('1000 Petty Cash', 'Cash')
})

test('mistakes stand at their fields, what is unsaved is asked for, and a second admin is told', {
  tag: '@desktop',
}, async ({ page, openBrowser, allowProblem }) => {
  allowProblem(/400|409/)
  await signInAsDemo(page.request, 'admin')
  await openSection(page, 'contact', 'Name & Contact')
  await page.getByLabel('Phone').fill('12')
  await page.getByLabel('Name', { exact: true }).fill('')
  await page.getByRole('button', { name: 'Preview Changes' }).click()
  await expect(page.getByLabel('Name', { exact: true })).toBeFocused()
  await expect(page.getByText('Must not be empty.')).toBeVisible()

  await page.getByRole('link', { name: 'Opening Hours' }).click()
  await dialog(page, 'Leave without saving?').getByRole('button', { name: 'Discard Changes' }).click()
  await expect(page.getByRole('heading', { level: 2, name: 'Opening Hours' })).toBeVisible()

  const other = await openBrowser()
  await signInAsDemo(other.request, 'admin')
  await openSection(other, 'home', 'Home Page')
  await openSection(page, 'home', 'Home Page')
  const save = async (by: Page, text: string) => {
    await by.getByLabel('Rate Line').fill(text)
    await by.getByRole('button', { name: 'Preview Changes' }).click()
    await dialog(by, 'Preview Changes').getByRole('button', { name: 'Save Changes' }).click()
  }
  await page.getByLabel('Rate Line').fill('Second')
  await save(other, 'First')
  await expect(other.getByText('Home Page saved.')).toBeVisible()
  await page.getByRole('button', { name: 'Preview Changes' }).click()
  await dialog(page, 'Preview Changes').getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText(/changed these settings while you were editing/)).toBeVisible()
  await page.getByRole('button', { name: 'Continue With Mine' }).click()
  await expect(page.getByLabel('Rate Line')).toHaveValue('Second')
  await page.getByRole('button', { name: 'Preview Changes' }).click()
  await expect(dialog(page, 'Preview Changes').getByText('First')).toBeVisible()
  await page.keyboard.press('Escape')
  // Empty, the line follows the prices again, as the journeys after this one expect.
  await save(page, '')
  await expect(page.getByText('Home Page saved.')).toBeVisible()
})

test('closes cages by keyboard over what is booked; a proof that is due is given by mouse, and progress is shown', {
  tag: '@desktop',
}, async ({ page, openBrowser, facilityServer, allowProblem }) => {
  allowProblem(/status of 403/)
  const customer = await openBrowser()
  await signIn(customer.request, await createCustomer(customer.request))
  const day = await emptyDay(customer.request)
  await bookHalfHour(customer.request, { day, cage: 'Cage 2', wallTime: '17:00' })
  await signInAsDemo(page.request, 'admin')
  await openSection(page, 'closures', 'Closures')
  await page.getByRole('button', { name: 'Close Cages' }).focus()
  await page.keyboard.press('Enter')
  const form = dialog(page, 'Close Cages')
  await form.getByLabel('Cage 2').focus()
  await page.keyboard.press('Space')
  await form.getByLabel('First Day').fill(day)
  await form.getByLabel('Reason').focus()
  await page.keyboard.type('New nets')
  await page.keyboard.press('Enter')
  await expect(form.getByRole('status')).toHaveText(/1 booking is affected/)
  await expect(form.getByText('Robin Batter')).toBeVisible()
  await form.getByRole('radio', { name: /Cancel, Tell and Refund/ }).focus()
  await page.keyboard.press('Space')
  await letProofsExpire(facilityServer)
  await form.getByRole('button', { name: 'Close and Cancel Them' }).focus()
  await page.keyboard.press('Enter')
  const proof = dialog(page, 'Confirm It’s You')
  await proof.getByLabel('Current Password').click()
  await page.keyboard.type(DEMO_PASSWORD)
  await proof.getByRole('button', { name: 'Confirm' }).click()
  await expect(proof).toBeHidden()
  const run = dialog(page, 'Canceled Bookings')
  await expect(run.getByText('1 canceled and told.')).toBeVisible()
  await expect(run.getByText('Canceled and told', { exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(run).toBeHidden()
  await expect(page.getByText('New nets').first()).toBeVisible()
  await page.getByRole('button', { name: 'Open Again' }).last().click()
  await dialog(page, 'Open the cages again?').getByRole('button', { name: 'Open Again' }).click()
  await expect(page.getByText('The cages are open again.')).toBeVisible()
})

test('shows the part of an uploaded picture that was chosen on the home page; every section is accessible', {
  tag: '@desktop',
}, async ({ page, openBrowser }) => {
  await signInAsDemo(page.request, 'admin')
  await openSection(page, 'pictures', 'Home Page Pictures')
  const choose = (buffer: Buffer) =>
    page.locator('input[type="file"]').setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer })
  const crop = dialog(page, 'Crop the Picture')
  await choose(Buffer.from('no picture at all'))
  await expect(crop.getByText('That picture cannot be read.')).toBeVisible()
  await expect(crop.getByRole('button', { name: 'Use Picture' })).toBeDisabled()
  await crop.getByRole('button', { name: 'Back' }).click()
  // The left half is red, the right one blue, and the blue one is wanted.
  const right = { create: { width: 900, height: 1000, channels: 3, background: '#1010c0' } } as const
  const halves = sharp({ create: { width: 1800, height: 1000, channels: 3, background: '#c01010' } })
  await choose(
    await halves
      .composite([{ input: right, left: 900, top: 0 }])
      .png()
      .toBuffer(),
  )
  await crop.getByRole('slider', { name: 'Size' }).focus()
  await page.keyboard.press('Home')
  await crop.getByRole('group', { name: /^The part that is shown/ }).focus()
  for (let press = 0; press < 4; press += 1) await page.keyboard.press('Control+ArrowRight')
  await crop.getByRole('button', { name: 'Use Picture' }).click()
  const add = dialog(page, 'Add Picture')
  await add.getByLabel('What It Shows').fill('Blue nets')
  await add.getByRole('button', { name: 'Add Picture' }).click()
  await expect(page.getByRole('img', { name: 'Blue nets' })).toBeVisible()
  const visitor = await openBrowser()
  await visitor.goto('/')
  const shown = visitor.getByRole('img', { name: 'Blue nets' })
  await expect(shown).toBeVisible()
  const src = (await shown.getAttribute('src')) ?? ''
  const stored = sharp(await (await visitor.request.get(src)).body())
  const [{ width, height }, { dominant, channels }] = [await stored.metadata(), await stored.stats()]
  expect([width, height]).toEqual([711, 400])
  expect(dominant.b).toBeGreaterThan(150)
  expect(channels[0]?.max).toBeLessThan(60)
  // All sections have one frame and one kind of fields: each is looked at in one of the two looks.
  const looks = [
    { width: 320, colorScheme: 'dark' },
    { width: 1280, colorScheme: 'light' },
  ] as const
  for (const [index, [section, title]] of (
    [
      ['pictures', 'Home Page Pictures'],
      ['contact', 'Name & Contact'],
      ['hours', 'Opening Hours'],
      ['special-days', 'Special Days'],
      ['cages', 'Cages & Prices'],
      ['membership', 'Membership'],
      ['limits', 'Limits'],
      ['closures', 'Closures'],
    ] as const
  ).entries()) {
    await openSection(page, section, title)
    await expectAccessible(page, looks.slice(index % 2, (index % 2) + 1))
  }
  await page.getByRole('button', { name: 'Close Cages' }).click()
  await expect(dialog(page, 'Close Cages')).toBeVisible()
  await expectAccessible(page)
})

test('the way and the rates that customers see follow the address and the prices that are typed', {
  tag: '@desktop',
}, async ({ page, openBrowser }) => {
  const visitor = await openBrowser()
  await signInAsDemo(page.request, 'admin')
  const type = async (section: string, title: string, label: string, text: string) => {
    await openSection(page, section, title)
    const field = page.getByLabel(label, { exact: true })
    const before = await field.inputValue()
    await field.click({ clickCount: 3 })
    await page.keyboard.type(text)
    await page.getByRole('button', { name: 'Preview Changes' }).click()
    await dialog(page, 'Preview Changes').getByRole('button', { name: 'Save Changes' }).click()
    await expect(page.getByText(`${title} saved.`)).toBeVisible()
    return before
  }
  // Of the prices as other journeys have left them.
  const { rate_line } = await getFacility(page.request)
  expect(rate_line).toMatch(/^(FROM )?\$[\d.]+\/30MIN • \$[\d.]+\/HOUR$/)
  const street = await type('contact', 'Name & Contact', 'Street Address', '77 Bunt Lane')
  await expect(page.getByLabel('Google Maps Link')).toHaveValue('')
  await visitor.goto('/')
  const way = visitor
    .getByRole('main')
    .getByRole('link', { name: /directions/i })
    .first()
  await expect(way).toHaveAttribute('href', /77\+Bunt\+Lane/)
  await expect(visitor.getByText(rate_line).first()).toBeVisible()
  await type('home', 'Home Page', 'Rate Line', 'ASK AT THE DESK')
  await visitor.reload()
  await expect(visitor.getByText('ASK AT THE DESK').first()).toBeVisible()
  await page.getByLabel('Rate Line').click({ clickCount: 3 })
  await page.keyboard.press('Delete')
  await page.getByRole('button', { name: 'Preview Changes' }).click()
  await dialog(page, 'Preview Changes').getByRole('button', { name: 'Save Changes' }).click()
  await expect(dialog(page, 'Preview Changes')).toBeHidden()
  await visitor.reload()
  await expect(visitor.getByText(rate_line).first()).toBeVisible()
  await type('contact', 'Name & Contact', 'Street Address', street)
})
