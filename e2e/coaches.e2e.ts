import type { Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { noteHydration } from './developmentBuild.ts'
import { expect, test } from './fixtures.ts'

const coach = {
  id: '00000000-0000-4000-8000-000000000001',
  name: 'Ana de la Cruz',
  bio: null,
  specialties: [],
  hourly_rate: 50,
  profile_image_url: null,
}

test('SCHEDULE TRAINING and Training in the navigation lead to the coaches, and a card to its coach', {
  tag: ['@desktop', '@quick'],
}, async ({ page }) => {
  await page.goto('/')
  await page.getByRole('link', { name: 'SCHEDULE TRAINING' }).click()
  await expect(page).toHaveURL(/\/coaches$/)
  const title = page.getByRole('heading', { level: 1, name: 'Meet Our Expert Coaches' })
  await expect(title).toBeVisible()
  await expectAccessible(page)
  const card = page.getByRole('listitem').filter({ hasText: 'Marcus Delgado' })
  await expect(card).toContainText('Hitting, Mental Game')
  await expect(card).toContainText(/Next free: (Mon|Tue|Wed|Thu|Fri|Sat), \w{3} \d+, \d+:\d0 [AP]M/)
  await card.getByRole('link', { name: 'View Profile & Book' }).click()
  await expect(page).toHaveURL(/\/book-coach\/[0-9a-f-]{36}\?date=\d{4}-\d\d-\d\d$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Marcus Delgado' })).toBeVisible()
  await page.getByRole('button', { name: 'Training' }).click()
  await page.getByRole('navigation').getByRole('link', { name: 'Coaches' }).first().click()
  await expect(title).toBeVisible()
})

/** From another page, so that the browser and not the server asks for the coaches. */
async function goFromContact(page: Page): Promise<void> {
  await noteHydration(page.context())
  await page.goto('/contact')
  await page.evaluate(() => window.hydrated)
  // By keyboard: a pointer that then rests on a coach who is made up would ask for the page of that coach.
  await page.getByRole('contentinfo').getByRole('link', { name: 'Coaches' }).press('Enter')
  await expect(page).toHaveURL(/\/coaches$/)
}

test('a coach has a photo or initials, and specialties or none; without a coach the page says so, and what fails is asked for again', {
  tag: '@phone',
}, async ({ page, allowProblem }) => {
  allowProblem(/503/)
  const coaches = '**/api/coaches'
  await test.step('with and without a photo', async () => {
    const pictured = {
      ...coach,
      id: coach.id.replace(/1$/, '2'),
      name: 'Bo Vu',
      profile_image_url: '/og.png',
    }
    const torn = {
      ...coach,
      id: coach.id.replace(/1$/, '3'),
      name: 'Cy Young',
      profile_image_url: '/favicon.svg?',
    }
    await page.route(coaches, (route) => route.fulfill({ json: [coach, pictured, torn] }))
    await page.route('**/favicon.svg?', (route) => route.fulfill({ contentType: 'image/svg+xml', body: '' }))
    await goFromContact(page)
    const card = (name: string) => page.getByRole('listitem').filter({ hasText: name })
    await expect(card('Ana de la Cruz')).toContainText('AC')
    await expect(card('Ana de la Cruz')).toContainText('Not specified')
    await expect(card('Bo Vu').getByRole('img', { name: 'Portrait of Bo Vu' })).toBeVisible()
    await expect(card('Cy Young')).toContainText('CY')
    await page.unroute(coaches)
  })

  await test.step('a list that does not load', async () => {
    const problem = { code: 'unavailable', message: 'Booking is briefly unavailable.' }
    await page.route(coaches, (route) => route.fulfill({ status: 503, json: problem }))
    await goFromContact(page)
    const said = page.getByRole('alert').filter({ hasText: 'Failed to load coaches: Booking is briefly' })
    await expect(said).toBeVisible()
    await page.unroute(coaches)
    await said.getByRole('button', { name: 'Try Again' }).click()
    await expect(page.getByRole('heading', { name: 'Marcus Delgado' })).toBeVisible()
  })

  await test.step('no coach', async () => {
    await page.route(coaches, (route) => route.fulfill({ json: [] }))
    await goFromContact(page)
    await expect(page.getByText('No coaches available at the moment.')).toBeVisible()
    await page.getByRole('link', { name: 'Book a cage instead' }).click()
    await expect(page).toHaveURL(/\/book-cage/)
  })
})
