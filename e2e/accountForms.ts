import type { Page } from '@playwright/test'

export const PASSWORD = 'curve-ball-81'

export const submit = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

/** Fills in the form 'Create Account' without sending it. */
export async function fillSignUp(page: Page, email: string) {
  await page.getByLabel('Full Name').fill('Robin Batter')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Confirm Password').fill(PASSWORD)
  await page.getByRole('checkbox').check()
}

/** Fills in the form 'Sign In' and sends it. */
export async function fillSignIn(page: Page, email: string, password = PASSWORD) {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await submit(page, 'Sign In')
}
