import { bookLesson, coachName } from './coachPage.ts'
import { bookHalfHour } from './facilityDays.ts'
import { expect, test } from './fixtures.ts'
import { createCustomer, signIn } from './people.ts'

test('offline a page says what one has booked next, books nothing, and forgets it at log-out', {
  tag: '@phone',
}, async ({ openBrowser, allowProblem, day }) => {
  allowProblem(/ERR_INTERNET_DISCONNECTED|503/)
  const page = await openBrowser({ serviceWorkers: 'allow' })
  await signIn(page.request, await createCustomer(page.request))
  await bookHalfHour(page.request, { cage: 'Cage 2', day, wallTime: '16:00' })
  await bookLesson(page.request, day, '17:30')
  await page.goto('/contact')
  const kept = () => page.evaluate(async () => (await caches.keys()).includes('dugout-own'))
  await expect.poll(kept).toBe(true)
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => true))
  // Booked since: kept when the phone is put away.
  await bookHalfHour(page.request, { cage: 'Cage 3', day, wallTime: '20:00' })
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden' })
    document.dispatchEvent(new Event('visibilitychange'))
  })
  const keptText = () => page.evaluate(async () => (await caches.match('/own-next-bookings'))?.text())
  await expect.poll(keptText).toContain('Cage 3')
  await page.context().setOffline(true)
  await page.goto('/book-cage')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('You’re offline')
  await expect(page.getByRole('listitem')).toHaveText([
    /^Cage 2, \w{3}, \w{3} \d+(, \d{4})?, 4:00–4:30 PM$/,
    new RegExp(`^Lesson with ${coachName}, .+, 5:30–6:30 PM, Cage \\d$`),
    /^Cage 3, .+, 8:00–8:30 PM$/,
  ])
  await expect(page.getByRole('button')).toHaveCount(0)
  await page.context().setOffline(false)
  await expect(page.getByRole('heading', { level: 1 }), 'it goes on by itself').toHaveText(/cage/i)

  // Only that: no code and no answer of the API is kept.
  expect(await page.evaluate(() => caches.keys())).toEqual(['dugout-own'])
  await page.goto('/contact')
  await page.request.post('/api/auth/sign-out', { data: {} })
  await page.goto('/contact')
  await expect.poll(kept).toBe(false)
})

test('a ticket stays when the connection is lost, and changes nothing until it is back', {
  tag: '@phone',
}, async ({ page, allowProblem, day }) => {
  allowProblem(/ERR_INTERNET_DISCONNECTED|Failed to fetch/)
  await signIn(page.request, await createCustomer(page.request))
  const id = await bookHalfHour(page.request, { cage: 'Cage 3', day, wallTime: '17:00' })
  await page.goto(`/ticket?tab=bookings&item=${id}`)
  const cancel = page.getByRole('button', { name: /^Cancel: Cage 3/ })
  await expect(cancel).toBeEnabled()
  await page.context().setOffline(true)
  await expect(cancel).toBeDisabled()
  await expect(page.getByText('You’re offline.')).toBeVisible()
  await page.context().setOffline(false)
  await cancel.click()
  await expect(page.getByRole('dialog')).toContainText('Cage 3')
})
