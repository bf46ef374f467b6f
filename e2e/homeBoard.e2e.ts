import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'

const board = (page: Page) => page.getByRole('region', { name: /^(Tonight|Today|Tomorrow|\w+day)$/ })
const tiles = (page: Page) =>
  board(page).getByRole('link', { name: /^\d+:\d0 [AP]M, \d cages? free, \$\d+ for (30 minutes|1 hour)$/ })

/** Opens the home page and waits until its parts are alive: before, a tile is a link. */
async function open(page: Page) {
  await page.goto('/')
  await expect(page.locator('[data-later]')).toHaveCount(0)
}

test('two taps on the home page book a cage', { tag: '@phone' }, async ({ page, customer }) => {
  expect(customer).not.toBe('')
  await open(page)
  // Of one free cage the dialog offers no choice.
  const tile = tiles(page)
    .filter({ hasText: /[2-9] cages/ })
    .last()
  const [time = ''] = /^[\d:]+/.exec((await tile.getAttribute('aria-label')) ?? '') ?? []
  // One.
  await tile.click()
  const dialog = page.getByRole('dialog', { name: 'Confirm Your Booking' })
  await expect(dialog).toContainText(new RegExp(`${time}( AM)?–`))
  await expect(dialog).toContainText('$20.00')
  const cage = dialog.getByLabel('Cage', { exact: true })
  await expect(cage).toBeVisible()
  // Two.
  await dialog.getByRole('button', { name: 'Pay on Arrival' }).click()
  await expect(page).toHaveURL(/\/ticket/)
})

test('the page tells of camps, coaches and hours; an hour counts the cages free for both halves, and another can be taken', {
  tag: '@desktop',
}, async ({ page, customer }) => {
  expect(customer).not.toBe('')
  await open(page)
  await test.step('below the board', async () => {
    const coming = page.getByRole('region', { name: 'Coming Up' })
    await expect(coming.getByText(/spots? left/).first()).toBeVisible()
    const coaches = page.getByRole('region', { name: 'Your Coaches' })
    await expect(
      coaches.getByText(/^Next free (Today|Tomorrow|\w{3}, \w{3} \d+), \d+:\d0 [AP]M$/).first(),
    ).toBeVisible()
    const visit = page.getByRole('region', { name: 'Visit' })
    await expect(visit.getByText(/^(Opens in .+|Open now, until .+|Closed( for)? today)$/)).toBeVisible()
    await expect(page.getByText('It pays for itself from 24½ cage hours a month.')).toBeVisible()
  })
  const hour = board(page).getByRole('button', { name: '1 hour · $30' })
  // In one line each.
  expect((await hour.boundingBox())?.height).toBeLessThanOrEqual(48)
  await hour.click()
  await expect(tiles(page).first()).toHaveAccessibleName(/free, \$30 for 1 hour$/)
  const most = tiles(page)
    .filter({ hasText: /[3-8] cages/ })
    .first()
  await most.click()
  const dialog = page.getByRole('dialog', { name: 'Confirm Your Booking' })
  const cage = dialog.getByLabel('Cage', { exact: true })
  const other = cage.locator('option:not(:checked)').first()
  const name = (await other.textContent()) ?? ''
  await cage.selectOption({ label: name })
  await expect(dialog.getByRole('listitem').first()).toContainText(name)
  await expect(dialog).toContainText('$30.00')
})

test('a visitor is asked to log in; offline the board says how old it is and books nothing', {
  tag: '@phone',
}, async ({ page, allowProblem }) => {
  allowProblem(/ERR_INTERNET_DISCONNECTED/)
  await open(page)
  await tiles(page).first().click()
  const login = page.getByRole('dialog', { name: 'Login Required' })
  await expect(login).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(login).toBeHidden()
  await board(page).getByRole('button', { name: '1 hour · $30' }).click()
  await expect(tiles(page).first()).toHaveAccessibleName(/for 1 hour$/)
  await page.context().setOffline(true)
  await expect(board(page).getByText(/^As of \d+:\d\d [AP]M$/)).toBeVisible()
  await expect(tiles(page).first()).toHaveAttribute('aria-disabled', 'true')
  await tiles(page).first().dispatchEvent('click')
  await expect(page.getByRole('dialog')).toBeHidden()
  await page.context().setOffline(false)
})
