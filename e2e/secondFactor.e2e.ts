import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { codeOf, secretOf } from '../server/test/authenticator.ts'
import { expectAccessible } from './accessible.ts'
import { fillSignIn, PASSWORD } from './accountForms.ts'
import { expect, test } from './fixtures.ts'
import { createCustomer, DEMO_PASSWORD, letProofsExpire, signIn, signInAsDemo } from './people.ts'

/** Sets two-step sign-in up on its page; returns the key and the recovery codes. */
async function setUp(page: Page) {
  await page.getByLabel('Current Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Set up' }).click()
  await expect(page.getByRole('heading', { name: 'Add the Key to Your App' })).toBeFocused()
  await expect(page.getByRole('img', { name: 'as a QR code' })).toBeVisible()
  await expectAccessible(page)
  const link = page.getByRole('link', { name: 'Add to an app on this device' })
  const secret = secretOf((await link.getAttribute('href')) ?? '')
  await page.getByLabel('Code that the app shows now').fill('000000')
  await page.getByRole('button', { name: 'Turn on' }).click()
  await expect(page.getByText('That code isn’t right')).toBeVisible()
  await page.getByLabel('Code that the app shows now').fill(codeOf(secret))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Keep Your Recovery Codes' })).toBeFocused()
  const codes = await page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem').allInnerTexts()
  await expectAccessible(page)
  await expect(page.getByRole('button', { name: 'Done' })).toBeDisabled()
  await page.getByLabel('I have kept these codes').check()
  await page.getByRole('button', { name: 'Done' }).click()
  return { secret, codes }
}

test('sets up two-step sign-in and signs in with a code, then with a recovery code', {
  tag: '@phone',
}, async ({ page, openBrowser, allowProblem }) => {
  allowProblem(/status of (400|401)/)
  const email = await createCustomer(page.request)
  await signIn(page.request, email)
  await page.goto('/account?tab=profile')
  await page.getByRole('link', { name: 'Set Up Two-Step Login' }).click()
  const { secret, codes } = await setUp(page)
  expect(codes).toHaveLength(10)
  await expect(page.getByText('10 recovery codes are left.')).toBeVisible()

  await page.getByRole('button', { name: 'New Recovery Codes' }).click()
  const renewal = page.getByRole('dialog', { name: 'New Recovery Codes' })
  await renewal.getByLabel('Current Password').fill(PASSWORD)
  await renewal.getByLabel('Code from Your Authenticator App').fill(codes[1] ?? '')
  await expectAccessible(page)
  await renewal.getByRole('button', { name: 'Make New Codes' }).click()
  const renewed = renewal.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await expect(renewed).toHaveCount(10)
  codes.splice(0, codes.length, ...(await renewed.allInnerTexts()))
  await renewal.getByLabel('I have kept these codes').check()
  await renewal.getByRole('button', { name: 'Done' }).click()

  const elsewhere = await openBrowser()
  await elsewhere.goto('/auth?mode=login&redirect=%2Faccount')
  await fillSignIn(elsewhere, email)
  const code = elsewhere.getByLabel('Code from Your Authenticator App')
  await expect(code).toBeFocused()
  await expectAccessible(elsewhere)
  await code.fill('111111')
  await elsewhere.keyboard.press('Enter')
  await expect(elsewhere.getByText('That code isn’t right')).toBeVisible()
  await code.fill(codeOf(secret, 1))
  await elsewhere.keyboard.press('Enter')
  await expect(elsewhere).toHaveURL(/\/account/)

  const third = await openBrowser()
  await third.goto('/auth?mode=login&redirect=%2Faccount')
  await fillSignIn(third, email)
  await third.getByRole('button', { name: 'use a recovery code' }).click()
  await third.getByLabel('Recovery Code').fill(codes[0] ?? '')
  await third.keyboard.press('Enter')
  await expect(third).toHaveURL(/\/account/)
})

test('asks an admin who it is before a role is changed, and then makes the change', {
  tag: ['@desktop', '@quick'],
}, async ({ page, facilityServer, allowProblem }) => {
  allowProblem(/status of (400|403)/)
  const email = await createCustomer(page.request)
  await signInAsDemo(page.request, 'admin')
  await page.goto(`/admin/users?search=${email}`)
  await letProofsExpire(facilityServer)
  await page.getByRole('button', { name: 'Actions for Robin Batter' }).click()
  await page.getByRole('menuitem', { name: 'Edit User Role' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit User Role' })
  await edit.getByLabel('Role', { exact: true }).selectOption('Front Desk')
  await edit.getByRole('button', { name: 'Save Role' }).click()
  const proof = page.getByRole('dialog', { name: 'Confirm It’s You' })
  await expect(proof.getByLabel('Current Password')).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(proof).toBeHidden()
  await expect(edit.getByText('Please confirm it’s you.')).toBeVisible()
  await edit.getByRole('button', { name: 'Save Role' }).click()
  await proof.getByLabel('Current Password').fill('not-this-one')
  await page.keyboard.press('Enter')
  await expect(proof.getByText('The current password is not right.')).toBeVisible()
  await proof.getByLabel('Current Password').fill(DEMO_PASSWORD)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByText('Robin Batter has the role Front Desk.')).toBeVisible()
})

test('asks who it is before a file with people is downloaded, and then downloads it', {
  tag: '@desktop',
}, async ({ page, context, facilityServer, allowProblem }) => {
  allowProblem(/status of (400|403)/)
  await signInAsDemo(page.request, 'admin')
  await page.goto('/admin/users')
  const other = await context.newPage()
  await other.goto('/admin/bookings')
  const file = page.getByRole('link', { name: 'Export users as a CSV file' })
  await expect(file).toBeVisible()
  await letProofsExpire(facilityServer)
  await file.press('Enter')
  const proof = page.getByRole('dialog', { name: 'Confirm It’s You' })
  await expect(proof.getByLabel('Current Password')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(proof).toBeHidden()
  await file.press('Enter')
  await expect(proof.getByLabel('Current Password')).toBeFocused()
  await page.keyboard.type('not-this-one')
  await page.keyboard.press('Enter')
  await expect(proof.getByText('The current password is not right.')).toBeVisible()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type(DEMO_PASSWORD)
  const downloading = page.waitForEvent('download')
  await page.keyboard.press('Enter')
  const download = await downloading
  expect(download.suggestedFilename()).toMatch(/^users-.*\.csv$/)
  expect(await readFile(await download.path(), 'utf8')).toContain('@demo.dugout.test')
  await expect(proof).toBeHidden()
  // The other tab goes on with the session that the proof has renewed, and needs no proof of its own.
  const again = other.waitForEvent('download')
  await other.getByRole('link', { name: 'Export bookings as a CSV file' }).click()
  expect((await again).suggestedFilename()).toMatch(/^bookings-.*\.csv$/)
  await other.close()
})
