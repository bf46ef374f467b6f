import { expectAccessible } from './accessible.ts'
import { bookHalfHour } from './facilityDays.ts'
import { expect, test } from './fixtures.ts'
import { coveredByToast } from './pageChecks.ts'
import { createCustomer, signIn, signInAsDemo } from './people.ts'

test('the desk moves a booking by keyboard, takes it back with Ctrl+Z, and nobody is told', {
  tag: ['@desktop', '@quick'],
}, async ({ page, openBrowser, day }) => {
  const customer = await openBrowser()
  const email = await createCustomer(customer.request)
  await signIn(customer.request, email)
  await bookHalfHour(customer.request, { cage: 'Cage 1', day, wallTime: '16:00' })
  await signInAsDemo(page.request, 'desk')
  await page.goto(`/admin/schedule?view=day&date=${day}`)

  const tile = (cage: string, time: string) =>
    page.getByRole('gridcell', { name: new RegExp(`^${cage}, .*, ${time}, Robin Batter`) })
  async function moveByKeys(from = tile('Cage 1', '4:00 PM')) {
    await from.focus()
    await page.keyboard.press('Alt+ArrowRight')
    await page.keyboard.press('Alt+ArrowDown')
    await page.keyboard.press('Enter')
  }
  // The dialog says what it costs, and takes a line for the customer.
  await tile('Cage 1', '4:00 PM').press('Enter')
  await page.keyboard.press('m')
  const dialog = page.getByRole('dialog', { name: 'Move Booking' })
  await expect(dialog.getByLabel('Cage')).toHaveValue(/.+/)
  await expect(dialog.getByText(/^No price change/)).toBeVisible()
  await dialog.getByLabel('Cage').selectOption('Cage 2')
  await dialog.getByLabel('Start time').selectOption('4:30 PM')
  await dialog.getByLabel('Add a Line (optional)').fill('The net of Cage 1 is torn.')
  await expectAccessible(page)
  await page.setViewportSize({ width: 1280, height: 800 })
  await dialog.getByRole('button', { name: 'Move Booking' }).press('Enter')

  await expect(dialog).toBeHidden()
  await expect(tile('Cage 2', '4:30 PM')).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: 'Press Control Z' })).toContainText(
    'Saved for Robin Batter: Cage 2',
  )
  await page.keyboard.press('Control+z')
  await expect(page.getByText('Undone. No one is told.')).toBeVisible()
  await expect(tile('Cage 1', '4:00 PM')).toBeVisible()
  await expect(tile('Cage 2', '4:30 PM')).toBeHidden()
  const mailbox = await (await page.request.get(`/dev/mailbox?to=${encodeURIComponent(email)}`)).text()
  expect(mailbox).toContain('Booking confirmed')
  expect(mailbox).not.toContain('Booking changed')

  await moveByKeys()
  await expect(page.getByRole('region', { name: 'Last change' })).toBeVisible()

  // Two changes, neither of which gets older: the second half of a double click on Undo does not undo the one before it too.
  await page.clock.setFixedTime(Date.now())
  await moveByKeys(tile('Cage 2', '4:30 PM'))
  await expect(tile('Cage 3', '5:00 PM')).toBeVisible()
  const takesPresses = page.evaluate(pressesOfNext, '[aria-label="Last change"]')
  await page.getByRole('button', { name: /^Undo/ }).click()
  expect(await takesPresses).toBe('none')
  await expect(tile('Cage 2', '4:30 PM')).toBeVisible()

  // In a dialog it is in its head and covers none of it; closed by keyboard it gives the focus back.
  const undo = page.getByRole('button', { name: /^Undo/ })
  await page.getByRole('button', { name: 'Add Booking' }).click()
  const form = page.getByRole('dialog', { name: 'Create Booking' })
  await expect(form.getByRole('region', { name: 'Last change' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Last change' })).toHaveCount(1)
  for (const width of [1280, 320]) {
    await page.setViewportSize({ width, height: 640 })
    expect.soft(await page.evaluate(coveredByToast), `${width} px`).toEqual([])
  }
  await undo.press('Enter')
  // The first may still be shown.
  await expect(page.getByText('Undone. No one is told.').last()).toBeVisible()
  await expect(undo).toBeHidden()
  await expect.poll(() => form.evaluate((dialog) => dialog.contains(document.activeElement))).toBe(true)
})

/** Runs in the page: whether the next element of that kind takes presses, in the moment in which it is shown. */
const pressesOfNext = (selector: string) =>
  new Promise<string>((tell) => {
    const observer = new MutationObserver((changes) => {
      const added = changes.flatMap(({ addedNodes }) => [...addedNodes])
      const shown = added.find((node) => node instanceof Element)?.querySelector(selector)
      if (!shown) return
      observer.disconnect()
      tell(getComputedStyle(shown).pointerEvents)
    })
    observer.observe(document.body, { childList: true, subtree: true })
  })
