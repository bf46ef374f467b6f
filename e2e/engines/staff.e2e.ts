import type { StaffCamp } from '../../shared/contract/programs/staffCamps.ts'
import { bookHalfHour } from '../facilityDays.ts'
import { createCustomer, DEMO_PASSWORD, letProofsExpire, signIn as signInAsCustomer } from '../people.ts'
import { expect, skipWithoutEngine, test } from './fixtures.ts'
import { visitor } from './visitor.ts'

skipWithoutEngine()

/** Signs in without the form, on a page that has finished loading. */
async function signIn(person: ReturnType<typeof visitor>, role: 'desk' | 'admin') {
  await person.open('/terms')
  await person.sees('heading', 'Terms and Conditions')
  await person.calls('/api/auth/sign-in/email', {
    email: `${role}@demo.dugout.test`,
    password: DEMO_PASSWORD,
  })
}

test('the desk reads its figures, books a walk-in, moves it by keyboard, takes it back and takes cash', async ({
  enginePage,
  baseURL,
  day,
}) => {
  const desk = visitor(enginePage, baseURL ?? '')
  const mia = (cage: number, state: string) =>
    new RegExp(`^Cage ${cage}, .* 5:00 PM, Mia Lopez, cage booking, 5:00–5:30 PM, ${state}$`)
  await signIn(desk, 'desk')
  await desk.open('/admin/dashboard')
  await desk.sees('heading', /^Needs attention( \d+)?$/)
  await desk.reads('Total Revenue')
  expect(await desk.overflow()).toBe(0)

  await desk.open(`/admin/schedule?date=${day}`)
  await desk.presses('cell', /^Cage 2, .* 5:00 PM, available/)
  expect(await desk.overflow()).toBe(0)
  await desk.types('Name', 'Mia Lopez')
  await desk.presses('button', 'Book')
  await desk.sees('focused cell', mia(2, 'unpaid'))

  await desk.strikes('ArrowRight', 'Alt')
  await desk.strikes('Enter')
  await desk.sees('cell', mia(3, 'unpaid'))
  await desk.strikes('z', 'Control')
  await desk.sees('cell', mia(2, 'unpaid'))

  await desk.presses('cell', mia(2, 'unpaid'))
  await desk.sees('dialog', /^Mia Lopez, Cage 2/)
  expect(await desk.overflow()).toBe(0)
  await desk.presses('button', /^Take Payment/)
  await desk.sees('dialog', 'Take Payment')
  await desk.open(`/admin/schedule?view=week&date=${day}`)
  // On a phone the week is a choice of days above the list of one.
  await desk.reads('Mia Lopez')
  await desk.open(`/admin/schedule/print?date=${day}`)
  await desk.sees('heading', 'Day Sheet')
  await desk.reads('Mia Lopez')
})

test('the focus stays on the page when what had it is deleted, and when that is undone', async ({
  enginePage,
  baseURL,
  request,
  day,
}) => {
  const desk = visitor(enginePage, baseURL ?? '')
  /** What has the focus: the browser's own way is to leave it on nothing. */
  const focused = () =>
    enginePage.run(() => {
      const element = document.activeElement
      return element?.closest('[data-open]') ? 'row' : (element?.localName ?? 'nothing')
    })
  const email = await createCustomer(request)
  await signInAsCustomer(request, email)
  for (const wallTime of ['18:00', '19:00']) await bookHalfHour(request, { day, cage: 'Cage 5', wallTime })
  await signIn(desk, 'desk')
  await desk.open(`/admin/bookings?search=${encodeURIComponent(email)}`)
  const rows = () => enginePage.run(() => document.querySelectorAll('main [data-row]').length)
  for (const [left, expected] of [
    [1, 'row'],
    [0, 'main'],
  ] as const) {
    await desk.presses('button', /^Actions for/)
    await desk.presses('menu item', 'Delete Booking')
    await desk.sees('dialog', 'Delete Booking')
    await desk.presses('button', 'Delete Booking')
    await expect.poll(rows).toBe(left)
    await expect.poll(focused).toBe(expected)
  }
  await desk.presses('button', /^Undo/)
  await desk.sees('button', /^Actions for/)
  await expect.poll(focused).toMatch(/^(row|main)$/)
})

test('an admin finishes a refund by mouse when a proof is due', async ({
  enginePage,
  baseURL,
  request,
  day,
  facilityServer,
}) => {
  const admin = visitor(enginePage, baseURL ?? '')
  await signInAsCustomer(request, await createCustomer(request))
  const id = await bookHalfHour(request, { day, cage: 'Cage 6', wallTime: '18:00' })
  await signIn(admin, 'admin')
  const paid = await admin.calls<{ receipt_id: string }>('/api/admin/desk-payments', {
    items: [{ kind: 'booking', id }],
    method: 'cash',
  })
  await admin.open(`/admin/bookings?open=${id}`)
  await admin.presses('button', 'Refund')
  await admin.sees('dialog', 'Refund')
  await letProofsExpire(facilityServer)
  await admin.presses('button', /^Refund \$/)
  await admin.types('Current Password', DEMO_PASSWORD)
  await admin.presses('button', 'Confirm')
  await expect
    .poll(() => admin.calls(`/api/admin/payments/${paid.receipt_id}/refund`))
    .toMatchObject({ left: 0 })
})

test('an admin makes a camp, takes someone into a class, edits a mail, and looks up members and messages', async ({
  enginePage,
  baseURL,
  day,
}) => {
  const admin = visitor(enginePage, baseURL ?? '')
  await signIn(admin, 'admin')
  await admin.open('/admin/camps')
  await admin.presses('button', 'Create New Camp')
  await admin.types('Name', 'Engine Camp')
  await admin.chooses('Start Date', day)
  await admin.types('Price ($)', '90')
  await admin.chooses('From', '10:00')
  await admin.presses('button', 'Add Time')
  await admin.reads('The time has 3 free cages.')
  await admin.presses('button', 'Create Camp')
  await admin.sees('dialog', 'Success!')
  const camps = await admin.calls<{ items: StaffCamp[] }>('/api/admin/camps?search_query=engine+camp')
  expect(camps.items.map(({ camp_timeslots }) => camp_timeslots)).toEqual([
    [expect.objectContaining({ date: day, start_time: '10:00', end_time: '12:00' })],
  ])

  await admin.open('/admin/classes')
  expect(await admin.overflow()).toBe(0)
  await admin.presses('button', 'Saturday Pitching Lab')
  await admin.presses('button', 'Add Registration')
  await admin.types('User', 'casey landry')
  await admin.presses('option', /^Casey Landry/)
  await admin.reads('Who Takes Part')

  await admin.open('/admin/membership?search=member%40demo')
  expect(await admin.overflow()).toBe(0)
  await admin.presses('button', 'Casey Landry')
  await admin.sees('dialog', 'Membership Details')
  await admin.reads('Visa •••• 4242')

  await admin.open('/admin/settings?tab=email-templates&template=booking-canceled')
  await admin.adds('Paragraph, block 2', ' Bring your bat, ')
  await admin.presses('button', 'Insert into Paragraph, block 2')
  await admin.presses('menu item', /^First name/)
  await admin.presses('button', 'Hide Quote, block 4')
  await admin.reads('Hidden: this block isn’t sent.')
  await admin.presses('button', 'Save')
  await admin.reads('Email template updated successfully!')
  expect(await admin.overflow()).toBe(0)

  await admin.open('/admin/messages')
  expect(await admin.overflow()).toBe(0)
  await admin.presses('link', /^Priya Raman/)
  await admin.presses('button', 'Mark as Answered')
  // The next one is open.
  await admin.sees('heading', 'Hector Salinas')
  await admin.open('/admin/messages?state=done')
  await admin.presses('link', /^Priya Raman/)
  await admin.sees('button', 'Open Again')

  await admin.open('/admin/audit-log?table=email_templates')
  expect(await admin.overflow()).toBe(0)
  await admin.presses('button', /:\d\d [AP]M$/)
  await admin.sees('dialog', 'Audit Log Details')
  await admin.reads('Bring your bat, {{first_name}}')
})

test('an admin types, replaces, cuts and pastes a price, and saves what is shown', async ({
  enginePage,
  baseURL,
}) => {
  const admin = visitor(enginePage, baseURL ?? '')
  await signIn(admin, 'admin')
  await admin.open('/admin/settings?section=membership')
  await admin.replaces('Monthly Price', '24')
  for (const text of ['24.5', '24.50', '.5', '24', '1,200']) expect(await admin.typesOver(text)).toBe(text)
  await admin.strikes('a', 'Control')
  await admin.strikes('x', 'Control')
  expect(await admin.typesOver('')).toBe('')
  await admin.strikes('v', 'Control')
  await admin.presses('button', 'Preview Changes')
  await admin.sees('dialog', 'Preview Changes')
  await admin.reads('$1,200.00')
  await admin.presses('button', 'Save Changes')
  await admin.reads('Membership saved.')
  const { membership_monthly_price } = await admin.calls<{ membership_monthly_price: number }>(
    '/api/settings/facility',
  )
  expect(membership_monthly_price).toBe(1200)
})

test('the desk opens its drawer, sells a drink for cash, counts and closes the day', async ({
  enginePage,
  baseURL,
}) => {
  const desk = visitor(enginePage, baseURL ?? '')
  const name = `Engine Drink ${crypto.randomUUID().slice(0, 4)}`
  await signIn(desk, 'admin')
  await desk.calls('/api/admin/goods', { name, price: 1.5, tax_class: 'goods', count: null })
  await signIn(desk, 'desk')
  await desk.open('/admin/close-day')
  await desk.replaces('Opening Float', '100')
  await desk.strikes('Enter')
  await desk.sees('heading', 'Count the Drawer')
  await desk.open('/admin/payments')
  await desk.presses('button', 'Sell Goods')
  await desk.presses('button', new RegExp(`^${name}`))
  await desk.presses('button', 'Take $1.50 Cash')
  await desk.reads('$1.50 taken.')
  await desk.open('/admin/close-day')
  await desk.reads('Cash taken, 1 payment')
  expect(await desk.overflow()).toBe(0)
  for (const [piece, count] of [
    ['$100', '1'],
    ['$1', '1'],
    ['Quarters', '2'],
  ] as const)
    await desk.types(piece, count)
  await desk.reads('The drawer agrees')
  await desk.presses('button', 'Close Day')
  await desk.sees('dialog', 'Close this drawer?')
  await desk.presses('button', 'Close Day')
  await desk.sees('heading', /^Closing \d+, /)
})
