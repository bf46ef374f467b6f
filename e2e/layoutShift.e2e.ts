import type { Page } from '@playwright/test'
import { openHydrated } from './developmentBuild.ts'
import { expect, test } from './fixtures.ts'
import { publicPages } from './publicPages.ts'
import { watchShifts } from './watchShifts.ts'

/** As a person sees it: the browser's own sum of how much of the screen jumped without being asked to. */
const most = 0.02

/** A phone on slow 4G, as the browser's developer tools have it. */
async function slowDown(page: Page): Promise<void> {
  const browser = await page.context().newCDPSession(page)
  await browser.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: 1_600_000 / 8,
    uploadThroughput: 750_000 / 8,
  })
}

test('no public page jumps while it loads on a slow network', { tag: ['@phone', '@quick'] }, async ({
  context,
  request,
}) => {
  const first = async (path: string) =>
    ((await (await request.get(path)).json()) as { id: string }[])[0]?.id ?? ''
  const paths = [
    '/',
    '/book-cage',
    '/coaches',
    `/book-coach/${await first('/api/coaches')}`,
    '/camps',
    `/camps/${await first('/api/camps')}`,
    '/classes',
    `/classes/${await first('/api/classes')}`,
    '/membership',
    '/contact',
    '/terms',
    '/auth',
  ]
  await context.addInitScript(watchShifts)
  // In three tabs, side by side: most of the time goes into waiting for the network.
  const visit = async (paths: string[]) => {
    const page = await context.newPage()
    await slowDown(page)
    for (const path of paths) {
      await page.goto(path)
      await page.waitForLoadState('networkidle', { timeout: 2_000 }).catch(() => undefined)
      const { sum, sources } = await page.evaluate(() => shifted)
      expect(sum, `${path} jumped: ${sources.join(' | ')}`).toBeLessThanOrEqual(most)
      await expect(page.getByRole('contentinfo')).toBeAttached()
    }
  }
  await Promise.all([0, 4, 8].map((from) => visit(paths.slice(from, from + 4))))
})

test('no public page jumps when another page leads to it before its code is there', {
  tag: '@phone',
}, async ({ page, request }) => {
  await page.addInitScript(watchShifts)
  for (const path of await publicPages(request)) {
    await page.unrouteAll()
    await openHydrated(page, path === '/terms' ? '/contact' : '/terms')
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    await page.route('**/assets/*.js', async (route) => {
      await released
      await route.continue()
    })
    // By script: what moves within half a second of a press counts as asked for.
    await page.evaluate((to) => {
      shifted.sum = 0
      history.pushState(null, '', to)
    }, path)
    const outline = page.getByText('Loading…', { exact: true })
    await expect(outline).toBeAttached()
    release()
    await expect(outline).toBeHidden()
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeAttached()
    const { sum, sources } = await page.evaluate(() => shifted)
    expect(sum, `${path} jumped: ${sources.join(' | ')}`).toBeLessThanOrEqual(most)
  }
})
