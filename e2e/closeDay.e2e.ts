import type { Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { bookWalkIn } from './facilityDays.ts'
import { expect, test } from './fixtures.ts'
import { signInAsDemo } from './people.ts'
import { pressesOf } from './presses.ts'

/** A report's title says which day it closes. */
const closingTitle = /^Closing \d+, \w{3} \d{1,2}, \d{4}$/
const confirmation = (page: Page) => page.getByRole('dialog', { name: 'Close this drawer?' })

/** On the narrowest phone all amounts end at one edge, and with text of 200 % no word of the entries is broken. */
async function expectWholeWhenSmall(page: Page): Promise<void> {
  const size = page.viewportSize() ?? { width: 1280, height: 800 }
  await page.setViewportSize({ width: 320, height: 640 })
  const amounts = page.getByRole('region', { name: 'Drawer' }).locator('p > strong, dd')
  const edges = () =>
    amounts.evaluateAll((all) => all.map((amount) => Math.round(amount.getBoundingClientRect().right)))
  expect(new Set(await edges()).size, 'edges at which amounts end').toBe(1)

  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Page.setFontSizes', { fontSizes: { standard: 32 } })
  const times = page.getByRole('region', { name: 'Entries' }).locator('li > span:first-child')
  const lines = () =>
    times.evaluateAll((all) =>
      all.map((time) => {
        const range = document.createRange()
        range.selectNodeContents(time)
        return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size
      }),
    )
  await expect.poll(async () => Math.max(...(await lines())), 'lines of a time').toBe(1)
  expect(new Set(await edges()).size, 'edges with large text').toBe(1)
  await devtools.send('Page.setFontSizes', { fontSizes: { standard: 16 } })
  await devtools.detach()
  await page.setViewportSize(size)
}

/** Cash for a booking, as another desk takes it. */
async function takeCash(page: Page): Promise<number> {
  const id = await bookWalkIn(page.request, 'Cash at the Other Desk')
  const items = [{ kind: 'guest_booking', id }]
  const taken = await page.request.post('/api/admin/desk-payments', {
    data: { items, method: 'cash' },
    headers: { 'idempotency-key': crypto.randomUUID() },
  })
  expect(taken.status()).toBe(201)
  return (await taken.json()).total_amount
}

test('the desk opens the drawer, counts it by typing, explains what is missing, and prints the closing', {
  tag: '@desktop',
}, async ({ page, openBrowser }) => {
  await signInAsDemo(page.request, 'desk')
  await page.goto('/admin/payments')
  await page.getByRole('link', { name: 'Close Day' }).click()
  await page.getByLabel('Opening Float').click()
  await page.keyboard.press('Control+A')
  await page.keyboard.type('100')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('region', { name: 'Count the Drawer' })).toBeVisible()
  await expectAccessible(page)

  const drawer = page.getByRole('region', { name: 'Drawer', exact: true })
  const other = await openBrowser()
  await signInAsDemo(other.request, 'admin')
  const cash = await takeCash(other)
  // What another desk takes shows by itself: there is one drawer.
  await expect(drawer.getByText('Cash taken, 1 payment')).toBeVisible()

  await page.getByRole('button', { name: 'Pay Out' }).click()
  const payOut = page.getByRole('dialog', { name: 'Pay Out of the Drawer' })
  await expect(payOut.getByLabel('Amount')).toBeFocused()
  await page.keyboard.type('12.50')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Balls from the store')
  await page.keyboard.press('Enter')
  await expect(page.getByText(/is expected in the drawer/)).toBeVisible()
  const expected = 100 + cash - 12.5

  await test.step('counts, a number and Enter at a time', async () => {
    await page.getByRole('button', { name: 'Close Day' }).click()
    await expect(page.getByRole('alert')).toHaveText('Count the drawer first. Enter 0 where it is empty.')
    await expect(drawer.getByText(/short/)).toBeHidden()
    await page.getByLabel('$100', { exact: true }).click()
    for (const pieces of ['1', '', '', '', '', '', '']) {
      await page.keyboard.type(pieces)
      await page.keyboard.press('Enter')
    }
    await expect(page.getByLabel('Quarters', { exact: true })).toBeFocused()
    await page.getByRole('button', { name: 'Close Day' }).click()
    await expect(page.getByRole('alert')).toHaveText('Choose a reason first.')
    const short = `$${(expected - 100).toFixed(2)}`
    await expect(drawer.getByText(`The drawer is ${short} short`)).toBeVisible()
    await drawer.getByText('Wrong change').click()
    await page.getByRole('button', { name: 'Quarters: one more' }).click()
    await page.getByRole('button', { name: 'Quarters: one less' }).click()
    await expect(page.getByLabel('Quarters', { exact: true })).toHaveValue('0')
  })

  await test.step('keeps the count over a reload, and says when money has come in since', async () => {
    await page.reload()
    await expect(page.getByLabel('$100', { exact: true })).toHaveValue('1')
    await expect(drawer.getByRole('radio', { name: 'Wrong change' })).toBeChecked()
    await page.getByLabel('Leave in the drawer').click()
    await page.keyboard.press('Control+A')
    await page.keyboard.type('80')
    await page.getByRole('button', { name: 'Close Day' }).click()
    await expectAccessible(page)
    await confirmation(page).getByRole('button', { name: 'Close Day' }).click()
    await expect(page.getByRole('heading', { level: 1, name: closingTitle })).toBeVisible()
  })

  await expect(page.getByText('Balls from the store')).toBeVisible()
  await expect(page.getByText('1 × $100')).toBeVisible()
  await expect(page.getByText('To the bank')).toBeVisible()
  await expectAccessible(page)
  await expectWholeWhenSmall(page)
  await page.getByRole('link', { name: 'Back to Close Day' }).click()
  await expect(page.getByLabel('Opening Float')).toHaveValue('80.00')
  await expect(page.getByRole('link', { name: /^No\. \d+/ }).first()).toBeVisible()

  // The next evening, to the cent, from Today: the page, the first number, Close Day and its confirmation.
  await page.getByRole('button', { name: 'Open Drawer' }).click()
  await page.getByRole('link', { name: 'Dashboard', exact: true }).click()
  const toClose = await pressesOf(page, async () => {
    await page.getByRole('link', { name: /^Drawer so far/ }).click()
    await page.getByLabel('$20', { exact: true }).click()
    await page.keyboard.type('4')
    await page.getByRole('button', { name: 'Close Day' }).click()
    await confirmation(page).getByRole('button', { name: 'Close Day' }).click()
    await expect(page.getByRole('heading', { level: 1, name: closingTitle })).toBeVisible()
  })
  await expect(page.getByText('Nothing was taken.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Card and Staff' })).toBeHidden()
  expect(toClose, 'presses to count and close').toBeLessThanOrEqual(6)

  // What the reader says is on the report, also where nothing was taken.
  await page.getByRole('link', { name: 'Back to Close Day' }).click()
  await page.getByRole('button', { name: 'Open Drawer' }).click()
  await page.getByLabel('$20', { exact: true }).fill('4')
  await page.getByLabel('The reader’s own total').fill('12.50')
  await page.getByRole('button', { name: 'Close Day' }).click()
  await confirmation(page).getByRole('button', { name: 'Close Day' }).click()
  await expect(page.getByText('Nothing was taken.')).toBeVisible()
  // No tax is promised where there is none.
  const card = page.getByRole('region', { name: 'Card and Staff' })
  await expect(card).toContainText('The reader’s own total $12.50')
  await expect(card.getByRole('heading')).toHaveText('Card and Staff')
})

test('the sales report keeps over a reload what was chosen and what is open', { tag: '@desktop' }, async ({
  page,
}) => {
  await signInAsDemo(page.request, 'admin')
  await page.goto('/admin/payments')
  await page.getByRole('link', { name: 'Sales Report' }).click()
  await page.getByLabel('From').fill('2020-01-01')
  await page.keyboard.press('Tab')
  await page.getByLabel('Sum up by').selectOption('By tax class')
  const cages = page.getByRole('button', { name: 'Cage time' })
  await cages.click()
  const lines = page.getByRole('region', { name: 'Lines of Cage time' })
  await expect(lines.getByText(/^Sale \d+/).first()).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('From')).toHaveValue('2020-01-01')
  await expect(page.getByLabel('Sum up by')).toHaveValue('tax_class')
  await expect(cages).toHaveAttribute('aria-expanded', 'true')
  await expect(lines.getByText(/^Sale \d+/).first()).toBeVisible()
  await page.goBack()
  await expect(lines, 'Back closes what was opened').toBeHidden()
  await expect(cages).toBeVisible()
})
