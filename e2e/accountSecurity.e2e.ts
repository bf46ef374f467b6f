import type { Page } from '@playwright/test'
import ICAL from 'ical.js'
import { expectAccessible } from './accessible.ts'
import { PASSWORD } from './accountForms.ts'
import { bookHalfHour } from './facilityDays.ts'
import { expect, test } from './fixtures.ts'
import { mailedLink } from './mailbox.ts'
import { letProofsExpire, newEmail, signIn } from './people.ts'

const changeLink = /https?:\/\/[^\s"]+\/change-email#token=[^\s"<]+/
const profile = '/account?tab=profile'
const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

test('a customer changes the email with both links, opened in another browser', {
  tag: ['@narrow', '@desktop', '@phone'],
}, async ({ page, customer, openBrowser, allowProblem }) => {
  allowProblem(/status of 400/)
  const next = `someone.with.a.very.long.address.${newEmail()}`
  await page.goto(profile)
  const email = card(page, 'Email')
  await email.getByRole('button', { name: 'Change Email' }).click()
  await email.getByLabel('New Email').fill(next)
  await email.getByLabel('Current Password').fill('not-this-one')
  await email.getByRole('button', { name: 'Send the Links' }).click()
  await expect(email.getByText('The current password is not right.')).toBeVisible()
  await expect(email.getByLabel('Current Password')).toBeFocused()
  await email.getByLabel('Current Password').fill(PASSWORD)
  await email.getByRole('button', { name: 'Send the Links' }).click()
  await expect(email.getByText(`To do: confirm in the mail to ${next}`)).toBeVisible()
  const { x = 0, width = 0 } = (await email.boundingBox()) ?? {}
  expect(x + width).toBeLessThanOrEqual(page.viewportSize()?.width ?? 0)

  const inbox = await openBrowser()
  await inbox.goto(await mailedLink(page.request, next, changeLink))
  await expect(inbox.getByRole('heading', { level: 1, name: 'Confirm Your New Email' })).toBeVisible()
  await expect(inbox).toHaveURL(/\/change-email$/)
  await inbox.getByRole('button', { name: 'Confirm' }).click()
  await expect(inbox.getByRole('heading', { name: 'One link to go' })).toBeFocused()
  await expect(email.getByText(`Done: confirm in the mail to ${next}`)).toBeVisible({ timeout: 20_000 })

  await page.goto(await mailedLink(page.request, customer, changeLink))
  await expect(page.getByRole('heading', { level: 1, name: 'Change your email?' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Yes, change it' }).click()
  await expect(page.getByRole('heading', { name: 'Your email is changed' })).toBeFocused()
  await page.getByRole('link', { name: 'Go to your account' }).click()
  await expect(card(page, 'Email').getByText(next)).toBeVisible()

  await page.goto('/change-email#token=made-up')
  await expect(page.getByRole('alert')).toContainText('This link is not valid or no longer works.')
})

test('a customer changes the password and signs another browser out', { tag: ['@phone', '@quick'] }, async ({
  page,
  customer,
  openBrowser,
  allowProblem,
}) => {
  allowProblem(/status of (400|401)/)
  const lost = await openBrowser()
  await signIn(lost.request, customer)
  await page.goto(profile)
  const devices = card(page, 'Devices')
  await expect(devices.getByText('This device')).toBeVisible()
  const signOut = devices.getByRole('button', { name: /^Log out / })
  await signOut.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: /^Log out .+ on .+\?$/ })
  await expect(dialog.getByLabel('Current Password')).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(signOut).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog.getByLabel('Current Password')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('Please enter your current password.')).toBeVisible()
  await page.keyboard.type('not-this-one')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('The current password is not right.')).toBeVisible()
  await expect(dialog.getByLabel('Current Password')).toBeFocused()
  await dialog.getByLabel('Current Password').fill(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(page.getByText('That device is logged out.')).toBeVisible()
  await expect(devices.getByRole('listitem')).toHaveCount(1)
  await expect(devices.getByRole('list')).toBeFocused()
  await lost.goto('/account')
  await expect(lost).toHaveURL(/\/auth/)

  await signIn(lost.request, customer)
  const password = card(page, 'Password')
  await password.getByRole('button', { name: 'Change Password' }).click()
  await password.getByLabel('Current Password').fill(PASSWORD)
  await password.getByLabel('New Password', { exact: true }).fill('password1')
  await password.getByLabel('Confirm New Password').fill('password1')
  await password.getByRole('button', { name: 'Update Password' }).click()
  await expect(password.getByText('This password is too common. Please choose another one.')).toBeVisible()
  await password.getByLabel('New Password', { exact: true }).fill('grand-slam-77')
  await password.getByLabel('Confirm New Password').fill('grand-slam-77')
  await password.getByRole('button', { name: 'Update Password' }).click()
  await expect(page.getByText('Your password is changed.')).toBeVisible()
  await expect(password.getByRole('button', { name: 'Change Password' })).toBeFocused()
  expect((await lost.request.get('/api/me/data')).status()).toBe(401)
  expect((await page.request.get('/api/me/data')).status()).toBe(200)
})

test('a customer follows the bookings in a calendar, takes the data along, and leaves', {
  tag: '@desktop',
}, async ({ page, customer, day, facilityServer, allowProblem }) => {
  allowProblem(/status of (400|401|403)/)
  await bookHalfHour(page.request, { day, cage: 'Cage 1', wallTime: '16:00' })
  await page.goto(profile)
  const calendar = card(page, 'Your Calendar')
  const address = calendar.getByLabel('Calendar Address')
  const feedOf = async () => page.request.get(new URL(await address.inputValue()).pathname)
  await calendar.getByRole('button', { name: 'Get Calendar Address' }).click()
  await expect(calendar.getByRole('link', { name: 'Open in My Calendar' })).toHaveAttribute(
    'href',
    /^webcal:/,
  )
  const first = new URL(await address.inputValue()).pathname
  const feed = new ICAL.Component(ICAL.parse(await (await feedOf()).text()))
  expect(feed.getFirstSubcomponent('vevent')?.getFirstPropertyValue('summary')).toBe('Batting cage: Cage 1')
  await calendar.getByRole('button', { name: 'Make a New Address' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Make a New Address' }).click()
  await expect(address).not.toHaveValue(new RegExp(first.slice(-40)))
  expect((await page.request.get(first)).status()).toBe(404)
  expect((await feedOf()).status()).toBe(200)

  // Before all that is kept is downloaded, the password is asked for.
  const own = page.getByRole('button', { name: 'Download My Data' })
  await letProofsExpire(facilityServer)
  await own.click()
  const proof = page.getByRole('dialog', { name: 'Confirm It’s You' })
  await expect(proof.getByLabel('Current Password')).toBeFocused()
  await page.keyboard.type(PASSWORD)
  const download = page.waitForEvent('download')
  await page.keyboard.press('Enter')
  expect((await download).suggestedFilename()).toMatch(/^my-data-\d{4}-\d\d-\d\d\.json$/)
  await expect(proof).toBeHidden()
  await expect(own).toBeEnabled()

  await page.getByRole('button', { name: 'Delete My Account' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('Not paid yet, and canceled with your account:')).toBeVisible()
  await expect(dialog.getByText('Cage 1')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Delete My Account' }).click()
  await expect(dialog.getByText('Please type DELETE to confirm.')).toBeVisible()
  await dialog.getByLabel('Type DELETE to confirm').fill('delete')
  await dialog.getByLabel('Current Password').fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Delete My Account' }).click()
  await expect(page.getByText('Your account is deleted.')).toBeVisible()
  await expect(page).toHaveURL(/\/$/)
  expect((await page.request.get('/api/me/data')).status()).toBe(401)
  const again = await page.request.post('/api/auth/sign-in/email', {
    data: { email: customer, password: PASSWORD },
  })
  expect(again.status()).toBe(401)
})
