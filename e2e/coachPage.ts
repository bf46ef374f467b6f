import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { formatDay } from '../shared/domain/time/timeFormat.ts'

export const coachName = 'Marcus Delgado'

/** The demo coach who gives lessons from Monday to Friday, 4 PM to 9 PM. */
export async function coachId(request: APIRequestContext): Promise<string> {
  const coaches = (await (await request.get('/api/coaches')).json()) as { id: string; name: string }[]
  return coaches.find(({ name }) => name === coachName)?.id ?? ''
}

/** Locators for the page of that coach on a facility day. */
export function coachPage(page: Page, day: string) {
  const start = (time: string) =>
    page.getByRole('button', { name: `${time}, ${formatDay(day, 'dense')}, available`, exact: true })
  return {
    start,
    async open() {
      await page.goto(`/book-coach/${await coachId(page.request)}?date=${day}`)
      await expect(page.getByRole('button', { name: 'Next month' })).toBeVisible()
    },
    async choose(time: string) {
      await start(time).click()
      await expect(page.getByRole('heading', { name: 'Booking Summary' })).toBeVisible()
    },
    /** At once, as a browser's autofill does: the button waits for the invisible check. */
    async fillGuest(name: string, email = '') {
      await page.getByLabel('Full Name').fill(name)
      await page.getByLabel('Phone').fill('409.555.0177')
      if (email) await page.getByLabel('Email (optional)').fill(email)
    },
    book: page.getByRole('button', { name: 'Book & Pay on Arrival' }),
    confirmed: page.getByRole('region', { name: 'Booking Confirmed!' }),
    failed: page.getByRole('dialog', { name: 'Booking Failed' }),
  }
}

/** Books an hour for the signed-in person that `request` belongs to, at once and without a page. */
export async function bookLesson(request: APIRequestContext, day: string, wallTime: string): Promise<void> {
  const answer = await request.post('/api/lessons', {
    data: {
      coach_id: await coachId(request),
      lesson_date: day,
      start_time: wallTime,
      duration_minutes: 60,
      payment_method: 'on_arrival',
    },
  })
  expect(answer.status(), await answer.text()).toBe(201)
}
