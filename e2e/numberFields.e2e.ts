import type { Locator, Page } from '@playwright/test'
import { addDays } from '../shared/domain/time/time.ts'
import { signInAsNewCoach } from './coachAccount.ts'
import { bookWalkIn, laterWeekday } from './facilityDays.ts'
import { expect, test } from './fixtures.ts'
import { createCustomer, signInAsDemo } from './people.ts'

/** What is typed at the end, and the number that is sent. */
type Entry = readonly [label: string, typed: string, sent: number]

/** Every field of the settings that takes a number. */
const settings: Readonly<Record<string, readonly Entry[]>> = {
  cages: [
    ['30 Minutes', '24', 24],
    ['60 Minutes', '24.5', 24.5],
    ['+30 Minutes', '.5', 0.5],
  ],
  'team-rates': [
    ['Hours a Week', '24', 24],
    ['Hours a Month', '1,200', 1200],
    ['Price a Month', '1,200', 1200],
    ['Price an Hour', '24.50', 24.5],
  ],
  membership: [
    ['Monthly Price', '24', 24],
    ['Founders Spots', '1,200', 1200],
    ["Members' Discount on Cages", '24.5', 24.5],
    ["Members' Discount on Classes", '.5', 0.5],
    ['Notice', '24', 24],
    ["Members' Reservations at a Time", '24', 24],
  ],
  'booking-rules': [
    ['Booking Window', '243', 243],
    ['Late After', '12', 12],
    ['Cut-off for Cages and Lessons', '23', 23],
    ['Cut-off for Camps', '24', 24],
    ['Cut-off for Classes', '23', 23],
  ],
  reminders: [
    ['Camp Reminders', '5', 5],
    ['Class Reminders', '5', 5],
    ['Lesson Reminders', '5', 5],
    ['Cage Booking Reminders', '5', 5],
    ['Send Reminders At', '11', 11],
  ],
  limits: [
    ['Front Desk Refund Limit', '24', 24],
    ['Keep Medical and Emergency Details For', '24', 24],
    ['Unpaid Hours of a New Customer', '24', 24],
    ['Unpaid Hours of a Returning Customer', '1,200', 1200],
    ['Unpaid Guest Hours of One Network Address', '24', 24],
    ['Unpaid Camps of One Customer', '24', 24],
    ['Unpaid Hours Allowed, New Customer', '24', 24],
    ['Unpaid Hours Allowed, Returning Customer', '24', 24],
    ['Open Checkouts per Person', '24', 24],
    ['Open Checkouts per Network', '24', 24],
    ['Live Connections per Person', '24', 24],
    ['Live Connections per Network', '24', 24],
  ],
}

const texts = ['24', '24.5', '24.50', '.5', '1,200']

/** Types, replaces, clears, cuts and pastes as a person does; nothing that is typed may be written over. */
async function drive(field: Locator, typed: string) {
  const { keyboard } = field.page()
  await field.click({ clickCount: 3 })
  await keyboard.type('24')
  await expect(field).toHaveValue('24')
  await keyboard.type('1')
  await expect(field).toHaveValue('241')
  await keyboard.press('Control+A')
  await keyboard.press('Delete')
  await expect(field).toHaveValue('')
  for (const text of texts) {
    await keyboard.press('Control+A')
    await keyboard.type(text)
    await expect(field).toHaveValue(text)
  }
  await keyboard.press('Control+A')
  await keyboard.press('Control+X')
  await expect(field).toHaveValue('')
  await keyboard.press('Control+V')
  await expect(field).toHaveValue('1,200')
  await keyboard.press('Control+A')
  await keyboard.type(typed)
  await keyboard.press('Tab')
}

/** Types over what is there, as a person does who knows the field. */
async function replace(field: Locator, typed: string) {
  await field.click({ clickCount: 3 })
  await field.page().keyboard.type(typed)
  await expect(field).toHaveValue(typed)
  await field.page().keyboard.press('Tab')
}

/** What is sent once the button is pressed. */
async function sent<Body>(page: Page, path: RegExp, press: () => Promise<void>): Promise<Body> {
  const request = page.waitForRequest((one) => one.method() !== 'GET' && path.test(one.url()))
  await press()
  return (await request).postDataJSON() as Body
}

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })

async function act(page: Page, name: string, action: string) {
  await page.getByRole('button', { name: `Actions for ${name}` }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

test('numbers of every section of the settings can be typed, replaced, pasted and cleared', {
  tag: '@desktop',
}, async ({ page }) => {
  await signInAsDemo(page.request, 'admin')
  for (const [section, entries] of Object.entries(settings)) {
    await test.step(section, async () => {
      await page.goto(`/admin/settings?section=${section}`)
      const form = page.getByRole('main').getByRole('form')
      await expect(form).toBeVisible()
      const labels = await form
        .locator('input:is([inputmode=numeric], [inputmode=decimal], [type=number])')
        .evaluateAll((fields) => fields.map((field) => (field as HTMLInputElement).labels?.[0]?.textContent))
      expect(new Set(labels)).toEqual(new Set(entries.map(([label]) => label)))
      for (const [index, [label, typed]] of entries.entries()) {
        const field = form.getByLabel(label, { exact: true }).first()
        // One field of each form, whatever can happen to it: all are of one kind.
        if (index === 0) await drive(field, typed)
        else await replace(field, typed)
      }
      const { changes } = await sent<{ changes: Record<string, unknown> }>(page, /facility\/preview$/, () =>
        form.getByRole('button', { name: 'Preview Changes' }).click(),
      )
      const [list] = Object.values(changes)
      const numbers = Object.values(Array.isArray(list) ? list[0] : changes).filter(
        (value) => typeof value === 'number',
      )
      expect(numbers.sort()).toEqual(entries.map(([, , number]) => number).sort())
      await expect(dialog(page, 'Preview Changes')).toBeVisible()
    })
  }
})

test('a price that is typed over is the price that is saved; what is no price says what to enter', {
  tag: ['@desktop', '@quick'],
}, async ({ page }) => {
  await signInAsDemo(page.request, 'admin')
  await page.goto('/admin/settings?section=cages')
  const price = page.getByLabel('30 Minutes', { exact: true }).first()
  const before = await price.inputValue()
  const preview = page.getByRole('button', { name: 'Preview Changes' })
  for (const wrong of ['', 'free', '-5', '24.555']) {
    await price.click({ clickCount: 3 })
    await page.keyboard.press('Delete')
    await page.keyboard.type(wrong)
    await page.keyboard.press('Tab')
    await expect(price).toHaveValue(wrong)
    await preview.click()
    await expect(page.getByText('Enter a price, like 24 or 24.50.')).toBeVisible()
    await expect(price).toBeFocused()
  }
  for (const [typed, shown] of [
    ['24', '24.00'],
    ['24.55', '24.55'],
    [before, before],
  ] as const) {
    await price.click({ clickCount: 3 })
    await page.keyboard.type(typed)
    await preview.click()
    await dialog(page, 'Preview Changes').getByRole('button', { name: 'Save Changes' }).click()
    await expect(dialog(page, 'Preview Changes')).toBeHidden()
    await expect(price).toHaveValue(shown)
    await page.reload()
    await expect(price).toHaveValue(shown)
  }
  await page.goto('/admin/settings?section=limits')
  const limit = page.getByLabel('Unpaid Camps of One Customer')
  await limit.click({ clickCount: 3 })
  await page.keyboard.type('2.5')
  await preview.click()
  await expect(page.getByText('Enter a whole number from 0 to 10,000.')).toBeVisible()
  await expect(limit).toBeFocused()
})

test('numbers of a class and of a camp can be typed, replaced, pasted and cleared', {
  tag: '@desktop',
}, async ({ page }) => {
  await signInAsDemo(page.request, 'admin')
  await page.goto('/admin/classes')
  await page.getByRole('button', { name: 'Create Class' }).first().click()
  const course = page.getByRole('form', { name: 'Create Class' })
  await course.getByLabel('Name').fill('Number Class')
  await drive(course.getByLabel('Price per Session'), '24')
  await replace(course.getByLabel('Max Spots'), '24')
  await replace(course.getByLabel('Cages per Session'), '2')
  const { classData } = await sent<{ classData: object }>(page, /classes\/preview$/, () =>
    course.getByRole('button', { name: 'Review Sessions' }).click(),
  )
  expect(classData).toMatchObject({ price: 24, max_spots: 24, cages_reserved: 2 })

  const monday = await laterWeekday(page.request, 1)
  await page.goto('/admin/camps')
  await page.getByRole('button', { name: 'Create New Camp' }).click()
  const camp = page.getByRole('form', { name: 'New Camp' })
  await camp.getByLabel('Name').fill('Number Camp')
  await camp.getByLabel('Start Date').fill(monday)
  await camp.getByLabel('End Date').fill(addDays(monday, 1))
  await drive(camp.getByLabel('Price ($)'), '24')
  await replace(camp.getByLabel('Max Spots'), '1,000')
  await replace(camp.getByLabel('Youngest Age'), '7')
  await replace(camp.getByLabel('Oldest Age'), '12')
  await expect(camp.getByLabel('Age Group')).toHaveValue('7-12 years')
  const made = await sent<object>(page, /\/api\/admin\/camps$/, () =>
    camp.getByRole('button', { name: 'Create Camp' }).click(),
  )
  expect(made).toMatchObject({ p_price: 24, p_max_spots: 1000, p_min_age: 7, p_max_age: 12 })
})

test('the hourly rate can be typed, replaced, pasted and cleared, by the admin and by the coach', {
  tag: '@desktop',
}, async ({ page, openBrowser }) => {
  const coach = await openBrowser()
  await signInAsNewCoach(coach, page.request)
  await coach.goto('/coach-setup')
  const profile = coach.getByRole('form', { name: 'Coach profile' })
  await drive(profile.getByLabel('Hourly Rate'), '24')
  await profile.getByLabel('Name').fill('Nora Number')
  const own = await sent<object>(coach, /\/api\/coach\/profile$/, () =>
    profile.getByRole('button', { name: 'Save Profile' }).click(),
  )
  expect(own).toMatchObject({ hourly_rate: 24 })

  await page.goto('/admin/coaches')
  await act(page, 'Nora Number', 'Edit Coach')
  const edit = page.getByRole('form', { name: 'Edit coach' })
  await drive(edit.getByLabel('Hourly Rate'), '24.5')
  const byAdmin = await sent<object>(page, /\/api\/admin\/coaches\//, () =>
    edit.getByRole('button', { name: 'Save Coach' }).click(),
  )
  expect(byAdmin).toMatchObject({ hourly_rate: 24.5 })
})

test('the price of a booking, what is refunded and an unpaid limit can be typed, replaced, pasted and cleared', {
  tag: '@desktop',
}, async ({ page, request }) => {
  await signInAsDemo(page.request, 'admin')
  const id = await bookWalkIn(page.request, 'Rae Number')
  await page.goto(`/admin/bookings?search=rae+number&open=${id}`)
  const details = dialog(page, 'Booking Details')
  await details.getByRole('button', { name: 'Edit', exact: true }).click()
  const edit = dialog(page, 'Edit Booking')
  await edit.getByLabel('Price').selectOption('amount')
  await drive(edit.getByLabel('Amount in Dollars'), '24')
  await edit.getByLabel(/reason/i).fill('Agreed by phone')
  const change = await sent<object>(page, /\/api\/guest-bookings\//, () =>
    edit.getByRole('button', { name: 'Save Changes' }).click(),
  )
  expect(change).toMatchObject({ price: 24 })
  await expect(edit).toBeHidden()

  const items = [{ kind: 'guest_booking', id }]
  const paid = await page.request.post('/api/admin/desk-payments', { data: { items, method: 'cash' } })
  expect(paid.status(), await paid.text()).toBe(201)
  await page.reload()
  await details.getByRole('button', { name: 'Edit', exact: true }).click()
  await edit.getByLabel('Status').selectOption('canceled')
  await edit.getByLabel('Refund').selectOption('amount')
  await drive(edit.getByLabel('Amount in Dollars'), '.5')
  await expect(edit.getByLabel('Amount in Dollars')).toHaveValue('0.50')
  await page.goto(`/admin/bookings?search=rae+number&open=${id}`)
  await details.getByRole('button', { name: 'Refund', exact: true }).click()
  const refund = dialog(page, 'Refund')
  await refund.getByRole('radio', { name: 'Other Up to' }).check()
  await drive(refund.getByLabel('Amount in Dollars'), '24')
  await refund.getByLabel('Reason').fill('The net was torn')
  const given = await sent<object>(page, /\/refunds$/, () =>
    refund.getByRole('button', { name: 'Refund $24.00' }).click(),
  )
  expect(given).toMatchObject({ amount: 24 })

  const email = await createCustomer(request)
  const found = await page.request.get(`/api/admin/users?search_query=${email}`)
  const { items: people } = (await found.json()) as { items: { id: string }[] }
  await page.goto(`/admin/users/${people[0]?.id}`)
  await page.getByRole('button', { name: 'Change Limit' }).click()
  const limit = page.getByRole('form', { name: 'Unpaid limit' })
  await drive(limit.getByLabel('Hours'), '24')
  await limit.getByLabel('Reason').fill('A school team')
  const hours = await sent<object>(page, /unpaid-limit$/, () =>
    limit.getByRole('button', { name: 'Save Limit' }).click(),
  )
  expect(hours).toMatchObject({ hours: 24 })
})

test('a day can be cleared and typed again in every dialog, and none is no day', { tag: '@desktop' }, async ({
  page,
  openBrowser,
}) => {
  /** The field stays on the page whatever is in it while a day is typed; at the end it has another one. */
  async function retype(day: Locator): Promise<void> {
    // As a browser gives what is typed piece by piece: nothing, a year of one digit, of three, of another century.
    for (const typed of ['', '0002-12-04', '', '0202-12-04', '9999-12-31', '']) {
      await day.fill(typed)
      await expect(day).toHaveValue(typed)
    }
    await day.blur()
    await day.pressSequentially('120520261')
    await expect(day, 'a year of five digits').not.toHaveValue(/^\d{5}/)
    await day.fill(monday)
    await expect(day).toHaveValue(monday)
  }
  await signInAsDemo(page.request, 'admin')
  const monday = await laterWeekday(page.request, 1)
  const id = await bookWalkIn(page.request, 'Dana Retyped')
  await page.goto(`/admin/bookings?search=dana+retyped&open=${id}`)
  await dialog(page, 'Booking Details').getByRole('button', { name: 'Edit', exact: true }).click()
  const edit = dialog(page, 'Edit Booking')
  await retype(edit.getByLabel('Date'))
  await edit.getByLabel('Date').fill('')
  await edit.getByRole('button', { name: 'Save Changes' }).click()
  await expect(edit).toContainText('Start date is required.')
  await page.goto('/admin/bookings?search=dana+retyped')
  await page.getByRole('button', { name: 'Actions for Dana Retyped' }).click()
  await page.getByRole('menuitem', { name: 'Move…' }).click()
  await retype(page.getByRole('form', { name: 'Move booking' }).getByLabel('Date'))

  await page.goto('/admin/settings?section=closures')
  await page.getByRole('button', { name: 'Close Cages' }).click()
  const closure = page.getByRole('form', { name: 'Close Cages' })
  await retype(closure.getByLabel('First Day'))
  await retype(closure.getByLabel('Last Day'))

  const coach = await openBrowser()
  await signInAsDemo(coach.request, 'coach')
  await coach.goto('/coach-dashboard')
  await coach.getByRole('button', { name: 'Take Time Off' }).click()
  await retype(coach.getByRole('form', { name: 'Time off' }).getByLabel('Day', { exact: true }))
})
