import type { APIRequestContext, Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { PASSWORD } from './accountForms.ts'
import { type FacilityServer, writeRows } from './facilityServer.ts'
import { expect, test } from './fixtures.ts'
import { mailedLink, recoveryLink } from './mailbox.ts'
import { createCustomer, signInAsDemo } from './people.ts'

const drawer = (page: Page, name: string) => page.getByRole('dialog', { name })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** Writes by the contact form's call, as old as the bot check wants it. */
async function write(server: FacilityServer, message: string, email: string | null): Promise<void> {
  const written = { name: 'Dana Shortstop', phone: '(409) 555-0142', subject: 'team-training' as const }
  await writeRows(server, (db) =>
    db
      .insertInto('contact_messages')
      .values({ ...written, message, email })
      .execute(),
  )
}

const mailTo = async (request: APIRequestContext, email: string): Promise<string> => {
  const list = await (await request.get(`/dev/mailbox?to=${encodeURIComponent(email)}`)).text()
  const newest = /\/dev\/mailbox\/[0-9a-f-]{36}/.exec(list)?.[0]
  return newest ? (await request.get(`${newest}/html`)).text() : ''
}

test('the desk finds what was sent; a personal link is hidden; what failed is sent again by keyboard', {
  tag: ['@desktop', '@quick'],
}, async ({ page, openBrowser, facilityServer }) => {
  const visitor = await openBrowser()
  const email = await createCustomer(visitor.request)
  // Whoever signs up again is mailed that there is an account.
  const again = { name: 'Robin Batter', email, password: PASSWORD, terms_accepted: true }
  expect((await visitor.request.post('/api/auth/sign-up/email', { data: again })).status()).toBe(200)
  await visitor.request.post('/api/auth/request-password-reset', { data: { email } })
  await mailedLink(visitor.request, email, recoveryLink)
  const failed = {
    template: 'password-changed',
    to_email: email,
    data: JSON.stringify({ full_name: 'Robin Batter', reset_url: 'https://x.test/auth?token=t0ken' }),
    status: 'failed',
    attempts: 1,
    last_error: '550 5.1.1 No such user',
  } as const
  await writeRows(facilityServer, (db) => db.insertInto('outbox').values(failed).execute())

  await signInAsDemo(page.request, 'desk')
  await page.goto('/admin/dashboard')
  await page
    .getByRole('navigation', { name: 'Admin' })
    .getByRole('link', { name: /^Messages/ })
    .press('Enter')
  await page.getByRole('link', { name: 'Sent Mail' }).press('Enter')
  await page.getByRole('searchbox', { name: 'Search messages' }).fill(email)
  const rows = page.locator('[data-row]')
  await expect(rows).toHaveCount(3)
  await expect(
    page.getByText('This address does not exist. Check its spelling with the person.'),
  ).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize({ width: 1280, height: 800 })

  await page.getByLabel('Kind').selectOption({ label: 'Reset password' })
  await expect(rows).toHaveCount(1)
  await rows.first().locator('[data-open]').press('Enter')
  await expect(drawer(page, 'Message').getByText(/This message had a personal link/)).toBeVisible()
  await expect(button(page, 'Send a Copy…')).toHaveCount(0)
  await page.keyboard.press('Escape')

  await page.getByLabel('Kind').selectOption('')
  await page.getByLabel('Status').selectOption({ label: 'Failed' })
  await rows.first().locator('[data-open]').press('Enter')
  const frame = page.frameLocator('iframe')
  await expect(frame.getByText('Your password was changed')).toBeVisible()
  await expect(frame.locator('[href]')).toHaveCount(0)
  expect(await frame.locator('html').innerHTML()).not.toContain('t0ken')
  await expectAccessible(page)
  await page.setViewportSize({ width: 1280, height: 800 })
  await button(page, 'Send Again').press('Enter')
  // The worker sends it, and the details follow by themselves.
  await expect(drawer(page, 'Message').getByText('Sent', { exact: true }).first()).toBeVisible()
  await button(page, 'Send a Copy…').press('Enter')
  await drawer(page, 'Send a copy?').getByRole('button', { name: 'Send a Copy' }).press('Enter')
  await expect(page.getByText('A copy is on its way.')).toBeVisible()
  await expect(page.getByRole('button', { name: /Open the copy of/ })).toBeVisible()
})

const inbox = (page: Page) => page.getByRole('list', { name: 'Contact messages' })
const thread = (page: Page) => page.getByRole('region', { name: 'Message' })
const reply = (page: Page) => page.getByLabel('Your Reply')

test('the desk answers a visitor and is done with it; the second at the desk is told', {
  tag: '@desktop',
}, async ({ page, openBrowser, facilityServer, allowProblem }) => {
  allowProblem(/409|ERR_FAILED|Failed to load/)
  const email = `${crypto.randomUUID().slice(0, 8)}@example.test`
  await write(facilityServer, 'Do you have two cages on Thursdays?', email)
  const other = await openBrowser()
  for (const by of [page, other]) {
    await signInAsDemo(by.request, by === page ? 'desk' : 'admin')
    await by.goto('/admin/messages')
    await by.getByRole('searchbox', { name: 'Search contact messages' }).fill(email)
    // The list is searched a moment after the last key.
    await expect(inbox(by).getByRole('link')).toHaveCount(1)
    await inbox(by).getByRole('link').click()
    await expect(thread(by).getByText('Do you have two cages on Thursdays?')).toBeVisible()
  }
  await reply(other).fill('Sorry, we are full.')
  await reply(page).fill('Yes: cages 3 and 4 at five.')
  // What is written stays with its message, whatever is looked at in between.
  await page.reload()
  await expect(reply(page)).toHaveValue('Yes: cages 3 and 4 at five.')
  await expectAccessible(page)
  await page.route('**/replies', (route) => route.abort())
  await button(page, 'Send').click()
  await expect(thread(page).getByText(/^Not sent\./)).toBeVisible()
  await page.unroute('**/replies')
  await button(page, 'Try Again').click()
  await expect(page.getByText('Your reply is on its way.')).toBeVisible()
  await expect(
    page.getByRole('list', { name: 'Replies' }).getByText('Yes: cages 3 and 4 at five.'),
  ).toBeVisible()
  await expect(async () => {
    expect(await mailTo(page.request, email)).toContain('Yes: cages 3 and 4 at five.')
  }).toPass({ timeout: 15_000 })

  await button(other, 'Send').click()
  await expect(other.getByText(/just replied\. Yours isn’t sent yet/)).toBeVisible()
  await thread(page).getByRole('button', { name: 'Done', exact: true }).click()
  await expect(button(page, 'Open Again')).toBeVisible()
})

test('by keyboard: next and previous, a call noted as answered, and mail that came back is corrected', {
  tag: '@desktop',
}, async ({ page, facilityServer }) => {
  const mark = crypto.randomUUID().slice(0, 8)
  await write(facilityServer, `Is there parking? ${mark}`, null)
  await write(facilityServer, `Is there shade? ${mark}`, null)
  await signInAsDemo(page.request, 'desk')
  await page.goto(`/admin/messages?search=${mark}`)
  const rows = inbox(page).getByRole('link')
  await expect(rows).toHaveCount(2)
  await rows.first().focus()
  await page.keyboard.press('j')
  await expect(thread(page).getByText(`Is there shade? ${mark}`)).toBeVisible()
  await page.keyboard.press('j')
  await expect(thread(page).getByText(`Is there parking? ${mark}`)).toBeVisible()
  await page.keyboard.press('k')
  await expect(thread(page).getByText(`Is there shade? ${mark}`)).toBeVisible()
  await expect(thread(page).getByText('Dana Shortstop left no email address. Please call.')).toBeVisible()
  await page.keyboard.press('r')
  const call = thread(page).getByRole('link', { name: 'Call (409) 555-0142' })
  await expect(call).toBeFocused()
  await expect(call).toHaveAttribute('href', 'tel:4095550142')
  await expect(button(page, 'Mark as Answered')).toBeVisible()
  await page.keyboard.press('e')
  // The next one is open.
  await expect(thread(page).getByText(`Is there parking? ${mark}`)).toBeVisible()
  await expect(rows).toHaveCount(1)

  const wrong = `${mark}@exmaple.test`
  const failed = {
    ...{ template: 'contact-reply', to_email: wrong, recipient_name: `Riley ${mark}` },
    ...{
      data: JSON.stringify({
        name: 'Riley',
        reply: 'Yes.',
        staff_name: 'Alex',
        subject: 'Tour',
        message: 'Hi',
      }),
    },
    ...{ attempts: 1, last_error: '550 5.1.1 No such user', subject: 'Re: Tour' },
    status: 'failed',
  } as const
  await writeRows(facilityServer, (db) => db.insertInto('outbox').values(failed).execute())
  await page.goto('/admin/messages?state=undelivered')
  await inbox(page)
    .getByRole('link', { name: new RegExp(`^Riley ${mark}`) })
    .press('Enter')
  await expect(thread(page).getByRole('alert')).toContainText(`Came back from ${wrong}.`)
  await thread(page).getByLabel('Send It To').fill(`${mark}@example.test`)
  await button(page, 'Send Again').press('Enter')
  await expect(page.getByText(`The message is sent to ${mark}@example.test.`)).toBeVisible()
  await expect(inbox(page).getByRole('link', { name: new RegExp(`^Riley ${mark}`) })).toHaveCount(0)
})
