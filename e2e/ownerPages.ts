import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { addDays, facilityDay } from '../shared/domain/time/time.ts'
import { expectAccessible } from './accessible.ts'
import { stripeKeys } from './cardServer.ts'
import { expect } from './fixtures.ts'

// What an owner enters before the doors open, each in the shortest way that a person takes.

/** A facility day, so many days from now. */
const inDays = (count: number) => addDays(facilityDay(new Date(), 'America/Chicago'), count)

/** Types over what a field has. */
export async function retype(page: Page, label: string, text: string): Promise<void> {
  const field = page.getByLabel(label, { exact: true })
  await field.press('ControlOrMeta+a')
  await field.pressSequentially(text)
}

/** Stripe's keys: one missing first, then all of them; a test charge, of which Stripe tells the webhook. */
export async function enterStripeKeys(page: Page): Promise<void> {
  const field = (label: string) => page.getByLabel(label, { exact: true })
  await expect(page.getByText('No cards are taken.')).toBeVisible()
  await field('Publishable Key').pressSequentially(stripeKeys.publishableKey)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Enter the secret key.')).toBeVisible()
  await expect(field('Secret Key'), 'what is missing').toBeFocused()
  await page.keyboard.type(stripeKeys.secretKey)
  await field('Signing Secret of the Webhook').pressSequentially(stripeKeys.webhookSecret)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Test mode: no real card is charged.')).toBeVisible()
  await expect(field('Secret Key'), 'never shown again').toHaveValue('')
  await page.getByRole('button', { name: 'Charge a Test Card' }).click()
  await expect(page.getByText('A test card was charged $1.00, and got it back.')).toBeVisible()
  await expect(async () => {
    await page.reload()
    await expect(page.getByText(/^Stripe reached it/)).toBeVisible({ timeout: 2_000 })
  }).toPass()
  await expect(page.getByText('Stripe can’t reach this address yet.')).toHaveCount(0)
  await page.getByRole('switch', { name: 'Card Payment for Cages' }).click()
  await saveSection(page, 'What Cards Pay For')
}

/** The settings that were edited, by way of their preview. */
export async function saveSection(page: Page, title: string): Promise<void> {
  await page.getByRole('button', { name: 'Preview Changes' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText(`${title} saved.`)).toBeVisible()
}

/** A coach who has no email: profile, rate, hours and photo, then the link to an account of their own. */
export async function addCoachOnPaper(page: Page, name: string): Promise<void> {
  const dialog = (title: string) => page.getByRole('dialog', { name: title })
  await page.getByRole('button', { name: 'Add Coach' }).click()
  const form = page.getByRole('form', { name: 'Add coach' })
  await form.getByLabel('Name').pressSequentially(name)
  await form.getByLabel('Bio').pressSequentially('Twenty years behind the plate.')
  await form.getByLabel('Hourly Rate').pressSequentially('62.50')
  await page.keyboard.press('Enter')
  const hours = dialog(`Hours of ${name}`)
  await hours.getByRole('switch', { name: 'Tuesday' }).click()
  await expectAccessible(page)
  await hours.getByRole('button', { name: 'Save Availability' }).click()
  await expect(hours).toBeHidden()
  const picture = dialog(`Picture of ${name}`)
  await expect(picture.getByRole('button', { name: 'Add Picture' })).toBeVisible()
  const buffer = await sharp({ create: { width: 500, height: 400, channels: 3, background: '#c01010' } })
    .png()
    .toBuffer()
  await page.locator('input[type="file"]').setInputFiles({ name: 'pat.png', mimeType: 'image/png', buffer })
  await dialog('Crop the Picture').getByRole('button', { name: 'Use Picture' }).click()
  await expect(picture.getByRole('button', { name: 'Change Picture' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Make Link' }).click()
  const sheet = page.getByRole('region', { name: 'Invitation' })
  await expect(sheet.getByRole('img', { name: 'The link as a QR code' })).toBeVisible()
  await expect(sheet.getByText('/invitation#token=')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(sheet).toHaveCount(0)
}

/** A class on two weekdays for eight weeks. */
export async function addFirstClass(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Create Class' }).click()
  const form = page.getByRole('form', { name: 'Create Class' })
  await form.getByLabel('Name').pressSequentially('Catching Clinic')
  await form.getByLabel('Price per Session').pressSequentially('25')
  await form.getByLabel('First Day').fill(inDays(14))
  await form.getByLabel('Last Day').fill(inDays(14 + 8 * 7 - 1))
  await form.getByRole('button', { name: 'Add to the Week' }).click()
  await form.getByLabel('Line 2, day').selectOption('Wednesday')
  await form.getByRole('button', { name: 'Review Sessions' }).click()
  const review = page.getByRole('form', { name: 'Review sessions' })
  await expect(review.getByText('Added (16)')).toBeVisible()
  await review.getByRole('button', { name: 'Create Class' }).click()
  await expect(page.getByText('Catching Clinic is created: 16 class sessions.')).toBeVisible()
}

/** A camp of two days, published at once. */
export async function addFirstCamp(page: Page, coach: string): Promise<void> {
  await page.getByRole('button', { name: 'Create Camp' }).click()
  const form = page.getByRole('form', { name: 'New Camp' })
  await form.getByLabel('Name').pressSequentially('Spring Camp')
  await form.getByLabel('Start Date').fill(inDays(21))
  await form.getByLabel('End Date').fill(inDays(22))
  await form.getByRole('button', { name: 'Add on 2 Days' }).click()
  await form.getByLabel('Price ($)').pressSequentially('120')
  await form.getByLabel(coach).check()
  await expect(form.getByText('Both times have 3 free cages and the coaches.')).toBeVisible()
  await form.getByLabel('Published').check()
  await form.getByRole('button', { name: 'Create Camp' }).click()
  await expect(page.getByText('“Spring Camp” is published.')).toBeVisible()
}

export async function addHoliday(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Add Special Day' }).click()
  await page.getByLabel('Date', { exact: true }).fill(inDays(10))
  await page.getByLabel('Reason').pressSequentially('Founders Day')
  await saveSection(page, 'Special Days')
}

/** The confirmation of a booking begins with these words. */
export async function rewriteConfirmation(page: Page, text: string): Promise<void> {
  await page.getByRole('searchbox', { name: 'Search templates' }).pressSequentially('when they book')
  await page.getByRole('link', { name: /^Booking confirmed/ }).click()
  await page.getByRole('textbox', { name: 'Paragraph, block 2', exact: true }).click()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type(text)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Email template updated successfully!')).toBeVisible()
}

/** Three customers from a spreadsheet, one of them with a mistake. */
export async function importCustomers(page: Page): Promise<void> {
  await page.getByLabel('Or Paste From a Spreadsheet').click()
  await page.keyboard.insertText(
    [
      'Customer\tEmail\tMobile\tChild',
      'Ann Carter\tann@empty.example\t(409) 555-1001\tLeo Carter',
      'Ben Carter\tnot an email\t(409) 555-1002\t',
      'Cal Reyes\t\t(409) 555-1003\t',
    ].join('\n'),
  )
  await page.getByRole('button', { name: 'Check Pasted Rows' }).click()
  await expect(page.getByText('Email: Enter an email, like pat@example.com.')).toBeVisible()
  await page.getByRole('button', { name: 'Import 2 Rows' }).click()
  await expect(page.getByText('2 rows imported')).toBeVisible({ timeout: 20_000 })
  await expect(page.getByText('No one was emailed.')).toBeVisible()
}

/** Everything as one zip. */
export async function takeEverythingOut(page: Page): Promise<void> {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download Everything' }).click(),
  ])
  expect(file.suggestedFilename()).toMatch(/^dugout-\d{4}-\d\d-\d\d\.zip$/)
  expect((await readFile(await file.path())).subarray(0, 2).toString()).toBe('PK')
}
