import { type APIRequestContext, devices } from '@playwright/test'
import type { CompleteSettings } from '../shared/contract/facility/facilitySettings.ts'
import { cageGrid } from './cageGrid.ts'
import { emptyDay } from './facilityDays.ts'
import { expect, test } from './fixtures.ts'
import { createCustomer, signIn, signInAsDemo } from './people.ts'

/** Prices without tax again, and cages without details, as other journeys expect them. */
async function restore(admin: APIRequestContext, before: CompleteSettings): Promise<void> {
  const seen = (await (await admin.get('/api/settings/facility')).json()) as CompleteSettings
  const of = ({ tax_cages, cages }: CompleteSettings) => ({ tax_cages, cages })
  const restored = await admin.patch('/api/settings/facility', {
    data: { changes: of(before), seen: of(seen) },
  })
  expect(restored.status(), await restored.text()).toBe(200)
}

test('an owner enters a tax on cages and what a cage has; a customer reads both before paying, and on the ticket', {
  tag: '@desktop',
}, async ({ page, openBrowser }) => {
  await signInAsDemo(page.request, 'admin')
  const save = async () => {
    await page.getByRole('button', { name: 'Preview Changes' }).click()
    const preview = page.getByRole('dialog', { name: 'Preview Changes' })
    await preview.getByRole('button', { name: 'Save Changes' }).click()
    await expect(preview).toBeHidden()
  }
  const before = (await (await page.request.get('/api/settings/facility')).json()) as CompleteSettings
  await page.goto('/admin/settings?section=tax')
  const tax = page.getByLabel('Tax on Cages')
  await tax.press('ControlOrMeta+a')
  await tax.pressSequentially('8.25')
  await save()
  await page.goto('/admin/settings?section=cages')
  await page.getByLabel('Details (optional)').first().pressSequentially('Machine 40–70 mph, softball')
  await save()

  const phone = await openBrowser(devices['Pixel 7'])
  await signIn(phone.request, await createCustomer(phone.request))
  const grid = cageGrid(phone, await emptyDay(phone.request))
  await grid.open()
  await expect(phone.getByRole('rowheader', { name: /^Cage 1\b/ })).toContainText(
    'Machine 40–70 mph, softball',
  )
  await expect(phone.getByRole('rowheader', { name: /^Cage 2\b/ })).not.toContainText('Machine')
  expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBe(phone.viewportSize()?.width)
  await grid.choose('Cage 1', '5:00 PM')
  await grid.bookSelected.tap()
  await expect(grid.dialog).toContainText('Subtotal$20.00')
  await expect(grid.dialog).toContainText('Sales tax (8.25%)$1.65')
  await expect(grid.dialog).toContainText('Total$21.65')
  await grid.payOnArrival.tap()
  await expect(phone.getByRole('main')).toContainText('$21.65')
  await restore(page.request, before)
})
