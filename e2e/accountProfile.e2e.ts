import type { Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { expect, test } from './fixtures.ts'
import { signInAsDemo } from './people.ts'

const profileOf = (page: Page) => page.getByRole('tabpanel', { name: 'Profile', exact: true })

test('name and phone number can be changed, and the header knows', {
  tag: ['@narrow', '@desktop', '@phone', '@quick'],
}, async ({ page, customer }) => {
  await page.goto('/account?tab=profile')
  const profile = profileOf(page)
  await expect(profile).toContainText(customer)
  await expect(profile).toContainText('RoleUser')
  await profile.getByRole('button', { name: 'Edit profile' }).click()
  await expect(profile.getByLabel('Full Name')).toBeFocused()
  await profile.getByLabel('Full Name').fill(' ')
  await profile.getByRole('button', { name: 'Save Changes' }).click()
  await expect(profile.getByText('Please enter your full name.')).toBeVisible()
  await profile.getByLabel('Full Name').fill('Robin O’Batter')
  await profile.getByLabel('Phone (optional)').fill('(409) 555-0142')
  await profile.getByLabel('Phone (optional)').press('Enter')
  await expect(page.getByText('Profile updated successfully!')).toBeVisible()
  await expect(profile.getByRole('button', { name: 'Edit profile' })).toBeFocused()
  await expect(profile).toContainText('(409) 555-0142')
  await expect(page.getByRole('banner')).toContainText('Robin O’Batter')

  await page.reload()
  await expect(profile).toContainText('Robin O’Batter')
  await profile.getByRole('button', { name: 'Edit profile' }).click()
  await profile.getByLabel('Full Name').fill('Nobody')
  await profile.getByRole('button', { name: 'Cancel' }).click()
  await expect(profile).toContainText('Robin O’Batter')
})

test('a membership is canceled after a question, and what goes wrong is said', { tag: '@desktop' }, async ({
  page,
  allowProblem,
}) => {
  allowProblem(/status of (401|404|502)|502 .*cancel|ERR_FAILED/)
  await signInAsDemo(page.request, 'member')
  await page.goto('/account')
  const card = page.getByRole('region', { name: 'Founders Unlimited' })
  await expect(card).toContainText('Active')
  await expect(card).toContainText('Next Billing Date')
  await card.getByRole('link', { name: 'Manage membership' }).click()

  const question = page.getByRole('dialog', { name: 'Cancel Subscription?' })
  const problem = page.getByRole('dialog', { name: 'Error' })
  const answer = async (outcome: { status: number; code: string } | null) => {
    await page.unroute('**/api/memberships/cancel')
    await page.route('**/api/memberships/cancel', (route) => {
      if (!outcome) return route.abort()
      const { status, code } = outcome
      return route.fulfill({ status, json: { code, message: 'From the server.' } })
    })
    await page.getByRole('button', { name: 'Cancel Subscription' }).click()
    await question.getByRole('button', { name: 'Cancel Subscription' }).click()
  }

  await page.getByRole('button', { name: 'Cancel Subscription' }).click()
  await expect(question).toContainText('Your membership stays active until')
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Keep Membership' }).click()
  await expect(question).toBeHidden()

  const sentences: [outcome: { status: number; code: string } | null, sentence: string][] = [
    [null, 'Network error occurred. Please check your connection and try again.'],
    [{ status: 404, code: 'subscription_not_found' }, 'No active subscription found to cancel.'],
    [
      { status: 502, code: 'payment_provider_unavailable' },
      'Failed to cancel subscription. Please try again or contact support.',
    ],
    [
      { status: 401, code: 'unauthenticated' },
      'Authentication error. Please log out and log back in, then try again.',
    ],
  ]
  for (const [outcome, sentence] of sentences) {
    await answer(outcome)
    await expect(problem).toContainText(sentence)
    await problem.getByRole('button', { name: 'OK' }).click()
    await expect(page.getByRole('button', { name: 'Cancel Subscription' })).toBeFocused()
  }
  await answer({ status: 200, code: '' })
  await expect(
    page.getByText(
      'Subscription cancelled successfully. It will remain active until the end of your current billing period.',
    ),
  ).toBeVisible()
  await expect(question).toBeHidden()

  await test.step('what is paid for is named before an account can be deleted', async () => {
    await page.getByRole('button', { name: 'Delete My Account' }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByText('This is paid for or still running.')).toBeVisible()
    await expect(dialog.getByText('renews every month')).toBeVisible()
    await dialog.getByRole('link', { name: 'Go to Your Bookings' }).click()
    await expect(page).toHaveURL(/tab=bookings/)
  })
})

test('a membership that ends says so', { tag: '@desktop' }, async ({ page, customer }) => {
  expect(customer).not.toBe('')
  const subscription = {
    id: '00000000-0000-4000-8000-000000000001',
    status: 'active',
    cancel_at_period_end: true,
    current_period_start: '2026-11-01T12:00:00.000Z',
    current_period_end: '2026-12-01T12:00:00.000Z',
    stripe_subscription_id: null,
    created_at: '2026-01-01T12:00:00.000Z',
  }
  await page.route('**/api/me/overview', async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ json: { ...((await answer.json()) as object), subscription } })
  })
  await page.route('**/api/me/subscription', (route) => route.fulfill({ json: { subscription } }))
  await page.goto('/account')
  const card = page.getByRole('region', { name: 'Founders Unlimited' })
  for (const text of [
    'Cancelling at Period End',
    'Your membership will not renew',
    'Membership EndsTuesday, December 1, 2026',
  ]) {
    await expect(card).toContainText(text)
  }
  await page.getByRole('tab', { name: 'Profile', exact: true }).click()
  const profile = profileOf(page)
  await expect(profile).toContainText('Membership EndsTuesday, December 1, 2026')
  await expect(profile.getByRole('button', { name: 'Cancel Subscription' })).toHaveCount(0)
})
