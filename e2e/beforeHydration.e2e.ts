import type { Page } from '@playwright/test'
import { addDays } from '../shared/domain/time/time.ts'
import { cageGrid } from './cageGrid.ts'
import { noteHydration, openHydrated } from './developmentBuild.ts'
import { bookHalfHour } from './facilityDays.ts'
import { expect, test } from './fixtures.ts'
import { publicPages } from './publicPages.ts'

const scripts = '**/assets/*.js'
const gridCode = '**/assets/CageDay-*.js'

/** Keeps the app's code, or a part of it, back; the result lets it come and waits until React has taken the page over. */
async function holdCode(page: Page, held = scripts): Promise<() => Promise<void>> {
  await noteHydration(page.context())
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route(held, async (route) => {
    await released
    await route.continue()
  })
  return async () => {
    release()
    await page.evaluate(() => window.hydrated)
  }
}

test('a slot pressed before the code is there is chosen once, and nothing moves under a finger', {
  tag: ['@phone', '@quick'],
}, async ({ page, day }) => {
  const grid = cageGrid(page, day)
  const come = await holdCode(page)
  await page.goto(`/book-cage?date=${day}`, { waitUntil: 'commit' })
  const strip = page.locator('[data-starts-at-current]')
  const slot = grid.slot('Cage 1', '5:00 PM', 'available')
  await slot.click()
  // Nothing has happened yet, so it is pressed once more.
  await slot.click()
  const before = await strip.evaluate((list) => {
    list.scrollLeft += 40
    scrollTo(0, 120)
    return { strip: list.scrollLeft, page: scrollY }
  })
  await come()
  await expect(grid.slot('Cage 1', '5:00 PM', 'selected')).toBeVisible()
  await expect(grid.selection).toContainText('1 slot')
  expect(await strip.evaluate((list) => ({ strip: list.scrollLeft, page: scrollY }))).toEqual(before)
})

test('the days are alive before the grid, in which presses are kept, one after the other', {
  tag: '@phone',
}, async ({ page, day, customer }) => {
  expect(customer).not.toBe('')
  const grid = cageGrid(page, day)
  const come = await holdCode(page, gridCode)
  const asked = page.waitForRequest(gridCode)
  await page.goto(`/book-cage?date=${day}`, { waitUntil: 'commit' })
  await asked
  const menu = page.getByRole('button', { name: 'Menu' })
  await menu.click()
  await expect(menu).toHaveAttribute('aria-expanded', 'true')
  await menu.click()
  const slot = grid.slot('Cage 1', '5:00 PM', 'available')
  await slot.click()
  await slot.click()
  await grid.bookSelected.click()
  await expect(grid.selection).toContainText('Choose one or more slots')
  await come()
  await expect(grid.dialog).toContainText('Cage 1')
})

test('a grid that was drawn for another screen is not seen before its code comes', {
  tag: '@desktop',
}, async ({ page, day }) => {
  const slot = cageGrid(page, day).slot('Cage 1', '5:00 PM', 'available')
  const come = await holdCode(page, gridCode)
  await page.goto(`/book-cage?date=${day}`)
  await expect(slot).toBeVisible()
  await page.setViewportSize({ width: 320, height: 800 })
  await expect(page.locator('[data-laid-out="small"]'), 'the page has noticed').toBeVisible()
  await expect(slot).toBeHidden()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  await come()
  await expect(slot).toBeVisible()
})

test('what a bank’s page leaves in the address does not come back while a part of the page is on its way', {
  tag: '@desktop',
}, async ({ page, allowProblem }) => {
  allowProblem(/^console: .*status of 404/)
  const paths = await publicPages(page.request)
  const path = paths.find((one) => one.startsWith('/book-coach/')) ?? ''
  const come = await holdCode(page, '**/assets/LessonCalendar-*.js')
  await page.goto(`${path}?payment=success&payment_intent=pi_1&payment_intent_client_secret=pi_1_secret_1`)
  await expect(page.getByRole('dialog')).toBeVisible()
  // The dialog has added its own entry to the history.
  await page.waitForFunction(() => history.state.isEntryToLeave)
  await expect(page).toHaveURL(path)
  await come()
  await expect(page).toHaveURL(path)
  await page.goBack()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page).toHaveURL(path)
})

test('a page that is out of date when its code comes corrects itself', { tag: '@phone' }, async ({
  page,
  day,
  openCustomer,
}) => {
  const grid = cageGrid(page, day)
  const come = await holdCode(page)
  await page.goto(`/book-cage?date=${day}`, { waitUntil: 'commit' })
  await expect(grid.slot('Cage 1', '5:00 PM', 'available')).toBeVisible()
  const other = await openCustomer()
  await bookHalfHour(other.request, { day, cage: 'Cage 1', wallTime: '17:00' })
  await come()
  await expect(grid.slot('Cage 1', '5:00 PM', 'booked')).toBeVisible()
})

test('choices and texts of a form are kept', { tag: '@phone' }, async ({ page }) => {
  const come = await holdCode(page)
  await page.goto('/contact', { waitUntil: 'commit' })
  await page.getByLabel('Name').pressSequentially('Robin Batter')
  await page.getByLabel('Phone').pressSequentially('(409) 555-0100')
  await page.getByLabel('Subject').selectOption({ label: 'Team training' })
  await page.getByLabel('Message', { exact: true }).pressSequentially('Do you have room for two teams?')
  await page.getByRole('button', { name: 'Menu' }).click()
  await come()
  await expect(page.getByRole('button', { name: 'Menu' })).toHaveAttribute('aria-expanded', 'true')
  await page.getByRole('button', { name: 'Menu' }).click()
  await expect(page.getByLabel('Subject').locator('option:checked')).toHaveText('Team training')
  // What is typed afterwards would put back what React has, if it had not heard of the rest.
  await expect(page.getByText(/^31 \//)).toBeVisible()
  await page.getByLabel('Name').press('End')
  await page.getByLabel('Name').pressSequentially(' B')
  const sent = page.waitForRequest((request) => request.method() === 'POST')
  await page.getByRole('button', { name: 'Send Message' }).click()
  expect((await sent).postDataJSON()).toMatchObject({
    name: 'Robin Batter B',
    phone: '(409) 555-0100',
    message: 'Do you have room for two teams?',
  })
})

test('what is ticked and chosen outside of forms is kept', { tag: '@phone' }, async ({
  page,
  openBrowser,
}) => {
  const paths = await publicPages(page.request)
  const come = await holdCode(page)
  await page.goto(paths.find((path) => path.startsWith('/book-coach/')) ?? '', { waitUntil: 'commit' })
  const half = page.getByRole('radio', { name: /30 min/ })
  await half.check({ force: true })
  await come()
  await expect(half).toBeChecked()
  await expect(page).toHaveURL(/duration=30/)

  const other = await openBrowser()
  const comeThere = await holdCode(other)
  await other.goto(paths.find((path) => path.startsWith('/classes/')) ?? '', { waitUntil: 'commit' })
  const session = other.getByRole('checkbox').first()
  await session.check({ force: true })
  await comeThere()
  await expect(session).toBeChecked()
  await expect(other.getByText(/1 session/).first()).toBeVisible()
})

test('links work before the code is there, and so does the way back', { tag: '@phone' }, async ({ page }) => {
  const soon = addDays(new Date().toISOString().slice(0, 10), 20)
  const come = await holdCode(page)
  await page.goto('/', { waitUntil: 'commit' })
  await page.getByRole('button', { name: 'Next picture' }).click()
  await page.getByRole('contentinfo').getByRole('link', { name: 'Terms' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Terms and Conditions' })).toBeVisible()
  await page.goBack({ waitUntil: 'commit' })
  await page.getByRole('button', { name: 'Next picture' }).click()
  await come()
  await expect(page.getByRole('button', { name: 'Picture 2' })).toHaveAttribute('aria-current', 'true')
  // Where the days do not fit, the one that is asked for is in view without being moved there later.
  await page.goto(`/book-cage?date=${soon}`, { waitUntil: 'commit' })
  await expect(page.locator('[data-starts-at-current] [aria-current]')).toBeInViewport({ ratio: 1 })
})

test('a page whose code cannot be loaded says so, can be read, and comes to life with the connection', {
  tag: '@phone',
}, async ({ page, day, allowProblem }) => {
  allowProblem(/^console: .*(ERR_INTERNET_DISCONNECTED|ERR_FAILED)/)
  await noteHydration(page.context())
  const grid = cageGrid(page, day)
  await page.route(scripts, (route) => route.abort('internetdisconnected'))
  await page.goto(`/book-cage?date=${day}`)
  const line = page.getByRole('alert').filter({ hasText: 'could not load its code' })
  await expect(line.getByRole('button', { name: 'Reload' })).toBeVisible()
  await grid.slot('Cage 1', '5:00 PM', 'available').click()
  await expect(line).toBeVisible()
  await page.unroute(scripts)
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expect(line).toBeHidden()
  await grid.choose('Cage 1', '5:00 PM')

  // The connection may go when the entry is there and the rest is not.
  const { promise: gone, resolve: go } = Promise.withResolvers<void>()
  const rest = '**/assets/{app-,global.}*.js'
  await page.route(rest, async (route) => {
    await gone
    return route.abort('internetdisconnected')
  })
  const imported = page.waitForRequest('**/assets/global.*.js')
  await page.goto('/contact', { waitUntil: 'commit' })
  await imported
  await page.context().setOffline(true)
  go()
  await expect(line).toBeVisible()
  await page.unroute(rest)
  await page.context().setOffline(false)
  await expect(line).toBeHidden()
  await expect(page.getByRole('heading', { level: 1, name: 'Contact' })).toBeVisible()
})

test('a page that the browser draws says that its code fails or hangs, and comes to life when it comes', {
  tag: '@phone',
}, async ({ page, allowProblem }) => {
  allowProblem(/^console: .*(ERR_INTERNET_DISCONNECTED|ERR_FAILED)/)
  // The connection is not lost altogether, so it might be a defect.
  allowProblem(/^page: /)
  const line = page.getByRole('alert').filter({ hasText: 'This page could not load its code' })
  const drawn = page.getByRole('button', { name: 'Sign In' })
  await page.clock.install()
  for (const failing of ['**/assets/index-*.js', '**/assets/app-*.js']) {
    await page.route(failing, (route) => route.abort('internetdisconnected'))
    await page.goto('/account')
    await expect(line).toBeVisible()
    await page.unroute(failing)
    await line.getByRole('button', { name: 'Reload' }).click()
    await expect(drawn).toBeVisible()
    await expect(line).toBeHidden()
  }
  const hanging = '**/assets/*.{js,css}'
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route(hanging, async (route) => {
    await released
    await route.continue()
  })
  await page.goto('/account', { waitUntil: 'commit' })
  await page.clock.fastForward('00:20')
  await expect(line).toBeHidden()
  await page.clock.fastForward('00:10')
  await expect(line).toBeVisible()
  release()
  await expect(drawn).toBeVisible()
  await expect(line).toBeHidden()
})

const contactForm = '**/assets/ContactMessage-*.js'

test('a page whose code hangs says so after half a minute, until the code comes', {
  tag: '@phone',
}, async ({ page }) => {
  const line = page.getByRole('alert').filter({ hasText: 'is still loading its code' })
  const menu = page.getByRole('button', { name: 'Menu' })
  await page.clock.install()
  for (const held of [scripts, contactForm]) {
    const come = await holdCode(page, held)
    const asked = page.waitForRequest(held)
    await page.goto('/contact', { waitUntil: 'commit' })
    await asked
    await page.clock.fastForward('00:20')
    await expect(page.getByLabel('Name')).toBeVisible()
    await expect(line).toBeHidden()
    await page.clock.fastForward('00:10')
    await expect(line.getByRole('button', { name: 'Reload' })).toBeVisible()
    // What nobody waits for any more is not pressed later.
    if (held === scripts) await menu.click()
    await come()
    await expect(line).toBeHidden()
    await expect(menu).toHaveAttribute('aria-expanded', 'false')
    await page.clock.fastForward('01:00')
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await page.getByLabel('Name').press('Enter')
    await expect(page.getByText('Please enter your name.')).toBeVisible()
    await page.unroute(held)
  }
})

/** Opens the contact page and waits until all of it is alive but the form, whose code is asked for then. */
async function openWithoutForm(page: Page): Promise<void> {
  const asked = page.waitForRequest(contactForm)
  await page.goto('/contact')
  await asked
}

test('a part of the page whose code comes later keeps what is typed and pressed in it', {
  tag: '@phone',
}, async ({ page }) => {
  const come = await holdCode(page, contactForm)
  await openWithoutForm(page)
  const menu = page.getByRole('button', { name: 'Menu' })
  await menu.click()
  await expect(menu, 'the rest of the page is alive').toHaveAttribute('aria-expanded', 'true')
  await menu.click()
  await page.getByRole('button', { name: 'Dark' }).click()
  await page.getByLabel('Subject').selectOption({ label: 'Team training' })
  await page.getByLabel('Phone').fill('(409) 555-0100')
  await page.getByLabel('Message', { exact: true }).fill('Do you have room for two teams?')
  await page.getByLabel('Name').fill('Robin Batter')
  let sent = 0
  page.on('request', (request) => {
    if (request.method() === 'POST') sent += 1
  })
  const answered = page.waitForResponse((answer) => answer.request().method() === 'POST')
  await page.getByLabel('Name').press('Enter')
  await page.getByRole('button', { name: 'Send Message' }).click()
  await expect(page.locator('html')).not.toHaveAttribute('data-mantine-color-scheme', 'dark')
  expect(sent).toBe(0)
  await come()
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
  expect((await answered).request().postDataJSON()).toMatchObject({
    name: 'Robin Batter',
    phone: '(409) 555-0100',
    subject: 'team-training',
    message: 'Do you have room for two teams?',
  })
  await expect(page.getByRole('heading', { name: 'MESSAGE SENT!' })).toBeFocused()
  expect(sent).toBe(1)
})

test('a page that is left before a part of it is there goes on when it comes', { tag: '@desktop' }, async ({
  page,
}) => {
  const come = await holdCode(page, contactForm)
  await openWithoutForm(page)
  await page.evaluate(() => Object.assign(window, { isSameDocument: true }))
  await page.getByRole('contentinfo').getByRole('link', { name: 'Terms' }).click()
  await expect(page).toHaveURL(/\/terms$/)
  await come()
  await expect(page.getByRole('heading', { level: 1, name: 'Terms and Conditions' })).toBeVisible()
  expect(await page.evaluate(() => Reflect.get(window, 'isSameDocument'))).toBe(true)
  // On the way back the form comes with its page.
  await page.goBack()
  await page.getByLabel('Name').fill('Robin')
  await expect(page.getByLabel('Name')).toHaveValue('Robin')
})

test('a part whose code cannot be loaded stays as it was sent, and the page says so', {
  tag: '@desktop',
}, async ({ page, allowProblem }) => {
  allowProblem(/^console: .*ERR_FAILED/)
  await noteHydration(page.context())
  await page.route(contactForm, (route) => route.abort())
  await page.goto('/contact')
  const line = page.getByRole('alert').filter({ hasText: 'could not load its code' })
  await expect(line.getByRole('button', { name: 'Reload' })).toBeVisible()
  await page.getByLabel('Name').fill('Robin Batter')
  await page.getByRole('button', { name: 'Send Message' }).click()
  await expect(page.getByLabel('Name')).toHaveValue('Robin Batter')
  await expect(
    page.getByRole('link', { name: 'Log In' }).or(page.getByRole('link', { name: 'Login' })),
  ).toBeVisible()
  await page.unroute(contactForm)
  await line.getByRole('button', { name: 'Reload' }).click()
  await expect(line).toBeHidden()
  await page.evaluate(() => window.hydrated)
  await page.getByLabel('Name').press('Enter')
  await expect(page.getByText('Please enter your name.')).toBeVisible()
})

/**
 * Runs in the page, ahead of all scripts: acts in the window in which React has taken the frame over and the page, which
 * stands in a boundary of its own, not yet.
 */
function actInTheWindow(act: 'link' | 'back' | 'refresh'): void {
  let isOver = false
  document.addEventListener('dugout:hydrated', () => {
    isOver = true
  })
  const { port1, port2 } = new MessageChannel()
  port1.onmessage = () => {
    const link = document.querySelector('header a[href="/"]')
    if (isOver) return
    if (!link || !Object.keys(link).some((key) => key.startsWith('__reactProps'))) {
      port2.postMessage(null)
      return
    }
    document.documentElement.dataset.acted = act
    const router = Reflect.get(window, '__TSR_ROUTER__') as { invalidate(): Promise<void> }
    if (act === 'link') (link as HTMLElement).click()
    else if (act === 'back') history.back()
    else void router.invalidate()
  }
  port2.postMessage(null)
}

test('a page that is left or refreshed while React takes it over keeps its head', {
  tag: '@desktop',
}, async ({ context, browserName, day }) => {
  expect(browserName).toBe('chromium')
  for (const act of ['link', 'back', 'refresh'] as const) {
    const page = await context.newPage()
    const devtools = await context.newCDPSession(page)
    await openHydrated(page, '/')
    await page.addInitScript(actInTheWindow, act)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
    for (let time = 0; time < 2; time += 1) {
      if (act === 'back') {
        await page.evaluate((to) => history.pushState(null, '', to), `/book-cage?date=${day}`)
        await page.reload()
      } else await page.goto(`/book-cage?date=${day}`)
      await page.evaluate(() => window.hydrated)
      expect(await page.evaluate(() => document.documentElement.dataset.acted)).toBe(act)
      const heading = act === 'refresh' ? 'Book Cage' : 'NOW OPEN'
      await expect(page.getByRole('heading', { level: 1 }), act).toContainText(heading)
    }
    await page.close()
  }
})
