import type { APIRequestContext, Page } from '@playwright/test'
import { expect } from './fixtures.ts'
import { createCustomer, signIn, signInAsDemo } from './people.ts'

/** Makes a new account a coach, as an admin does, and signs `page` in with it; nothing is set up yet. */
export async function signInAsNewCoach(page: Page, admin: APIRequestContext): Promise<void> {
  const email = await createCustomer(page.request)
  await signInAsDemo(admin, 'admin')
  const found = await admin.get(`/api/admin/users?search_query=${email}`)
  const [{ id }] = ((await found.json()) as { items: [{ id: string }] }).items
  const granted = await admin.post('/api/admin/users/role', { data: { user_id: id, new_role: 'coach' } })
  expect(granted.status(), await granted.text()).toBeLessThan(300)
  await signIn(page.request, email)
}

/** The same with a saved profile, who works on weekdays from 4 PM to 9 PM; the coach's id. */
export async function signInAsWorkingCoach(page: Page, admin: APIRequestContext): Promise<string> {
  await signInAsNewCoach(page, admin)
  const profile = { name: 'Zoe Tester', phone_number: null, bio: null, specialties: [], hourly_rate: 50 }
  const saved = await page.request.put('/api/coach/profile', { data: profile })
  const { id } = (await saved.json()) as { id: string }
  const week = [0, 1, 2, 3, 4, 5, 6].map((day_of_week) => ({
    day_of_week,
    start_time: '16:00',
    end_time: '21:00',
    is_available: day_of_week % 6 !== 0,
  }))
  const hours = await page.request.put('/api/coach/availability', { data: { week } })
  expect(hours.status(), await hours.text()).toBe(200)
  return id
}

/** Takes a coach off the site again, so that later journeys find only the demo's coaches. */
export async function deactivate(admin: APIRequestContext, coachId: string): Promise<void> {
  await admin.patch(`/api/admin/coaches/${coachId}`, { data: { is_active: false } })
}
