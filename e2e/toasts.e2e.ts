import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { newEmail, signInAsDemo } from './people.ts'

const toasts = (page: Page) => page.locator('[data-toast]')

test('a toast stays on the page it is about, not on paper and not on the next page', {
  tag: ['@desktop', '@quick'],
}, async ({ page, customer }) => {
  expect(customer).not.toBe('')
  await page.clock.install()
  await page.goto('/book-cage')
  await page.getByRole('button', { name: 'Book Selected' }).click()
  const toast = page.getByRole('status').filter({ hasText: 'Please select at least one time slot.' })
  await expect(toast).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(toast, 'on paper').toBeHidden()
  await page.emulateMedia({ media: null })
  await expect(toast).toBeVisible()
  // Within a second it may belong to a page that is still on its way; it would stay for five.
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1_500))

  await page.getByRole('contentinfo').getByRole('link', { name: 'Contact' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Contact' })).toBeVisible()
  // Time enough to go away, and too little for its five seconds to be over.
  await page.clock.runFor(1_000)
  await expect(toasts(page)).toHaveCount(0)
})

test('a toast covers no field', { tag: '@phone' }, async ({ page }) => {
  await signInAsDemo(page.request, 'admin')
  await page.goto('/admin/users')
  await page.getByRole('button', { name: 'Create User' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create User' })
  await dialog.getByLabel('Full Name').fill('Toni Toast')
  await dialog.getByLabel('Email (optional)').fill(newEmail())
  await dialog.getByRole('button', { name: 'Create User' }).click()
  await expect(dialog).toBeHidden()
  await expect(toasts(page)).toBeVisible()
  await expect(page.getByRole('dialog', { name: 'User Details' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(toasts(page)).toBeVisible()
  const covered = await page.evaluate(() => {
    const boxes = [...document.querySelectorAll('[data-toast]')].map((toast) => toast.getBoundingClientRect())
    return [...document.querySelectorAll('main :is(input, select, textarea)')].flatMap((field) => {
      const { left, right, top, bottom } = field.getBoundingClientRect()
      const isCovered = boxes.some(
        (box) => left < box.right && right > box.left && top < box.bottom && bottom > box.top,
      )
      return isCovered ? [field.getAttribute('aria-label') ?? field.outerHTML] : []
    })
  })
  expect(covered).toEqual([])
})
