import { expectAccessible } from './accessible.ts'
import { fillSignUp, submit } from './accountForms.ts'
import { expect, test } from './fixtures.ts'
import { confirmationLink, mailedLink } from './mailbox.ts'
import { createCustomer, newEmail, signIn, signInAsDemo } from './people.ts'

test('a printed link gives a customer without an email the own account, once', {
  tag: ['@phone', '@quick'],
}, async ({ page, openBrowser, allowProblem }) => {
  allowProblem(/status of 404/)
  await signInAsDemo(page.request, 'desk')
  const made = await page.request.post('/api/admin/users', {
    data: { name: 'Pat Paper', email: null, phone: '409 555 0177' },
  })
  const { profile_id } = (await made.json()) as { profile_id: string }
  const children = `/api/admin/people/${profile_id}/participants`
  expect((await page.request.post(children, { data: { name: 'Mia Paper' } })).ok()).toBe(true)
  await page.goto(`/admin/users/${profile_id}`)
  await page.getByRole('button', { name: 'More actions for Pat Paper' }).click()
  await page.getByRole('menuitem', { name: 'Invite by Link' }).click()
  const dialog = page.getByRole('dialog', { name: 'Invite Pat Paper' })
  await dialog.getByRole('button', { name: 'Make Link' }).click()
  const sheet = dialog.getByRole('region', { name: 'Invitation' })
  await expect(sheet.getByRole('img', { name: 'The link as a QR code' })).toBeVisible()
  await expectAccessible(page)
  // On paper there is the sheet and nothing else.
  await page.emulateMedia({ media: 'print' })
  const printed = page.getByText('Works once, until').filter({ visible: true })
  await expect(printed).toBeInViewport({ ratio: 1 })
  await expect(page.getByText('Print', { exact: true })).toBeHidden()
  await page.emulateMedia({ media: 'screen' })
  const link = (await sheet.getByText('/invitation#token=').textContent()) ?? ''

  // It is not shown again.
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'More actions for Pat Paper' }).click()
  await page.getByRole('menuitem', { name: 'Invite by Link' }).click()
  await expect(dialog).toContainText('It can’t be shown again.')
  await expect(dialog.getByRole('button', { name: 'Revoke Link' })).toBeVisible()

  const pat = await openBrowser()
  await pat.goto(link)
  await expect(pat).toHaveURL(/\/invitation$/)
  await expect(pat.getByRole('heading', { name: 'Hi Pat Paper' })).toBeVisible()
  await expect(pat.getByRole('main')).toContainText('keeps your bookings, with Mia.')
  await expectAccessible(pat)
  await pat.getByRole('main').getByRole('link', { name: 'Sign Up' }).click()
  const email = newEmail()
  await fillSignUp(pat, email)
  await submit(pat, 'Create Account')
  const mail = await mailedLink(pat.request, email, confirmationLink)
  const opened = await pat.context().newPage()
  await opened.goto(mail)
  await opened.getByRole('button', { name: 'Confirm and Log In' }).click()
  // The page that signed up goes on to the invitation.
  await expect(pat.getByRole('heading', { name: 'Hi Pat Paper' })).toBeVisible()
  await expect(pat.getByRole('main')).toContainText(email)
  await pat.getByRole('button', { name: 'Take Over My Bookings' }).click()
  await expect(pat.getByRole('heading', { name: 'It’s all yours' })).toBeFocused()
  await pat.goto('/account?tab=profile')
  await expect(pat.getByText('Mia Paper').first()).toBeVisible()

  const other = await openBrowser()
  await other.goto(link)
  await expect(other.getByRole('alert')).toHaveText(
    'This invitation does not work any more. Please ask for a new one.',
  )
})

test('a coach without an account takes the profile over with an account they have', {
  tag: '@desktop',
}, async ({ page, openBrowser }) => {
  await signInAsDemo(page.request, 'admin')
  const made = await page.request.post('/api/admin/coaches', {
    data: { name: 'Quinn Paper', hourly_rate: 60 },
  })
  expect(made.ok()).toBe(true)
  await page.goto('/admin/coaches')
  await page.getByRole('button', { name: 'Actions for Quinn Paper' }).click()
  await page.getByRole('menuitem', { name: 'Invite by Link' }).click()
  const dialog = page.getByRole('dialog', { name: 'Invite Quinn Paper' })
  await dialog.getByRole('button', { name: 'Make Link' }).click()
  const link = (await dialog.getByText('/invitation#token=').textContent()) ?? ''

  const quinn = await openBrowser()
  const email = await createCustomer(quinn.request)
  await signIn(quinn.request, email)
  await quinn.goto(link)
  await expect(quinn.getByRole('main')).toContainText(email)
  await quinn.getByRole('button', { name: 'Take Over My Coach Profile' }).click()
  await expect(quinn.getByRole('heading', { name: 'Welcome, Coach' })).toBeFocused()
  await signIn(quinn.request, email)
  await quinn.goto('/coach-dashboard')
  await expect(quinn).toHaveURL(/\/coach-dashboard/)
  await expect(quinn.getByRole('heading', { level: 1 })).toBeVisible()

  await page.reload()
  await expect(page.getByText(email).first()).toBeVisible()
  await page.getByRole('button', { name: 'Actions for Quinn Paper' }).click()
  await expect(page.getByRole('menuitem', { name: 'Change Picture' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'Invite by Link' })).toHaveCount(0)
})
