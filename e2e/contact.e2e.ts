import type { Page } from '@playwright/test'
import { look } from './familyPages.ts'
import { expect, test } from './fixtures.ts'
import { letBrowserDraw } from './letBrowserDraw.ts'

const sendButton = (page: Page) => page.getByRole('button', { name: 'Send Message' })
const send = (page: Page) => sendButton(page).click()

async function fill(page: Page, message = 'Do you have room for two teams on Saturdays?') {
  await page.getByLabel('Name').fill('Robin Batter')
  await page.getByLabel('Phone').fill('(409) 555-0100')
  await page.getByLabel('Subject').selectOption({ label: 'Team training' })
  await page.getByLabel('Message', { exact: true }).fill(message)
}

test('a visitor finds phone, address, hours and the way, and is told at its field what is missing', {
  tag: '@phone',
}, async ({ page }) => {
  await page.goto('/contact')
  const main = page.getByRole('main')
  await expect(main.getByRole('link', { name: '(409) 555-0142' })).toHaveAttribute('href', 'tel:4095550142')
  await expect(main.getByText('4120 Fannin Street')).toBeVisible()
  await expect(main.getByText('4:00–9:00 PM')).toBeVisible()
  await expect(main.getByRole('link', { name: 'DIRECTIONS' })).toHaveAttribute('href', /maps/)

  await send(page)
  await expect(page.getByLabel('Name')).toHaveAttribute('aria-invalid', 'true')
  await look(page)
  await page.getByLabel('Name').fill('Robin Batter')
  await send(page)
  await expect(page.getByText('Please enter a phone number that we can call you back on.')).toBeVisible()
  await expect(page.getByText('Please choose what it is about.')).toBeVisible()
  await expect(page.getByText('Please write a message.')).toBeVisible()
  await expect(page.getByLabel('Phone')).toBeFocused()
})

test('a visitor writes to the facility, which gets the message, and then writes another', {
  tag: ['@phone', '@quick'],
}, async ({ page }) => {
  await page.goto('/contact')
  const message = `Is there a tour on Saturday? ${crypto.randomUUID()}`
  await fill(page, message)
  await expect(page.getByText(`${message.length} / 2000`)).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: 'characters left.' })).toBeAttached()
  await send(page)
  await expect(page.getByRole('heading', { name: 'MESSAGE SENT!' })).toBeFocused()
  await expect(async () => {
    const list = await (await page.request.get('/dev/mailbox?to=hello@goldentrianglecages.example')).text()
    const newest = /\/dev\/mailbox\/[0-9a-f-]{36}/.exec(list)?.[0]
    expect(await (await page.request.get(`${newest}/html`)).text()).toContain(message)
  }).toPass({ timeout: 15_000 })
  await look(page)
  await page.getByRole('button', { name: 'SEND ANOTHER MESSAGE' }).click()
  await expect(page.getByRole('heading', { name: 'Send Us a Message' })).toBeFocused()
  await expect(page.getByLabel('Message', { exact: true })).toHaveValue('')
})

test('what failed to load can be loaded again; a message that does not get through is kept, and the page says to call', {
  tag: '@phone',
}, async ({ page, allowProblem }) => {
  allowProblem(/503/)
  const unavailable = { code: 'unavailable', message: 'Booking is briefly unavailable.' }
  await letBrowserDraw(page)
  await page.route('**/api/facility', (route) => route.fulfill({ status: 503, json: unavailable }))
  await page.goto('/contact')
  const details = page.getByRole('alert').filter({ hasText: 'Failed to load our phone, address and hours' })
  await expect(details).toBeVisible()
  await page.unroute('**/api/facility')
  await details.getByRole('button', { name: 'Try Again' }).click()
  await expect(page.getByRole('main').getByText('(409) 555-0142')).toBeVisible()

  const keys: (string | undefined)[] = []
  await page.route('**/api/contact', (route) => {
    keys.push(route.request().headers()['idempotency-key'])
    const problem = {
      code: 'unavailable',
      message: 'Booking is briefly unavailable. Please try again in a moment.',
    }
    return keys.length > 1 ? route.continue() : route.fulfill({ status: 503, json: problem })
  })
  await fill(page)
  await send(page)
  const problem = page.getByRole('alert').filter({ hasText: 'Please try again in a moment.' })
  await expect(problem.getByRole('link', { name: '(409) 555-0142' })).toHaveAttribute(
    'href',
    'tel:4095550142',
  )
  await expect(page.getByLabel('Message', { exact: true })).toHaveValue(/two teams/)
  const mail = page.getByRole('link', { name: 'Write us an email' })
  await expect(mail).toHaveAttribute('href', /^mailto:hello@.*subject=Team%20training&body=Do%20you/)
  await send(page)
  await expect(page.getByRole('heading', { name: 'MESSAGE SENT!' })).toBeVisible()
  expect(keys[0]).toBeTruthy()
  expect(keys[1], 'the second press means the same message').toBe(keys[0])
})
