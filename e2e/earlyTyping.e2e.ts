import type { Locator, Page } from '@playwright/test'
import { fillSignUp, PASSWORD } from './accountForms.ts'
import { expect, test } from './fixtures.ts'
import { newEmail } from './people.ts'

/** Opens the page with all code held back; the answer lets it come and waits until React has the page. */
async function openWithoutCode(page: Page, path: string): Promise<() => Promise<void>> {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    await released
    await route.continue()
  })
  await page.addInitScript(() =>
    document.addEventListener('dugout:hydrated', () =>
      document.documentElement.setAttribute('data-taken-over', ''),
    ),
  )
  await page.goto(path, { waitUntil: 'commit' })
  return async () => {
    release()
    await expect(page.locator('html[data-taken-over]')).toBeAttached()
  }
}

/** What is typed afterwards would put back what React has, if it had not heard of the rest. */
async function typeMore(field: Locator, text: string) {
  await field.press('End')
  await field.pressSequentially(text)
}

test('what is typed before the code is there stays, and counts', { tag: '@phone' }, async ({
  page,
  context,
  allowProblem,
}) => {
  allowProblem(/status of 401/)
  const email = newEmail()
  const arrive = await openWithoutCode(page, '/auth?mode=signup')
  await fillSignUp(page, email)
  await page.getByLabel('Full Name').focus()
  await expect(page.getByRole('button', { name: 'Create Account' })).toBeDisabled()
  await arrive()
  await expect(page.getByRole('button', { name: 'Create Account' })).toBeEnabled()
  await expect(page.getByText('Passwords match')).toBeVisible()
  await expect(page.getByLabel('Full Name')).toBeFocused()
  await typeMore(page.getByLabel('Full Name'), ' Junior')
  await expect(page.getByLabel('Full Name')).toHaveValue('Robin Batter Junior')
  await expect(page.getByLabel('Email')).toHaveValue(email)
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue(PASSWORD)
  await expect(page.getByRole('checkbox')).toBeChecked()

  // A press of Enter puts nothing into the address.
  const other = await context.newPage()
  const arriveThere = await openWithoutCode(other, '/auth?redirect=%2Fcontact')
  await other.getByLabel('Email').fill(email)
  await other.getByLabel('Password', { exact: true }).fill('not-the-password')
  await other.keyboard.press('Enter')
  await expect(other).toHaveURL(/\/auth\?redirect=%2Fcontact$/)
  await arriveThere()
  // It was kept, and is done with what was typed.
  await expect(
    other.getByText('Invalid email or password. Please check your credentials and try again.'),
  ).toBeVisible()
  await typeMore(other.getByLabel('Email'), 'x')
  await expect(other.getByLabel('Email')).toHaveValue(`${email}x`)
  await expect(other.getByLabel('Password', { exact: true })).toHaveValue('not-the-password')
})
