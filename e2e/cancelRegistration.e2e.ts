import type { Page } from '@playwright/test'
import type { CustomerPayment } from '../shared/contract/accounts/accountPayments.ts'
import type { Camp } from '../shared/contract/programs/camps.ts'
import { addDays } from '../shared/domain/time/time.ts'
import { formatDay, formatWallTime } from '../shared/domain/time/timeFormat.ts'
import { putFacilityIn } from './administer.ts'
import { checkout, testCard } from './checkout.ts'
import { addStudent, className, classPage, freeSessions } from './classPage.ts'
import { bornFor, campPanel, look, setOwnBirthDate } from './familyPages.ts'
import { expect, test } from './fixtures.ts'

const payments = async (page: Page) =>
  (await (await page.request.get('/api/me/payments')).json()) as CustomerPayment[]

test('one of two class sessions is canceled: it is refunded and its seat is free', {
  tag: ['@phone', '@quick'],
}, async ({ page, customer: _ }) => {
  const [first, second] = (await freeSessions(page.request)).filter(({ page: number }) => number === 2)
  if (!first || !second) throw new Error('The demo has no free sessions.')
  await addStudent(page.request)
  const training = classPage(page)
  const card = checkout(page)
  await training.open('?page=2')
  await training.student.check()
  await expect(page.getByRole('region', { name: className })).toContainText(
    'Full refund when you cancel a session in your account until 24 hours before it starts.',
  )
  await training.choice(first).check()
  await training.choice(second).check()
  await training.book.click()
  await expect(card.dialog).toContainText(
    'until 24 hours before it starts, and its payment comes back in full.',
  )
  await card.payWith(testCard.pays)
  await expect(card.success).toContainText('$50.00')

  await page.goto('/account?tab=classes')
  const when = `${formatDay(first.class_date)}, ${formatWallTime(first.start_time)}`
  const cancel = page.getByRole('button', {
    name: `Cancel: ${className} for Mia Parker, ${when}`,
    exact: true,
  })
  await cancel.click()
  const question = page.getByRole('dialog', { name: 'Cancel this session?' })
  await expect(question).toContainText('$25.00 goes back to the card you paid with.')
  await look(page)
  await page.keyboard.press('Escape')
  await expect(cancel).toBeFocused()
  await cancel.click()
  await question.getByRole('button', { name: 'Cancel session' }).click()
  await expect(
    page.getByText(`The class session of Mia Parker is canceled: ${className}, ${when}.`),
  ).toBeVisible()
  await expect(cancel).toBeHidden()
  const canceled = page.getByRole('listitem').filter({ hasText: formatDay(first.class_date) })
  await expect(canceled).toContainText('Canceled')
  const [payment] = await payments(page)
  expect((payment?.refunded_amount ?? 0) + (payment?.refund_pending_amount ?? 0)).toBe(25)
  await training.open('?page=2')
  await expect(training.choice(first)).toBeVisible()
  await expect(training.row(second)).toContainText('Registered')
})

test('a camp is canceled with a refund; past its cut-off the page says whom to call', {
  tag: '@phone',
}, async ({ page, customer: _, facilityServer }) => {
  const camps = (await (await page.request.get('/api/camps')).json()) as Camp[]
  const camp = camps.find(({ name }) => name === 'Softball Power Camp')
  if (!camp) throw new Error('The demo has no such camp.')
  const [slot] = camp.camp_timeslots
  const until = (days: number) =>
    `${formatDay(addDays(camp.start_date, -days))}, ${formatWallTime(slot?.start_time ?? '')}`
  await setOwnBirthDate(page.request, bornFor(camp, 14))
  const { panel, person, confirm } = campPanel(page)
  const card = checkout(page)
  await page.goto(`/camps/${camp.id}`)
  await person('You').check()
  await expect(panel).toContainText(
    `Cancel in your account until ${until(7)}, and any payment comes back in full.`,
  )
  await panel.getByRole('button', { name: /^Pay Now/ }).click()
  await expect(card.dialog).toContainText('For Robin Batter')
  await expect(card.dialog).toContainText(`Cancel in your account until ${until(7)}`)
  await card.payWith(testCard.pays)
  await expect(card.success).toContainText('$120.00')

  await page.goto('/account?tab=camps')
  const cancel = page.getByRole('button', { name: /^Cancel: Softball Power Camp, / })
  await cancel.click()
  const question = page.getByRole('dialog', { name: 'Cancel this registration?' })
  await expect(question).toContainText('$120.00 goes back to the card you paid with.')
  await question.getByRole('button', { name: 'Cancel registration' }).click()
  await expect(page.getByText('Your camp registration is canceled: Softball Power Camp.')).toBeVisible()
  await expect(page.getByRole('main')).toBeFocused()

  // Registered again under a cut-off that has passed.
  await putFacilityIn(facilityServer, { camp_cancellation_cutoff_days: 90 })
  await page.goto(`/camps/${camp.id}`)
  await expect(panel).toContainText('It is too late to cancel this online.')
  await person('You').check()
  await panel.getByRole('button', { name: 'Pay on Arrival' }).click()
  await confirm.click()
  await page.getByRole('link', { name: 'View My Camps' }).click()
  await putFacilityIn(facilityServer, { camp_cancellation_cutoff_days: 7 })
  await expect(page.getByText('Can no longer be changed online')).toBeVisible()
  await expect(page.getByRole('link', { name: /^call us: / })).toHaveAttribute('href', /^tel:\+?\d+$/)
  await expect(cancel).toHaveCount(0)
})
