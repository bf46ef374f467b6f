import type { Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { expect, test } from './fixtures.ts'
import { DEMO_PASSWORD, signInAsDemo } from './people.ts'

const menu = (page: Page) => page.getByRole('navigation', { name: 'Admin', exact: true })
const usersPage = (page: Page) => page.getByRole('heading', { level: 1, name: 'Users' })
const home = (page: Page) => page.getByRole('heading', { level: 1, name: 'NOW OPEN' })
const path = (page: Page) => new URL(page.url()).pathname

test('the back office leads customers, members and coaches home', { tag: '@desktop' }, async ({ page }) => {
  for (const [role, addresses] of [
    ['customer', ['/admin', '/admin/users', '/ADMIN/users/']],
    ['member', ['/admin/users']],
    ['coach', ['/admin/users']],
  ] as const) {
    await signInAsDemo(page.request, role)
    for (const address of addresses) {
      await page.goto(address)
      await expect(home(page), `${role} ${address}`).toBeVisible()
      expect(path(page)).toBe('/')
      await expect(page.getByText('Log in to open the back office.')).toBeHidden()
    }
  }
})

test('the site leads to the back office and back without loading the page again, and has nothing of it before', {
  tag: '@desktop',
}, async ({ page }) => {
  await signInAsDemo(page.request, 'desk')
  const ofStaff: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/assets/staff/')) ofStaff.push(request.url())
  })
  await page.goto('/')
  const link = page.getByRole('link', { name: 'Admin Panel' })
  await expect(link).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(ofStaff).toEqual([])
  await page.evaluate(() => Object.assign(window, { samePage: true }))
  await link.click()
  await expect(page).toHaveURL(/\/admin\/\w/)

  await test.step('it opens at its first page, in a frame of its own', async () => {
    const first = menu(page).getByRole('link').first()
    await expect(first).toHaveAttribute('aria-current', 'page')
    expect(path(page)).toBe(await first.getAttribute('href'))
    await expect(page.getByText('Front Desk', { exact: true }).first()).toBeVisible()
    await expect(page.getByRole('contentinfo')).toHaveCount(0)
    await expect(page.getByRole('navigation', { name: 'Main' })).toHaveCount(0)
  })
  const first = path(page)
  await page.goBack()
  await expect(home(page)).toBeVisible()
  await page.goForward()
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
  expect(path(page)).toBe(first)
  await page.getByRole('link', { name: 'Back to Site' }).click()
  await expect(home(page)).toBeVisible()
  await expect(page.getByRole('contentinfo')).toBeVisible()
  expect(await page.evaluate(() => 'samePage' in window)).toBe(true)

  // What only admins may open is not the desk's.
  await page.goto('/admin/audit-log')
  await expect(page).not.toHaveURL(/audit-log/)
})

test('a visitor is led home, logs in there and comes back to the page that was asked for', {
  tag: ['@narrow', '@desktop', '@phone', '@quick'],
}, async ({ page }) => {
  await page.goto('/admin/users?sort=name')
  await expect(home(page)).toBeVisible()
  expect(path(page)).toBe('/')
  const notice = page.getByRole('status').filter({ hasText: 'Log in to open the back office.' })
  await expect(notice).toBeVisible()
  await page.reload()
  await expect(notice).toBeVisible()
  await notice.getByRole('link', { name: 'Log In' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Sign In' })).toBeVisible()
  await page.getByLabel('Email').fill('desk@demo.dugout.test')
  await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD)
  await page.getByRole('main').getByRole('button', { name: 'Sign In' }).click()
  await expect(usersPage(page)).toBeVisible()
  expect(page.url()).toContain('/admin/users?sort=name')
  await expect(page).toHaveTitle(/^Users · /)
})

test('Logout leads home and closes the back office, here and in the other tab', { tag: '@desktop' }, async ({
  page,
  context,
}) => {
  await signInAsDemo(page.request, 'admin')
  const other = await context.newPage()
  for (const tab of [page, other]) {
    await tab.goto('/admin/users?search=castillo')
    await expect(usersPage(tab)).toBeVisible()
  }
  await page.getByRole('button', { name: /Admin$/ }).click()
  await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Logout' })).toBeHidden()
  await expect(page.getByRole('button', { name: /Admin$/ })).toBeFocused()
  await page.keyboard.press('Enter')
  await expectAccessible(page, [{ width: 1280, colorScheme: 'light' }])
  // The keys of all pages are listed from here.
  await page.getByRole('button', { name: 'Keyboard Shortcuts' }).click()
  const keys = page.getByRole('dialog', { name: 'Keyboard Shortcuts' })
  await expect(keys.getByText('Search everything, from any page')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(keys).toBeHidden()
  await page.getByRole('button', { name: /Admin$/ }).click()
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(home(page)).toBeVisible()
  expect(path(page)).toBe('/')
  await expect(home(other)).toBeVisible()
  await expect(other.getByText('Log in to open the back office.')).toBeVisible()
  await page.goto('/admin')
  await expect(page.getByText('Log in to open the back office.')).toBeVisible()
  expect(path(page)).toBe('/')
})

test('the first stop of the keyboard leads past the menu, which can be collapsed and stays so', {
  tag: '@desktop',
}, async ({ page }) => {
  await signInAsDemo(page.request, 'admin')
  await page.goto('/admin/users?search=castillo')
  const width = async () => (await menu(page).boundingBox())?.width ?? 0
  await expect(usersPage(page)).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
  const open = await width()
  await page.getByRole('button', { name: 'Collapse Menu' }).click()
  await expect.poll(width).toBeLessThan(open / 2)
  await page.reload()
  await expect(page.getByRole('button', { name: 'Expand Menu' })).toBeVisible()
  expect(await width()).toBeLessThan(open / 2)
  await expectAccessible(page, [{ width: 1280, colorScheme: 'light' }])
  // What is hidden has its name, and shows it to the keyboard.
  await page.getByRole('button', { name: 'Search everything' }).focus()
  await page.keyboard.press('Tab')
  const first = (await menu(page).getByRole('link').first().textContent()) ?? ''
  const label = page.getByRole('tooltip', { name: first })
  await expect(label).toBeVisible()
  // It stays while it is pointed at itself, and Escape takes it away without another move (WCAG 1.4.13).
  await page.keyboard.press('Escape')
  await expect(label).toBeHidden()
  await menu(page).getByRole('link').first().hover()
  await label.hover()
  await label.hover()
  await page.keyboard.press('Escape')
  await expect(label).toBeHidden()
  await page.getByRole('button', { name: 'Expand Menu' }).click()
  await expect.poll(width).toBe(open)
})

test('on a phone the bar leads to Today, the schedule, the search and all else', { tag: '@phone' }, async ({
  page,
}) => {
  await signInAsDemo(page.request, 'desk')
  await page.goto('/admin/users')
  await expect(usersPage(page)).toBeVisible()
  await expect(menu(page)).toBeHidden()
  const bar = page.getByRole('navigation', { name: 'Quick access' })
  await expect(bar.getByRole('listitem')).toHaveText(['Today', 'Schedule', '', 'Search', /^2?More/])
  // The page begins at the first line, and ends above the bar.
  expect((await usersPage(page).boundingBox())?.y).toBeLessThan(40)
  expect(await bar.boundingBox()).toMatchObject({ x: 0, width: 390, height: 61 })

  const button = bar.getByRole('button', { name: /^More/ })
  await button.click()
  await expect(menu(page).getByRole('link', { name: 'Users' })).toBeVisible()
  const panel = page.getByRole('dialog', { name: 'Menu' })
  await expect.poll(() => panel.boundingBox()).toEqual({ x: 0, y: 0, width: 288, height: 844 })
  await expect(panel.getByRole('button', { name: 'Logout' })).toBeVisible()
  await expectAccessible(page, [{ width: 390, colorScheme: 'light' }])
  await page.keyboard.press('Escape')
  await expect(menu(page)).toBeHidden()
  await expect(button).toBeFocused()
  await button.click()
  await menu(page).getByRole('link', { name: 'Users' }).click()
  await expect(menu(page)).toBeHidden()
  await expect(usersPage(page)).toBeVisible()

  await bar.getByRole('button', { name: 'Search' }).click()
  await expect(page.getByRole('combobox', { name: 'Search everything' })).toBeFocused()
  await page.keyboard.press('Escape')
  await page.setViewportSize({ width: 390, height: 844 })
  const add = bar.getByRole('button', { name: 'Add' })
  await add.click()
  const sheet = page.getByRole('dialog', { name: 'Add' })
  const place = () =>
    sheet.boundingBox().then((box) => box && { x: box.x, width: box.width, end: box.y + box.height })
  await expect.poll(place).toEqual({ x: 0, width: 390, end: 844 })
  await expectAccessible(page, [{ width: 390, colorScheme: 'light' }])
  await page.goBack()
  await expect(sheet).toBeHidden()
  await expect(add).toBeFocused()
  await add.click()
  await sheet.getByRole('button', { name: 'Sell Goods' }).click()
  await expect(page.getByRole('dialog', { name: 'Take Payment' })).toBeVisible()
  await page.goBack()
  await add.click()
  await sheet.getByRole('link', { name: 'Take Payment' }).click()
  await expect(page).toHaveURL(/\/admin\/bookings\?.*status=pending/)
  await add.click()
  await sheet.getByRole('link', { name: 'Booking' }).click()
  await expect(page.getByRole('dialog', { name: 'Create Booking' })).toBeVisible()
  await page.goBack()
  await bar.getByRole('link', { name: 'Today' }).click()
  await expect(page.getByRole('region', { name: 'Today', exact: true })).toBeVisible()
  await expect(bar.getByRole('link', { name: 'Today' })).toHaveAttribute('aria-current', 'page')
})
