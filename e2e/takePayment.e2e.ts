import type { APIRequestContext, Page } from '@playwright/test'
import { addDays, facilityDay, instantOf } from '../shared/domain/time/time.ts'
import { expectAccessible } from './accessible.ts'
import { bookHalfHour, getFacility } from './facilityDays.ts'
import { expect, test } from './fixtures.ts'
import { createCustomer, signIn, signInAsDemo } from './people.ts'

const till = (page: Page) => page.getByRole('dialog', { name: 'Take Payment' })

/** A new customer who owes for half an hour of today and an hour later on; long before it opens, so the times are free. */
async function owing(request: APIRequestContext, cage: number, email: string | null = null) {
  const name = `Drew Till ${cage} ${Date.now()}`
  const added = await request.post('/api/admin/users', { data: { name, email, phone: '(409) 555-0133' } })
  const { profile_id } = (await added.json()) as { profile_id: string }
  const { time_zone } = await getFacility(request)
  const cages = (await (await request.get('/api/cages')).json()) as { id: string }[]
  const today = facilityDay(new Date(), time_zone)
  for (const [day, from, to] of [
    [today, '04:00', '04:30'],
    [addDays(today, 72), '04:00', '05:00'],
  ] as const) {
    const booked = await request.post(`/api/customers/${profile_id}/bookings`, {
      data: {
        cage_ids: [cages[cage]?.id],
        start_time: instantOf(day, from, time_zone).toISOString(),
        end_time: instantOf(day, to, time_zone).toISOString(),
        override_reason: 'A private session',
      },
    })
    expect(booked.status(), await booked.text()).toBe(201)
  }
  return { id: profile_id, name }
}

async function openTill(page: Page, person: { id: string }) {
  await page.goto(`/admin/users/${person.id}`)
  await page.getByRole('button', { name: /^Take Payment of \$/ }).click()
  await expect(till(page).getByRole('list', { name: 'Due later' })).toBeVisible()
}

const lastPayment = async (page: Page, name: string) => {
  const found = await page.request.get(`/api/admin/payments?search_query=${encodeURIComponent(name)}`)
  return ((await found.json()) as { items: { id: string; total_amount: number }[] }).items[0]
}

test('takes cash by keyboard alone: typed, short, with change; exact cash is one press', {
  tag: '@desktop',
}, async ({ page }) => {
  await signInAsDemo(page.request, 'desk')
  const drew = await owing(page.request, 0)
  await openTill(page, drew)
  const received = till(page).getByLabel('Cash Received')
  await expect(received).toBeFocused()
  const total = till(page).getByRole('status').filter({ hasText: 'Total' })
  await expect(total).toContainText('Total, 1 item')
  const due = Number((await total.locator('strong').last().textContent())?.slice(1))
  await expectAccessible(page)
  await page.setViewportSize({ width: 1280, height: 800 })

  await page.keyboard.type(String(due - 5))
  const short = till(page).getByRole('button', { name: '$5.00 short' })
  await expect(short).toBeDisabled()
  await page.keyboard.press('Enter')
  await expect(till(page)).toBeVisible()
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type(String(due + 3))
  await expect(till(page).getByText('Change to give')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(till(page)).toBeHidden()
  const last = page.getByRole('region', { name: 'Last change' })
  await expect(last.getByText('Give $3.00 change.')).toBeVisible()
  await expect(last.getByRole('link', { name: 'Print receipt' })).toBeVisible()
  await expect(last.getByRole('button', { name: /^Undo/ })).toBeVisible()
  const payment = await lastPayment(page, drew.name)
  expect(payment?.total_amount).toBe(due)
  await page.goto(`/admin/receipts/${payment?.id}`)
  await expect(page.getByRole('row', { name: 'Change $3.00' })).toBeVisible()

  // What is left is all there is: it is ticked, and one press takes exactly it.
  await openTill(page, drew)
  await expect(received).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Everything is paid.')).toBeVisible()

  // One press takes the sale back: it is due again, and its document is voided.
  await page.getByRole('button', { name: /^Undo/ }).last().click()
  await expect(page.getByRole('button', { name: /^Take Payment of \$/ })).toBeVisible()
})

test('totals follow each tick, quick amounts give the change, and a card is noted', {
  tag: '@desktop',
}, async ({ page }) => {
  await signInAsDemo(page.request, 'desk')
  const drew = await owing(page.request, 1, `drew-${Date.now()}@example.com`)
  await openTill(page, drew)
  const total = till(page).getByRole('status').filter({ hasText: 'Total' })
  // What is today's is ticked, and what is later has its day.
  await expect(till(page).getByRole('list', { name: 'Due today' }).getByRole('checkbox')).toBeChecked()
  const later = till(page).getByRole('list', { name: 'Due later' })
  await expect(later.getByRole('checkbox')).not.toBeChecked()
  await expect(later).toContainText(/\w{3}, \w{3} \d+/)
  await later.getByRole('checkbox').check()
  await expect(total).toContainText('Total, 2 items')
  const amounts = till(page).getByRole('button', { name: /^\$\d+(\.\d\d)?$/ })
  await amounts.last().click()
  await expect(amounts.last()).toHaveAttribute('aria-pressed', 'true')
  await expect(till(page).getByText('Change to give')).toBeVisible()
  // At 200 % the change is below the fold, and the line of the button says it.
  await page.setViewportSize({ width: 640, height: 400 })
  await till(page).getByLabel('Cash Received').focus()
  await expect(till(page).getByText(/^Change \$\d/)).toBeInViewport({ ratio: 1 })
  await page.setViewportSize({ width: 1280, height: 800 })
  for (const list of ['Due today', 'Due later'])
    await till(page).getByRole('list', { name: list }).getByRole('checkbox').uncheck()
  await expect(till(page).getByRole('button', { name: 'Nothing Chosen' })).toBeDisabled()
  await till(page).getByRole('list', { name: 'Due today' }).getByRole('checkbox').check()
  await till(page).getByRole('radio', { name: 'Card' }).check()
  await expect(till(page).getByText(/^Charge \$[\d.]+ on the reader, then press Paid\.$/)).toBeVisible()
  await expect(till(page).getByRole('button', { name: 'Email' })).toHaveAttribute('aria-pressed', 'true')
  await till(page).getByRole('button', { name: 'Email' }).click()
  await till(page)
    .getByRole('button', { name: /^Paid \$[\d.]+ by Card$/ })
    .click()
  await expect(till(page)).toBeHidden()
  await expect(page.getByRole('button', { name: /^Take Payment of \$/ })).toBeVisible()
})

test('a parent pays at once for two children, and what is not ticked is left', { tag: '@phone' }, async ({
  page,
  openBrowser,
  day,
}) => {
  const { request } = await openBrowser()
  const email = await createCustomer(request)
  await signIn(request, email)
  for (const [name, cage] of [
    ['Kim Batter', 'Cage 5'],
    ['Lee Batter', 'Cage 6'],
    [undefined, 'Cage 7'],
  ] as const) {
    const added = name && (await request.post('/api/me/participants', { data: { name } }))
    const participantId = added ? ((await added.json()) as { id: string }).id : undefined
    await bookHalfHour(request, { day, cage, wallTime: '16:00', ...(participantId && { participantId }) })
  }
  await signInAsDemo(page.request, 'desk')
  const found = await page.request.get(`/api/admin/users?search_query=${email}`)
  const [person] = ((await found.json()) as { items: { id: string }[] }).items
  await page.setViewportSize({ width: 390, height: 420 })
  await openTill(page, { id: person?.id ?? '' })
  const later = till(page).getByRole('list', { name: 'Due later' })
  const due = (name: RegExp) => later.getByRole('checkbox', { name })
  await expect(later.getByRole('checkbox')).toHaveCount(3)
  await due(/^Cage 5, .*Kim Batter/).check()
  await due(/^Cage 6, .*Lee Batter/).check()
  // Above the end of the list, without a search for it.
  const take = till(page).getByRole('button', { name: 'Take $40.00 Cash' })
  await later.evaluate((list) => list.closest('[role=dialog]')?.querySelector('h2')?.scrollIntoView())
  await expect(take).toBeInViewport({ ratio: 1 })
  await expectAccessible(page)
  await page.setViewportSize({ width: 390, height: 420 })
  await take.click()
  await expect(till(page)).toBeHidden()
  await expect(page.getByRole('button', { name: /^Take Payment of \$20(\.00)?$/ })).toBeVisible()
  // A payment of each child, on one receipt.
  const payments = await page.request.get(`/api/admin/payments?search_query=${email}`)
  const { items } = (await payments.json()) as { items: { total_amount: number; receipt_number: string }[] }
  expect(items.map(({ total_amount }) => total_amount)).toEqual([20, 20])
  expect(new Set(items.map(({ receipt_number }) => receipt_number)).size).toBe(1)
  await openTill(page, { id: person?.id ?? '' })
  await expect(later.getByRole('checkbox')).toHaveCount(1)
  await expect(due(/^Cage 7, /)).toBeVisible()
})

test('what another desk has taken since is said, and the list is what is left', {
  tag: '@desktop',
}, async ({ page, allowProblem }) => {
  allowProblem(/409/)
  await signInAsDemo(page.request, 'desk')
  const drew = await owing(page.request, 2)
  await openTill(page, drew)
  const { items } = (await (await page.request.get(`/api/admin/till?user_id=${drew.id}`)).json()) as {
    items: { kind: string; id: string }[]
  }
  const pay = (item: object | undefined) =>
    page.request.post('/api/admin/desk-payments', { data: { items: [item], method: 'cash' } })
  expect((await pay(items[0])).status()).toBe(201)
  await till(page)
    .getByRole('button', { name: /^Take \$[\d.]+ Cash$/ })
    .click()
  await expect(till(page).getByText(/^Cage \d .+ is already paid\.$/)).toBeVisible()
  await expect(till(page).getByRole('listitem')).toHaveCount(1)
  expect((await pay(items[1])).status()).toBe(201)
  await till(page).getByRole('checkbox').check()
  await till(page)
    .getByRole('button', { name: /^Take \$[\d.]+ Cash$/ })
    .click()
  await expect(till(page).getByText(`${drew.name} owes nothing.`)).toBeVisible()
})

test('an admin keeps the goods, and the desk sells one in two presses, to nobody', { tag: '@phone' }, async ({
  page,
}) => {
  await signInAsDemo(page.request, 'admin')
  const name = `Token ${Date.now()}`
  await page.goto('/admin/settings?section=goods')
  await page.getByRole('button', { name: 'Add Item' }).click()
  const item = page.getByRole('dialog', { name: 'Add Item' })
  await expect(item.getByLabel('Name')).toBeFocused()
  await page.keyboard.type(name)
  await item.getByRole('button', { name: 'Add Item' }).click()
  await expect(item.getByText('Enter a price, like 24 or 24.50.')).toBeVisible()
  await item.getByLabel('Price').click()
  await page.keyboard.type('1.5')
  await item.getByLabel('Left (optional)').click()
  await page.keyboard.type('2')
  await item.getByRole('button', { name: 'Add Item' }).click()
  await expect(page.getByText('$1.50 · Goods · 2 left')).toBeVisible()
  await expectAccessible(page)

  await signInAsDemo(page.request, 'desk')
  await page.goto('/admin/payments')
  await page.getByRole('button', { name: 'Sell Goods' }).click()
  const token = till(page).getByRole('button', { name: new RegExp(`^${name}`) })
  await token.click()
  // A phone shows what goes back beside the button, however long the list is.
  await page.setViewportSize({ width: 390, height: 844 })
  await till(page).getByRole('button', { name: '$5', exact: true }).click()
  await token.scrollIntoViewIfNeeded()
  await expect(till(page).getByText('Change $3.50')).toBeInViewport({ ratio: 1 })
  await till(page).getByRole('button', { name: 'Take $1.50 Cash' }).click()
  await expect(till(page)).toBeHidden()
  await expect(
    page.getByRole('region', { name: 'Last change' }).getByText('$1.50 taken. Give $3.50 change.'),
  ).toBeVisible()

  // One is left.
  await page.getByRole('button', { name: 'Sell Goods' }).click()
  await token.click()
  await expect(token).toBeDisabled()
  await expect(till(page).getByRole('status').filter({ hasText: 'Total' })).toContainText('Total, 1 item')
  await till(page)
    .getByRole('button', { name: `One ${name} less` })
    .click()
  await expect(till(page).getByRole('button', { name: 'Nothing Chosen' })).toBeDisabled()
})
