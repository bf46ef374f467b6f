import type { Page } from '@playwright/test'

export const PASSWORD = 'curve-ball-81'

export const submit = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

/** Fills in the form 'Create Account' without sending it. */
export async function fillSignUp(page: Page, email: string) {
  const form = page.getByRole('form', { name: 'Create Account' })
  await form.getByLabel('Full Name').fill('Robin Batter')
  await form.getByLabel('Email').fill(email)
  await form.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await form.getByLabel('Confirm Password').fill(PASSWORD)
  await form.getByRole('checkbox').check()
}

/** Fills in the form 'Sign In' and sends it. */
export async function fillSignIn(page: Page, email: string, password = PASSWORD) {
  // The form's own fields: the page that led here may have an e-mail field too.
  const form = page.getByRole('form', { name: 'Sign In' })
  await form.getByLabel('Email').fill(email)
  await form.getByLabel('Password', { exact: true }).fill(password)
  await submit(page, 'Sign In')
}
