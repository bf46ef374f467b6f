import { administer } from './administer.ts'
import { type FacilityServer, startFacilityServer } from './facilityServer.ts'
import { expect, test as journeys } from './fixtures.ts'

/** A facility of which nobody has entered anything, and nobody is an admin. */
const test = journeys.extend<object, { facilityServer: FacilityServer }>({
  facilityServer: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright demands the pattern of a fixture that needs no other
    async ({}, use) => {
      const server = await startFacilityServer({ empty: true })
      await use(server)
      await server.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
})

test('an owner makes an account with the printed code and enters what the pages need, without a terminal @desktop', async ({
  page,
  facilityServer,
  allowProblem,
}) => {
  // The code that is wrong, and the page that is gone.
  allowProblem(/403 \(Forbidden\)|404 \(Not Found\)/)
  const code = await administer(facilityServer, ['setup-code'])
  await page.goto('/setup')
  await page.getByRole('button', { name: 'Create My Account' }).click()
  await expect(page.getByLabel('One-time code')).toBeFocused()
  await page.getByLabel('One-time code').pressSequentially('AAAA-AAAA')
  await page.getByLabel('Your Name').pressSequentially('Olive Owner')
  await page.getByLabel('Email', { exact: true }).pressSequentially('olive@empty.example')
  await page.getByLabel('Password', { exact: true }).pressSequentially('three strikes and out')
  await page.getByRole('button', { name: 'Create My Account' }).click()
  await expect(page.getByText('That code doesn’t work.')).toBeVisible()
  await expect(page.getByLabel('One-time code')).toBeFocused()
  await page.getByLabel('One-time code').press('ControlOrMeta+a')
  await page.getByLabel('One-time code').pressSequentially(code.toLowerCase())
  await page.keyboard.press('Enter')

  await expect(page.getByRole('heading', { name: 'Your Place' })).toBeVisible()
  const preview = page.getByRole('complementary', { name: 'Your page, as you type' })
  await page.getByLabel('Name', { exact: true }).pressSequentially('Cypress Cages')
  await expect(preview.getByText('Cypress Cages')).toBeVisible()
  await page.getByLabel('Street address').pressSequentially('1 Main Street')
  await page.getByLabel('City').pressSequentially('Beaumont')
  await page.getByLabel('State').pressSequentially('TX')
  await page.getByLabel('ZIP code').pressSequentially('77701')
  await page.getByLabel('Phone').pressSequentially('409 555 0142')
  await page.getByLabel('E-mail').pressSequentially('hello@empty.example')
  await page.getByRole('button', { name: 'Save and Continue' }).click()

  await expect(page.getByRole('heading', { name: 'Hours' })).toBeVisible()
  for (const day of ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'])
    await page.getByRole('switch', { name: day }).click()
  await page.getByRole('button', { name: 'Save and Continue' }).click()

  await expect(page.getByRole('heading', { name: 'Cages' })).toBeVisible()
  await page.getByLabel('30 minutes', { exact: true }).pressSequentially('24')
  await page.getByLabel('60 minutes', { exact: true }).pressSequentially('24.50')
  await page.getByLabel('30 minutes more').pressSequentially('12')
  await page.getByRole('button', { name: 'Add 4 Cages' }).click()
  await expect(preview.getByText('$24/30MIN • $24.50/HOUR')).toBeVisible()
  await page.getByRole('button', { name: 'Save and Continue' }).click()

  await expect(page.getByRole('heading', { name: 'Teams & Members' })).toBeVisible()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('Your pages are open: people can book now.')).toBeVisible()

  await page.goto('/book-cage')
  await expect(page.getByText('Cage 4')).toBeVisible()
  await page.goto('/setup')
  await expect(page.getByLabel('One-time code')).toHaveCount(0)
})
