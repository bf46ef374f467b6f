import { expectAccessible } from './accessible.ts'
import { expect, test } from './fixtures.ts'
import { signInAsDemo } from './people.ts'

test('the desk finds the guide, the keys and whom to ask in Help', {
  tag: ['@phone', '@quick'],
}, async ({ page }) => {
  await signInAsDemo(page.request, 'desk')
  await page.goto('/admin/bookings')
  await expect(page.getByRole('heading', { level: 1, name: 'Bookings' })).toBeVisible()
  await page.getByRole('button', { name: /^More/ }).click()
  await page.getByRole('link', { name: 'Help', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Help' })).toBeVisible()
  await expect(page).toHaveTitle(/^Help/)
  await expect(page.getByRole('region', { name: 'Keyboard Shortcuts' })).toContainText('New booking')
  await expect(page.getByRole('region', { name: 'Ask Someone' }).getByRole('link').first()).toHaveAttribute(
    'href',
    /^tel:/,
  )
  await expect(page.getByText('Change the contact in Settings')).toHaveCount(0)
  await expectAccessible(page)

  await page.getByRole('link', { name: 'A Day at the Front Desk' }).click()
  await expect(page).toHaveURL(/guide=front-desk/)
  const guide = page.getByRole('article')
  await expect(guide.getByRole('heading', { name: 'Someone walks in' })).toBeVisible()
  const picture = guide.getByRole('img').first()
  await picture.scrollIntoViewIfNeeded()
  await expect(picture).toHaveJSProperty('complete', true)
  await expect(picture).not.toHaveJSProperty('naturalWidth', 0)
  await expectAccessible(page)
  // The address leads here again, and pages lead to each other.
  await page.goto('/admin/help?guide=owner')
  await guide.getByRole('link', { name: 'a day at the front desk' }).click()
  await expect(guide.getByRole('heading', { name: 'Someone walks in' })).toBeVisible()
  await page.goto('/admin/help?guide=nothing')
  await expect(page.getByRole('heading', { level: 1, name: 'Help' })).toBeVisible()
})

test('a coach reads the own page of the guide', { tag: '@phone' }, async ({ page }) => {
  await signInAsDemo(page.request, 'coach')
  await page.goto('/coach-dashboard')
  await expect(page.getByRole('heading', { level: 1, name: 'Today' })).toBeVisible()
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('link', { name: 'Help', exact: true }).click()
  await expect(page.getByRole('link', { name: 'A Day at the Front Desk' })).toHaveCount(0)
  await page.getByRole('link', { name: 'A Coach’s Week' }).click()
  await expect(page.getByRole('article').getByRole('heading', { name: 'Your hours' })).toBeVisible()
})
