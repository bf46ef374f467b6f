import type { APIRequestContext, Locator, Page } from '@playwright/test'
import type { ListedBooking } from '../shared/contract/bookings/bookingLists.ts'
import { expectAccessible } from './accessible.ts'
import { type FacilityServer, writeRows } from './facilityServer.ts'
import { expect, test } from './fixtures.ts'
import { letUndoTimePass } from './mailbox.ts'
import { signInAsDemo } from './people.ts'

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })
const figure = (run: Locator, name: string) => run.locator('dl > div', { hasText: name }).locator('dd')

/** A class session to come with two people and a guest whom no mail reaches; one that no other journey has taken. */
async function sessionToCome(request: APIRequestContext): Promise<ListedBooking> {
  let cursor = ''
  do {
    const page = await (await request.get(`/api/admin/bookings?page_size=100${cursor}`)).json()
    for (const session of page.items.filter(isSessionToCome)) {
      const json = { class_instance_id: session.id, guest_name: 'Paula Phone', guest_phone: '(409) 555-0142' }
      const answer = await request.post('/api/manual-class-registrations', {
        data: { ...json, status: 'registered', override_reason: 'Old enough, says the coach.' },
      })
      if (answer.status() === 201) return session
      // She is in it already, or it is full.
      expect(answer.status()).toBe(409)
    }
    cursor = page.cursor ? `&cursor=${page.cursor}` : ''
  } while (cursor)
  throw new Error('The demo has no class session to come.')
}
const isSessionToCome = ({ kind, start_time, participants, status }: ListedBooking) =>
  kind === 'class' && status === 'active' && participants.length > 1 && Date.parse(start_time) > Date.now()

/** The mail server refuses one mail for good. */
const refuseOne = (server: FacilityServer, email: string) =>
  writeRows(server, (db) =>
    db
      .updateTable('outbox')
      .set({ status: 'failed', last_error: '550 5.1.1 No such user' })
      .where('to_email', '=', email)
      .where('template', '=', 'class-reminder')
      .execute(),
  )

test('reminds everybody of a class session, live, and sends what failed again', { tag: '@phone' }, async ({
  page,
  facilityServer,
  allowProblem,
}) => {
  allowProblem(/409/)
  await signInAsDemo(page.request, 'desk')
  const session = await sessionToCome(page.request)
  await page.goto(`/admin/bookings?open=${session.id}`)
  await page.getByRole('button', { name: 'Send Reminder' }).press('Enter')
  const asked = dialog(page, 'Send Reminder')
  await expect(asked.getByRole('list', { name: 'Recipients' }).getByRole('listitem').first()).toBeVisible()
  const unreachable = asked.getByRole('list', { name: 'Without an email address' })
  await expect(unreachable.getByRole('link', { name: '(409) 555-0142' })).toHaveAttribute('href', /^tel:/)
  await expectAccessible(page)

  // Pressed by mistake: nothing has gone out yet.
  await asked.getByRole('button', { name: /^Send \d+ Reminders?$/ }).press('Enter')
  await dialog(page, 'Sending Reminder Emails').getByRole('button', { name: 'Undo' }).press('Enter')
  await expect(page.getByText('Undone. Nothing was sent.').first()).toBeVisible()

  await page.getByRole('button', { name: 'Send Reminder' }).press('Enter')
  const recipients = asked.getByRole('list', { name: 'Recipients' }).getByRole('listitem')
  await expect(recipients.first()).toBeVisible()
  const total = await recipients.count()
  const email = (await recipients.getByText('@').first().textContent()) ?? ''
  await asked.getByRole('button', { name: /^Send \d+ Reminders?$/ }).press('Enter')
  await expect(figure(dialog(page, 'Sending Reminder Emails'), 'Total Recipients')).toHaveText(`${total}`)

  // The tab is closed before then: the result is found again.
  await refuseOne(facilityServer, email)
  await page.reload()
  await letUndoTimePass(facilityServer)
  await page.getByRole('button', { name: 'Send Reminder' }).click()
  await asked
    .getByRole('button', { name: /^See result/ })
    .first()
    .click()
  const run = dialog(page, 'Reminder Emails Sent')
  await expect(figure(run, 'Successfully Sent')).toHaveText(`${total - 1}`)
  await expect(figure(run, 'Failed')).toHaveText('1')
  await expect(figure(run, 'Days until session')).toHaveText(/^\d+$/)
  await expect(run.getByText('550 5.1.1 No such user')).toBeVisible()
  await expectAccessible(page)
  await run.getByRole('button', { name: /^Send again to/ }).click()
  await expect(figure(run, 'Failed')).toHaveText('0')
  await expect(figure(run, 'Successfully Sent')).toHaveText(`${total}`)

  // A second one on the same day is asked about.
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Send Reminder' }).click()
  await asked.getByRole('button', { name: /^Send \d+ Reminders?$/ }).click()
  await expect(asked.getByText('Everyone registered has it.')).toBeVisible()
  await asked.getByRole('button', { name: 'Don’t Send' }).click()
  await expect(asked).toBeHidden()
})

test('writes to everybody of a class session by keyboard', { tag: ['@desktop', '@quick'] }, async ({
  page,
  facilityServer,
}) => {
  await signInAsDemo(page.request, 'desk')
  const session = await sessionToCome(page.request)
  await page.goto(`/admin/bookings?open=${session.id}`)
  const open = page.getByRole('button', { name: 'Message Everyone' })
  await open.press('Enter')
  const form = dialog(page, 'Message Everyone')
  await form.getByRole('button', { name: 'Preview' }).press('Enter')
  await expect(form.getByText('Please write a subject.')).toBeVisible()
  await expect(form.getByLabel('Subject')).toBeFocused()
  await page.keyboard.type('Side door')
  await form.getByRole('textbox', { name: 'Message' }).fill('The front door is <b>closed</b>.\nPlease knock.')
  await expectAccessible(page)

  // What was typed stays when the dialog is closed, and the focus returns.
  await page.keyboard.press('Escape')
  await expect(form).toBeHidden()
  await expect(open).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(form.getByLabel('Subject')).toHaveValue('Side door')
  await form.getByRole('button', { name: 'Preview' }).press('Enter')
  const check = dialog(page, 'Check the Message')
  await expect(check.getByText('The front door is <b>closed</b>.')).toBeVisible()
  await expectAccessible(page)
  await check.getByRole('button', { name: /^Send to/ }).press('Enter')
  await expect(dialog(page, 'Sending Message')).toBeVisible()
  await letUndoTimePass(facilityServer)
  await expect(dialog(page, 'Message Sent').getByRole('status')).toHaveText('All sent.')
  await page.keyboard.press('Escape')
  await expect(open).toBeFocused()

  await test.step('the session among the bookings leads to who is registered', async () => {
    await page.getByRole('link', { name: 'Registrations and check-in' }).click()
    await expect(page.getByRole('heading', { level: 1, name: session.item_name })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Add Registration' })).toBeVisible()
    await page.goBack()
    await expect(page.getByRole('link', { name: 'Registrations and check-in' })).toBeVisible()
  })
})

test('the Messages tab of a class writes to everybody of a session, and keeps what was sent before', {
  tag: '@desktop',
}, async ({ page, facilityServer }) => {
  await signInAsDemo(page.request, 'desk')
  const { id, class_id } = await sessionToCome(page.request)
  await page.goto(`/admin/classes/${class_id}?of=${id}`)
  await page.getByRole('tab', { name: 'Messages' }).click()
  await expect(page).toHaveURL(/tab=messages/)
  const tab = page.getByRole('region', { name: 'Messages', exact: true })
  await expect(tab.getByRole('list', { name: 'Without an email address' })).toContainText('Paula Phone')
  const recipients = tab.getByRole('list', { name: 'Recipients' }).getByRole('listitem')
  await expect(recipients.first()).toBeVisible()
  const total = await recipients.count()
  await expectAccessible(page)
  const subject = `Bring a glove ${Date.now()}`
  await expect(page.getByRole('button', { name: 'Message Everyone' })).toHaveCount(1)
  await tab.getByRole('button', { name: 'Message Everyone' }).click()
  const form = dialog(page, 'Message Everyone')
  await form.getByLabel('Subject').fill(subject)
  await form.getByRole('textbox', { name: 'Message' }).fill('We have helmets.')
  await form.getByRole('button', { name: 'Preview' }).click()
  await dialog(page, 'Check the Message')
    .getByRole('button', { name: /^Send to/ })
    .click()
  await expect(dialog(page, 'Sending Message')).toBeVisible()
  await letUndoTimePass(facilityServer)
  await expect(dialog(page, 'Message Sent').getByRole('status')).toHaveText('All sent.')
  await page.keyboard.press('Escape')
  // It is listed at once, and after a reload the tab is the same.
  await expect(tab.getByText(subject)).toBeVisible()
  await page.reload()
  await tab
    .getByRole('listitem')
    .filter({ hasText: subject })
    .getByRole('button', { name: /^See result/ })
    .click()
  await expect(figure(dialog(page, 'Sent Before'), 'Total Recipients')).toHaveText(`${total}`)
})

test('a coach writes to everybody of an own camp, and to the customer of a lesson, without contacts', {
  tag: '@phone',
}, async ({ page, facilityServer }) => {
  await signInAsDemo(page.request, 'coach')
  await page.goto('/coach-dashboard')
  const sessions = page.getByRole('region', { name: 'Classes and Camps' })
  await sessions.getByRole('button', { name: /^Message Everyone: .*Camp, / }).click()
  const writing = dialog(page, 'Message Everyone')
  await expect(writing.getByRole('list', { name: 'Recipients' }).getByRole('listitem').first()).toBeVisible()
  await expect(writing.getByText('@')).toHaveCount(0)
  await expect(writing.getByRole('link', { name: /555/ })).toHaveCount(0)
  // Another one when the journey is repeated: the same text asks first.
  const subject = `Water bottles ${Date.now()}`
  await writing.getByLabel('Subject').fill(subject)
  await writing.getByRole('textbox', { name: 'Message' }).fill('Please bring a bottle of water.')
  await writing.getByRole('button', { name: 'Preview' }).click()
  const check = dialog(page, 'Check the Message')
  await expect(check.getByRole('region', { name: 'Preview' })).toContainText('Marcus Delgado')
  // From its beginning, however far the form was scrolled.
  await expect(check.getByText(/^As the first of/)).toBeFocused()
  await expect(check.getByText(/^As the first of/)).toBeInViewport({ ratio: 1 })
  await check.getByRole('button', { name: /^Send to \d+ People$/ }).click()
  await expect(dialog(page, 'Sending Message').getByRole('button', { name: 'Undo' })).toBeVisible()
  await letUndoTimePass(facilityServer)
  const sent = dialog(page, 'Message Sent')
  await expect(figure(sent, 'Failed')).toHaveText('0')
  await sent.getByRole('button', { name: 'Close' }).last().click()

  await page.goto('/coach-dashboard?tab=bookings')
  await page.locator('[data-open]').first().click()
  await dialog(page, 'Booking Details')
    .getByRole('button', { name: /^More: / })
    .click()
  await page.getByRole('menuitem', { name: 'Message Customer' }).click()
  const toOne = dialog(page, 'Message Customer')
  await expect(toOne.getByLabel('Subject')).toBeVisible()
  await toOne.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog(page, 'Booking Details')).toBeVisible()
})
