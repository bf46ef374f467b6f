import type { Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { expect, test } from './fixtures.ts'
import { DEMO_PASSWORD, signInAsDemo } from './people.ts'

const menu = (page: Page) => page.getByRole('navigation', { name: 'Admin', exact: true })
const usersPage = (page: Page) => page.getByRole('heading', { level: 1, name: 'Users' })
const home = (page: Page) => page.getByRole('heading', { level: 1, name: 'NOW OPEN' })
const path = (page: Page) => new URL(page.url()).pathname

for (const role of ['customer', 'member', 'coach'] as const) {
  test(`${role}: the back office leads home`, { tag: '@desktop' }, async ({ page }) => {
    await signInAsDemo(page.request, role)
    for (const address of ['/admin', '/admin/users', '/ADMIN/users/']) {
      await page.goto(address)
      await expect(home(page)).toBeVisible()
      expect(path(page)).toBe('/')
      await expect(page.getByText('Log in to open the back office.')).toBeHidden()
    }
  })
}

for (const [role, name] of [
  ['desk', 'Front Desk'],
  ['admin', 'Admin'],
] as const) {
  test(`${role}: the back office opens at its first page, in a frame of its own`, {
    tag: '@desktop',
  }, async ({ page }) => {
    await signInAsDemo(page.request, role)
    await page.goto('/admin')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    const first = await menu(page).getByRole('link').first().getAttribute('href')
    expect(path(page)).toBe(first)
    await expect(menu(page).getByRole('link').first()).toHaveAttribute('aria-current', 'page')
    await expect(page.getByText(name, { exact: true }).first()).toBeVisible()
    await expect(page.getByRole('contentinfo')).toHaveCount(0)
    await expect(page.getByRole('navigation', { name: 'Main' })).toHaveCount(0)
    await page.getByRole('link', { name: 'Back to Site' }).click()
    await expect(home(page)).toBeVisible()
    await expect(page.getByRole('contentinfo')).toBeVisible()
  })
}

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
  const first = path(page)
  await expect(menu(page).locator('[aria-current=page]')).toHaveAttribute('href', first)
  await page.goBack()
  await expect(home(page)).toBeVisible()
  await page.goForward()
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
  expect(path(page)).toBe(first)
  expect(await page.evaluate(() => 'samePage' in window)).toBe(true)
})

test('a visitor is led home, logs in there and comes back to the page that was asked for', {
  tag: ['@desktop', '@narrow', '@quick'],
}, async ({ page }) => {
  await page.goto('/admin/users?sort=name')
  await expect(home(page)).toBeVisible()
  expect(path(page)).toBe('/')
  const notice = page.getByRole('status').filter({ hasText: 'Log in to open the back office.' })
  await expect(notice).toBeVisible()
  await page.reload()
  await expect(notice).toBeVisible()
  await expectAccessible(page)
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
    await tab.goto('/admin/users')
    await expect(usersPage(tab)).toBeVisible()
  }
  await page.getByRole('button', { name: /Admin$/ }).click()
  await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Logout' })).toBeHidden()
  await expect(page.getByRole('button', { name: /Admin$/ })).toBeFocused()
  await page.keyboard.press('Enter')
  await expectAccessible(page, [{ width: 1280, colorScheme: 'light' }])
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(home(page)).toBeVisible()
  expect(path(page)).toBe('/')
  await expect(home(other)).toBeVisible()
  await expect(other.getByText('Log in to open the back office.')).toBeVisible()
  await page.goto('/admin')
  await expect(page.getByText('Log in to open the back office.')).toBeVisible()
  expect(path(page)).toBe('/')
})

test('the menu can be collapsed, and stays so', { tag: '@desktop' }, async ({ page }) => {
  await signInAsDemo(page.request, 'admin')
  await page.goto('/admin/users')
  const width = async () => (await menu(page).boundingBox())?.width ?? 0
  await expect(usersPage(page)).toBeVisible()
  const open = await width()
  await page.getByRole('button', { name: 'Collapse Menu' }).click()
  await expect.poll(width).toBeLessThan(open / 2)
  await page.reload()
  await expect(page.getByRole('button', { name: 'Expand Menu' })).toBeVisible()
  expect(await width()).toBeLessThan(open / 2)
  await expectAccessible(page)
  // What is hidden has its name, and shows it to the keyboard.
  await page.setViewportSize({ width: 1280, height: 800 })
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
  await expectAccessible(page)
  await page.setViewportSize({ width: 390, height: 844 })

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

test('the keys are listed from anywhere, and can be turned off', { tag: '@desktop' }, async ({ page }) => {
  await signInAsDemo(page.request, 'desk')
  await page.goto('/admin/users')
  await expect(usersPage(page)).toBeVisible()
  await page.getByRole('button', { name: /Front Desk$/ }).click()
  await page.getByRole('button', { name: 'Keyboard Shortcuts' }).click()
  const keys = page.getByRole('dialog', { name: 'Keyboard Shortcuts' })
  await expect(keys.getByText('Search everything, from any page')).toBeVisible()
  await keys.getByRole('checkbox').uncheck()
  await page.keyboard.press('Escape')
  await expect(keys).toBeHidden()
  await page.goto('/admin/schedule')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('n')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('the first stop of the keyboard leads past the menu to the page', { tag: '@desktop' }, async ({
  page,
}) => {
  await signInAsDemo(page.request, 'desk')
  await page.goto('/admin/users')
  await expect(usersPage(page)).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
})

test('with text of 200 % the bar of a phone keeps its words, and a roster its edges', {
  tag: '@phone',
}, async ({ page }) => {
  await signInAsDemo(page.request, 'desk')
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Page.setFontSizes', { fontSizes: { standard: 32 } })
  await page.goto('/admin/camps')
  await page.getByRole('link', { name: 'All-Around Skills Camp' }).first().click()
  const add = page.getByRole('combobox', { name: 'Add a player' })
  await expect(add).toBeVisible()
  const width = page.viewportSize()?.width ?? 0
  const field = await add.boundingBox()
  expect((field?.x ?? 0) + (field?.width ?? width)).toBeLessThanOrEqual(width)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
  const bar = page.getByRole('navigation', { name: 'Quick access' })
  const boxOf = async (label: string) => {
    const box = await bar.getByText(label, { exact: true }).boundingBox()
    if (!box) throw new Error(`The bar has no ${label}.`)
    return box
  }
  const oneLine = (await boxOf('Today')).height
  for (const label of ['Schedule', 'Search']) expect((await boxOf(label)).height, label).toBe(oneLine)
  const primary = await bar.getByRole('button').first().boundingBox()
  expect((await boxOf('Search')).x).toBeGreaterThanOrEqual((primary?.x ?? 0) + (primary?.width ?? 0))
})
