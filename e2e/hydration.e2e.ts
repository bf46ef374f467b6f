import type { Page } from '@playwright/test'
import { hearAll, noteHydration, runDevelopmentBuild } from './developmentBuild.ts'
import { expect, test } from './fixtures.ts'
import { signInAsDemo } from './people.ts'
import { publicPages } from './publicPages.ts'

/** Opens every public page and hears nothing of React, the browser or the app. */
async function openAll(page: Page, more: readonly string[] = []): Promise<void> {
  const heard = hearAll(page)
  await runDevelopmentBuild(page.context())
  await noteHydration(page.context())
  const paths = [...(await publicPages(page.request)), ...more]
  expect(paths.length).toBeGreaterThan(11)
  for (const path of paths) {
    await test.step(path, async () => {
      await page.goto(path)
      await expect(page.locator('#page-data'), 'rendered by the server').toBeAttached()
      await page.evaluate(() => window.hydrated)
      // What the effects, and the answer about the session, do next.
      await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 300)))
      expect.soft(heard.splice(0), path).toEqual([])
    })
  }
}

test.describe('a stranger abroad', () => {
  test.use({ locale: 'ar-EG', timezoneId: 'Pacific/Apia' })

  test('every public page is taken over as the server sent it', { tag: '@desktop' }, async ({ page }) =>
    openAll(page),
  )
})

test('so for a member with a chosen color scheme, chosen slots and sessions', { tag: '@phone' }, async ({
  page,
  day,
}) => {
  await signInAsDemo(page.request, 'member')
  const [cage] = await (await page.request.get('/api/cages')).json()
  await page.context().addInitScript(
    ([day, cageId, start]) => {
      localStorage.setItem('mantine-color-scheme-value', 'dark')
      const slot = { cageId, cageName: 'Cage 1', start }
      localStorage.setItem(
        'dugout.kept-slots',
        JSON.stringify({ of: day, chosen: [slot], kept_at: Date.now() }),
      )
    },
    [day, cage.id, `${day}T17:00:00-06:00`],
  )
  await openAll(page, [`/book-cage?date=${day}`])
  // The last one: what was chosen earlier is there.
  await expect(page.getByRole('button', { name: /^Cage 1, .* 5:00 PM, selected$/ })).toBeVisible()
})
