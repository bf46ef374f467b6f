import type { Page } from '@playwright/test'
import { look } from './familyPages.ts'
import { expect, test } from './fixtures.ts'
import { mailedLink } from './mailbox.ts'
import { newEmail } from './people.ts'

const signedLink = /https?:\/\/[^\s"]+\/unsubscribe\?email=[^\s"]+&signature=[^\s"]+/
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

test('a bare link has a signed one mailed, which unsubscribes with one press', {
  tag: ['@phone', '@quick'],
}, async ({ page }) => {
  const email = newEmail()
  await page.goto(`/unsubscribe?email=${encodeURIComponent(email)}`)
  await expect(page.getByText(email)).toBeVisible()
  await look(page)
  await page.getByRole('button', { name: 'Send Me the Link' }).click()
  await expect(heading(page, 'Check Your Inbox')).toBeFocused()

  const changes: string[] = []
  page.on('request', (request) => {
    if (request.method() !== 'GET') changes.push(request.url())
  })
  await page.goto(await mailedLink(page.request, email, signedLink))
  await expect(page.getByRole('button', { name: 'Unsubscribe', exact: true })).toBeEnabled()
  expect(changes, 'opening the link changes nothing').toEqual([])
  await page.getByRole('button', { name: 'Unsubscribe', exact: true }).click()
  await expect(heading(page, 'You are unsubscribed')).toBeFocused()
  await expect(page.getByText(email)).toBeVisible()
})

test('a link without an address says so, an address that nobody knows is answered alike, a made-up signature is refused', {
  tag: '@phone',
}, async ({ page, allowProblem }) => {
  allowProblem(/400/)
  await page.goto('/unsubscribe')
  await expect(page.getByText('No email address was provided in the unsubscribe link.')).toBeVisible()
  await expect(page.getByRole('main').getByRole('button')).toHaveCount(0)

  await page.goto('/unsubscribe?email=nobody-at-all@example.test')
  await page.getByRole('button', { name: 'Send Me the Link' }).click()
  await expect(page.getByText('If this address gets mail from us, a link to unsubscribe')).toBeVisible()

  await page.goto(`/unsubscribe?email=${newEmail()}&signature=made-up`)
  await page.getByRole('button', { name: 'Unsubscribe', exact: true }).click()
  await expect(page.getByText('This unsubscribe link is not valid. Please request a new one.')).toBeVisible()
  await page.getByRole('button', { name: 'Send Me a New Link' }).click()
  await expect(heading(page, 'Check Your Inbox')).toBeVisible()
})

test('while it is on its way the button says so, and a failure can be tried again', {
  tag: '@phone',
}, async ({ page, allowProblem }) => {
  allowProblem(/500/)
  let answer: () => void = () => undefined
  const answered = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/api/unsubscribe/resend', async (route) => {
    await answered
    await route.fulfill({ status: 500, body: 'broken' })
  })
  await page.goto(`/unsubscribe?email=${newEmail()}`)
  await page.getByRole('button', { name: 'Send Me the Link' }).click()
  await expect(page.getByRole('main').getByRole('button')).toBeDisabled()
  answer()
  await expect(page.getByText('An unexpected error occurred. Please try again.')).toBeVisible()
  await page.unroute('**/api/unsubscribe/resend')
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(heading(page, 'Check Your Inbox')).toBeVisible()
})
