import type { Page } from '@playwright/test'
import { firstLoadLimits } from '../web/build/firstLoadBudget.ts'
import { cageGrid } from './cageGrid.ts'
import { expect, test } from './fixtures.ts'

const polyfill = /\/assets\/global\.esm-/

/** The scripts and styles that a page loads from now on: their addresses and their bytes as served. */
function watchLoads(page: Page) {
  const loads: Promise<{ address: string; bytes: number }>[] = []
  page.on('requestfinished', (request) => {
    if (!['script', 'stylesheet'].includes(request.resourceType())) return
    const sizes = request.sizes()
    loads.push(sizes.then(({ responseBodySize }) => ({ address: request.url(), bytes: responseBodySize })))
  })
  return () => Promise.all(loads)
}

const hasNativeTemporal = (page: Page) =>
  page.evaluate(() => {
    const instant = Reflect.get(globalThis, 'Temporal')?.Now.instant
    return String(instant).includes('[native code]')
  })

test('a browser with Temporal uses its own, one without it loads the polyfill', { tag: '@narrow' }, async ({
  page,
  openBrowser,
  temporal,
}) => {
  for (const one of [page, await openBrowser()]) {
    const loaded = watchLoads(one)
    await one.goto('about:blank')
    expect(await one.evaluate(() => 'Temporal' in globalThis)).toBe(temporal === 'native')
    await one.goto('/unsubscribe')
    await expect(one.getByRole('heading', { level: 1 })).toBeVisible()
    expect(await one.evaluate(() => 'Temporal' in globalThis)).toBe(true)
    expect(await hasNativeTemporal(one)).toBe(temporal === 'native')
    const polyfills = (await loaded()).filter(({ address }) => polyfill.test(address))
    expect(polyfills).toHaveLength(temporal === 'native' ? 0 : 1)
  }
})

test('the first load of Book Cage stays within its limit', async ({ page, day, temporal }) => {
  const loaded = watchLoads(page)
  const grid = cageGrid(page, day)
  await grid.open()
  await expect(grid.slot('Cage 1', '4:00 PM', 'available')).toBeVisible()
  const bytes = (await loaded()).reduce((sum, load) => sum + load.bytes, 0)
  expect(bytes).toBeGreaterThan(100_000)
  expect(bytes).toBeLessThanOrEqual(firstLoadLimits[temporal === 'native' ? 'native' : 'polyfilled'])
})
