import type { Page } from '@playwright/test'
import { openHydrated } from './developmentBuild.ts'
import { expect, test } from './fixtures.ts'
import { signInAsDemo } from './people.ts'

const navigation = (page: Page) => page.getByRole('navigation', { name: 'Main' })

/** Makes the items reachable where they are behind the menu button. */
async function openMenu(page: Page) {
  await expect(page.getByRole('link', { name: 'Golden Triangle Batting Cages, home' })).toBeVisible()
  const menu = page.getByRole('button', { name: 'Menu' })
  if (await menu.isVisible()) await menu.click()
}

test('visitors find Login and Sign Up', { tag: ['@phone', '@quick'] }, async ({ page }) => {
  await page.goto('/')
  await openMenu(page)
  await expect(navigation(page).getByRole('link', { name: 'Login' })).toHaveAttribute(
    'href',
    '/auth?mode=login',
  )
  await navigation(page).getByRole('link', { name: 'Sign Up' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Create Account' })).toBeVisible()
})

/** The addresses on this site that the page links to. */
const linksOf = (page: Page): Promise<string[]> =>
  page
    .getByRole('link', { includeHidden: true })
    .evaluateAll((anchors) =>
      anchors.map((anchor) => anchor.getAttribute('href') ?? '').filter((href) => href.startsWith('/')),
    )

test('who is signed in finds the own pages and Logout, and no link is dead', { tag: '@desktop' }, async ({
  page,
}) => {
  const asked = new Set<string>()
  for (const [role, name, hidden] of [
    ['customer', 'Jordan Reyes', /Panel|Dashboard/],
    ['coach', 'Marcus Delgado', /Admin Panel/],
    ['desk', 'Alex Prudhomme', /Coach Dashboard/],
    ['admin', 'Dana Thibodeaux', /Coach Dashboard/],
  ] as const) {
    await test.step(role, async () => {
      await signInAsDemo(page.request, role)
      await page.goto('/')
      await openMenu(page)
      await expect(navigation(page).getByRole('link', { name })).toHaveAttribute('href', '/account')
      await expect(navigation(page).getByRole('button', { name: 'Logout' })).toBeVisible()
      await expect(navigation(page).getByRole('link', { name: 'Login' })).toBeHidden()
      await expect(navigation(page).getByRole('link', { name: hidden })).toHaveCount(0)

      const targets = await linksOf(page)
      expect(targets).toContain('/book-cage')
      if (targets.includes('/admin')) {
        await page.goto('/admin')
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        targets.push(...(await linksOf(page)))
      }
      // A path that leads nowhere is answered with 404; how each page is drawn, wholePages tells.
      for (const target of new Set(targets)) {
        if (asked.has(target)) continue
        asked.add(target)
        const answer = await page.request.get(target)
        expect(answer.status(), target).toBe(200)
        expect(new URL(answer.url()).pathname).toBe(new URL(target, page.url()).pathname)
      }
    })
  }
})

test('the footer says where the facility is and when it is open; the menu of a small screen opens, closes and leads on', {
  tag: '@phone',
}, async ({ page }) => {
  await openHydrated(page, '/')
  await test.step('the footer', async () => {
    const footer = page.getByRole('contentinfo')
    await expect(footer.getByRole('link', { name: '4120 Fannin Street Beaumont, TX 77701' })).toBeVisible()
    await expect(footer.getByRole('link', { name: '(409) 555-0142' })).toHaveAttribute(
      'href',
      'tel:4095550142',
    )
    await expect(footer.getByRole('link', { name: 'hello@goldentrianglecages.example' })).toBeVisible()
    await expect(footer.getByRole('link', { name: 'Instagram' })).toHaveAttribute('rel', /noopener/)
    const hours = [
      ['Monday to Friday', '4:00–9:00 PM'],
      ['Saturday', '9:00 AM–6:00 PM'],
      ['Sunday', 'Closed'],
    ] as const
    for (const [index, [days, times]] of hours.entries()) {
      await expect(footer.getByRole('term').nth(index)).toHaveText(days)
      await expect(footer.getByRole('definition').nth(index)).toHaveText(times)
    }
    await footer.getByRole('link', { name: 'Contact' }).click()
    await expect(page).toHaveURL(/\/contact$/)
    await expect(page.getByRole('main')).toBeFocused()
  })

  const menu = page.getByRole('button', { name: 'Menu' })
  const link = navigation(page).getByRole('link', { name: 'Book Cage' })
  await expect(menu).toHaveAttribute('aria-expanded', 'false')
  await expect(link).toBeHidden()
  await menu.click()
  await expect(menu).toHaveAttribute('aria-expanded', 'true')
  await expect(link).toBeVisible()
  await link.press('Escape')
  await expect(link).toBeHidden()
  await expect(menu).toBeFocused()
  await menu.click()
  await link.click()
  await expect(page).toHaveURL(/\/book-cage$/)
  await expect(link).toBeHidden()
  // On a small screen for readers only.
  await expect(page.getByRole('heading', { level: 1, name: 'Book Cage' })).toHaveCount(1)
})

test('any other path is not found, and leads home', { tag: '@desktop' }, async ({ page, allowProblem }) => {
  allowProblem(/console: .*status of 404/)
  for (const path of ['/no-such-page', '/book-cage/extra', '/coaches/%F0%9F%A5%8E']) {
    const response = await page.goto(path)
    expect(response?.status()).toBe(404)
    await expect(page.getByRole('heading', { level: 1, name: 'NOW OPEN' })).toBeVisible()
    expect(new URL(page.url()).pathname).toBe('/')
  }
})

test('Logout signs out here and in the other tab', { tag: '@desktop' }, async ({
  page,
  context,
  customer,
}) => {
  expect(customer).not.toBe('')
  const other = await context.newPage()
  await other.goto('/account')
  await expect(other.getByRole('heading', { level: 1, name: 'My Account' })).toBeVisible()
  await page.goto('/book-cage')
  await openMenu(page)
  await navigation(page).getByRole('button', { name: 'Logout' }).click()

  await expect(page.getByRole('heading', { level: 1, name: 'NOW OPEN' })).toBeVisible()
  await openMenu(page)
  await expect(navigation(page).getByRole('link', { name: 'Login' })).toBeVisible()
  await expect(other.getByRole('heading', { level: 1, name: 'Sign In' })).toBeVisible()
  await page.goto('/account')
  await expect(page.getByRole('heading', { level: 1, name: 'Sign In' })).toBeVisible()
})

test('light and dark can be chosen, and stay', { tag: '@desktop' }, async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto('/')
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const light = await ground()
  await page.getByRole('button', { name: 'Dark', exact: true }).click()
  await expect.poll(ground).not.toBe(light)
  await page.reload()
  await expect(page.getByRole('button', { name: 'Dark', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  expect(await ground()).not.toBe(light)
})
