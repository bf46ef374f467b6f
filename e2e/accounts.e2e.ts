import type { Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { fillSignIn, fillSignUp, PASSWORD, submit } from './accountForms.ts'
import { expect, test } from './fixtures.ts'
import { confirmationLink, mailedLink, recoveryLink } from './mailbox.ts'
import { newEmail } from './people.ts'

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

async function expectSignedIn(page: Page) {
  await expect(page).not.toHaveURL(/\/auth/)
  const session = await page.request.get('/api/me/session')
  expect(((await session.json()) as { profile: unknown }).profile).not.toBeNull()
}

test('a new customer signs up, and one click on the mailed page, in any browser, signs in there and here', {
  tag: ['@desktop', '@quick'],
}, async ({ page, openBrowser, allowProblem }) => {
  allowProblem(/status of 403/)
  const email = newEmail()
  await page.goto('/auth?mode=signup&redirect=%2Fcontact%3Fwelcome%3D1')
  await expect(page.getByRole('button', { name: 'Create Account' })).toBeDisabled()
  await fillSignUp(page, email)
  await expect(page.getByText('Passwords match')).toBeVisible()
  await submit(page, 'Create Account')

  await expect(heading(page, 'Sign In')).toBeFocused()
  await expect(page.getByText(`Success! Please check ${email} for your confirmation link.`)).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue(email)
  await fillSignIn(page, email, PASSWORD)
  await expect(
    page.getByText('Please check your email and click the confirmation link before signing in.'),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Send the Link Again' }).click()
  await expect(page.getByText(`Success! Please check ${email} for your confirmation link.`)).toBeVisible()

  const link = await mailedLink(page.request, email, confirmationLink)
  const phone = await openBrowser()
  await phone.goto(link)
  await expect(heading(phone, 'Was this you?')).toBeVisible()
  await expect(phone.getByText(email)).toBeVisible()
  await expect(phone).toHaveURL(/\/confirm-email$/)
  await phone.reload()
  await expectAccessible(phone)
  await expect(phone.getByRole('main').getByRole('button')).toHaveCount(1)
  await expect(phone.getByText('signed up with your email in another browser')).toBeVisible()
  await submit(phone, 'Yes, This Was Me')
  await expect(phone).toHaveURL(/\/contact\?welcome=1$/)
  await expectSignedIn(phone)
  // The page where the person signed up goes on by itself.
  await expect(page).toHaveURL(/\/contact\?welcome=1$/)
  await expectSignedIn(page)

  await phone.goto('/')
  await phone.goto(link)
  await expect(heading(phone, 'Your email is confirmed')).toBeVisible()

  await page.goto('/auth?mode=login&redirect=%2F%3Fback%3D1')
  await expect(page).toHaveURL(/\/\?back=1$/)
})

test('a wrong password is said at the field, and nothing about the address; the sign-up button waits for every rule', {
  tag: '@phone',
}, async ({ page, allowProblem }) => {
  allowProblem(/status of (400|401)/)
  await page.goto('/auth')
  await submit(page, 'Sign In')
  await expect(page.getByText('Please fill in all required fields.')).toBeVisible()
  await expect(page.getByLabel('Email')).toBeFocused()
  await fillSignIn(page, 'robin@example', 'not-the-password')
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription('Please enter a valid email address.')
  await expect(page.getByLabel('Email')).toBeFocused()
  await fillSignIn(page, newEmail(), 'not-the-password')
  await expect(
    page.getByText('Invalid email or password. Please check your credentials and try again.'),
  ).toBeVisible()
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused()
  await page.getByRole('button', { name: 'Show password' }).click()
  await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute('type', 'text')

  await page.goto('/auth?mode=signup')
  await expect(page).toHaveTitle(/^Create Account · /)
  await fillSignUp(page, newEmail())
  const button = page.getByRole('button', { name: 'Create Account' })
  await expect(button).toBeEnabled()
  await page.getByLabel('Confirm Password').fill('curve-ball-82')
  await expect(page.getByText('Passwords do not match.')).toBeVisible()
  await expect(button).toBeDisabled()
  await page.getByLabel('Password', { exact: true }).fill('short')
  await page.getByLabel('Confirm Password').fill('short')
  await expect(page.getByText('Password must be at least 6 characters long.')).toBeVisible()
  await expect(button).toBeDisabled()
  const password = page.getByLabel('Password', { exact: true })
  await password.fill('')
  await expect(password).toHaveAccessibleDescription('At least 6 characters')
  await password.pressSequentially('pass')
  await expect(password).toHaveAccessibleDescription('2 more characters')
  await password.pressSequentially('word1')
  await expect(password).toHaveAccessibleDescription(
    'This password is too common. Please choose another one.',
  )
  await password.fill('Robin2026')
  await expect(password).toHaveAccessibleDescription(/made of your name/)
  await password.fill('grand-slam-77')
  await expect(password).toHaveAccessibleDescription('Good password')
  await password.fill('password1')
  await page.getByLabel('Confirm Password').fill('password1')
  await button.click()
  await expect(page.getByText('This password is too common. Please choose another one.')).toBeVisible()
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused()
  await expect(page.getByLabel('Password', { exact: true })).toHaveAccessibleDescription(/too common/)
})

test('a forgotten password is replaced through the mailed link, once', { tag: ['@phone', '@quick'] }, async ({
  page,
  openBrowser,
  allowProblem,
}) => {
  allowProblem(/status of 400/)
  const email = newEmail()
  await page.request.post('/api/auth/sign-up/email', {
    data: { name: 'Robin Batter', email, password: PASSWORD },
  })
  await page.goto('/auth?mode=reset-password')
  await submit(page, 'Send Reset Link')
  await expect(page.getByText('Please enter your email address.')).toBeVisible()
  await page.goto('/auth')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await expect(page.getByLabel('Email')).toHaveValue(email)
  await submit(page, 'Send Reset Link')
  await expect(
    page.getByText(`Password reset email sent to ${email}. Please check your inbox.`),
  ).toBeVisible()

  const link = await mailedLink(page.request, email, recoveryLink)
  await page.goto('/')
  await page.goto(link)
  await expect(heading(page, 'Set New Password')).toBeVisible()
  await expect(page).toHaveURL(/\/auth\?mode=reset-password$/)
  await expect(page).toHaveTitle(/^Set New Password · /)
  await page.reload()
  await expect(heading(page, 'Set New Password')).toBeVisible()
  await submit(page, 'Update Password')
  await expect(page.getByText('Please fill in all fields.')).toBeVisible()
  await page.getByLabel('New Password', { exact: true }).fill('grand-slam-77')
  await page.getByLabel('Confirm New Password').fill('grand-slam-77')
  await submit(page, 'Update Password')
  await expect(
    page.getByText('Password updated successfully! You can now sign in with your new password.'),
  ).toBeVisible()
  await expect(heading(page, 'Sign In')).toBeVisible({ timeout: 5_000 })
  await expect(page.getByLabel('Email')).toHaveValue(email)
  await page.getByLabel('Password', { exact: true }).fill('grand-slam-77')
  await submit(page, 'Sign In')
  await expectSignedIn(page)

  const other = await openBrowser()
  await other.goto(link)
  await expect(heading(other, 'Reset Password')).toBeVisible()
  await expect(
    other.getByText('Invalid or expired reset link. Please request a new password reset.'),
  ).toBeVisible()
  await other.goto('/auth#type=recovery')
  await other.getByLabel('New Password', { exact: true }).fill('grand-slam-78')
  await other.getByLabel('Confirm New Password').fill('grand-slam-78')
  await submit(other, 'Update Password')
  await expect(other.getByText('No active session found. Please request a new password reset.')).toBeVisible()
})

test('a person who did not sign up deletes the sign-up of a stranger; its link then says what to do', {
  tag: '@phone',
}, async ({ page, allowProblem }) => {
  allowProblem(/status of 400/)
  const email = newEmail()
  const stranger = { name: 'Some Stranger', email, password: PASSWORD }
  await page.request.post('/api/auth/sign-up/email', { data: stranger })
  const link = await mailedLink(page.request, email, confirmationLink)
  await page.context().clearCookies()
  await page.goto(link)
  await expect(page.getByRole('link', { name: 'Choose your own password' })).toBeVisible()
  await expect(page.getByText('Some Stranger signed up with your email in another browser')).toBeVisible()
  await page.getByRole('link', { name: 'No, this was not me' }).click()
  await expect(heading(page, 'You didn’t sign up?')).toBeFocused()
  await page.goBack()
  await expect(heading(page, 'Was this you?')).toBeVisible()
  await page.goForward()
  await page.getByRole('button', { name: 'Delete This Sign-Up' }).click()
  await expect(heading(page, 'That sign-up is deleted')).toBeFocused()
  await page.goto('/')
  await page.goto(link)
  await expect(page.getByRole('alert')).toContainText('This confirmation link does not work.')
  await page.getByRole('main').getByRole('link', { name: 'Sign Up' }).click()
  await expect(heading(page, 'Create Account')).toBeVisible()
  await page.goto('/api/auth/verify-email?token=made-up')
  await expect(
    page.getByText('This confirmation link does not work. Log in to have a new one sent.'),
  ).toBeVisible()
})

test('the recovery is remembered until the path changes; a signed-in customer is led away from the other forms', {
  tag: '@desktop',
}, async ({ page, customer }) => {
  await page.request.post('/api/auth/request-password-reset', { data: { email: customer } })
  const link = await mailedLink(page.request, customer, recoveryLink)
  await page.goto(link)
  await expect(heading(page, 'Set New Password')).toBeVisible()
  await page.getByRole('banner').getByRole('link', { name: 'Contact' }).click()
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeVisible()
  await page.goBack()
  await expect(heading(page, 'Reset Password')).toBeVisible()
  await page.reload()
  await expect(heading(page, 'Reset Password')).toBeVisible()
  await expect(page).toHaveTitle(/^Reset Password · /)
  await expect(page.getByRole('banner').getByRole('button', { name: 'Logout' })).toBeVisible()
  await expect(page).toHaveURL(/\/auth\?mode=reset-password$/)

  await page.goto('/auth#type=recovery')
  await expect(heading(page, 'Set New Password')).toBeVisible()
  await expect(page.getByRole('banner').getByRole('button', { name: 'Logout' })).toBeVisible()
  await expect(page).toHaveURL(/\/auth\?mode=reset-password$/)
  await page.goto('/auth?mode=signup&redirect=https%3A%2F%2Fevil.example')
  await expect(page).toHaveURL(/:\d+\/$/)
})
