import type { APIRequestContext, Page } from '@playwright/test'
import { addDays, instantOf } from '../shared/domain/time/time.ts'
import { expectAccessible } from './accessible.ts'
import { getFacility } from './facilityDays.ts'
import { look } from './familyPages.ts'
import { expect, test } from './fixtures.ts'
import { signInAsDemo } from './people.ts'
import { pressesOf } from './presses.ts'
import { countTileRenders } from './tileRenders.ts'

const cell = (page: Page, name: RegExp) => page.getByRole('gridcell', { name })
const free = (page: Page, cage: number, time: string) =>
  cell(page, new RegExp(`^Cage ${cage}, .* ${time}, available`))

async function openDay(page: Page, day: string) {
  await signInAsDemo(page.request, 'desk')
  await page.goto(`/admin/schedule?date=${day}`)
  await expect(page.getByRole('grid')).toBeVisible()
}

/** Half an hour at 5 PM for someone who walked in, as another desk books it; its id. */
async function bookWalkIn(request: APIRequestContext, day: string, cage: number, guest_name: string) {
  const cages = (await (await request.get('/api/cages')).json()) as { id: string; name: string }[]
  const { time_zone } = await getFacility(request)
  const start = instantOf(day, '17:00', time_zone)
  const answer = await request.post('/api/guest-bookings', {
    data: {
      ...{ walk_in: true, guest_name, cage_ids: [cages.find(({ name }) => name === `Cage ${cage}`)?.id] },
      ...{ start_time: start, end_time: new Date(start.getTime() + 1_800_000) },
    },
  })
  expect(answer.status(), await answer.text()).toBe(201)
  const { bookings } = (await answer.json()) as { bookings: { id: string }[] }
  return bookings[0]?.id ?? ''
}

/** Presses in one cell, and lets go in another. */
async function drag(page: Page, from: ReturnType<typeof cell>, to: ReturnType<typeof cell>) {
  await from.scrollIntoViewIfNeeded()
  const [start, end] = await Promise.all([from.boundingBox(), to.boundingBox()])
  if (!start || !end) throw new Error('A cell is not in view.')
  await page.mouse.move(start.x + start.width / 2, start.y + 12)
  await page.mouse.down()
  await page.mouse.move(start.x + start.width / 2, start.y + 22, { steps: 2 })
  await page.mouse.move(end.x + end.width / 2, end.y + 12, { steps: 4 })
  await page.mouse.up()
}

test('the desk books a walk-in in three actions, and drags a booking to another cage @desktop', {
  tag: '@quick',
}, async ({ page, day }) => {
  await openDay(page, day)
  await expectAccessible(page)
  await page.setViewportSize({ width: 1280, height: 800 })

  // One: the cell. Two: the name. Three: booked. On a later day nobody pays yet, whatever the last walk-in paid with.
  await free(page, 2, '5:00 PM').click()
  await page.keyboard.type('Mia Lopez')
  const popover = page.getByRole('dialog', { name: /^Book Cage 2/ })
  await expect(popover.getByText('Paid by')).toHaveCount(0)
  await expect(popover.getByRole('button', { name: /Take|Pay/ })).toHaveCount(0)
  await popover.getByRole('button', { name: 'Book', exact: true }).click()
  const mia = cell(page, /Mia Lopez/)
  await expect(mia).toHaveAccessibleName(
    /^Cage 2, .*, 5:00 PM, Mia Lopez, cage booking, 5:00–5:30 PM, unpaid$/,
  )
  await expect(mia).toBeFocused()

  // Without a name it is for a walk-in; over several cages at once.
  await drag(page, free(page, 4, '6:00 PM'), free(page, 5, '6:30 PM'))
  await expect(page.getByRole('dialog', { name: 'Book Cages 4 and 5, 6:00–7:00 PM' })).toBeVisible()
  await page.getByRole('button', { name: 'Book', exact: true }).click()
  await expect(cell(page, /Walk-in, cage booking, 6:00–7:00 PM, unpaid/)).toHaveCount(2)

  // A drag within the day moves at once, and is undone by one press.
  await drag(page, mia, free(page, 3, '7:00 PM'))
  const dialog = page.getByRole('dialog', { name: 'Move Booking' })
  await expect(mia).toHaveAccessibleName(/^Cage 3, .* 7:00 PM, Mia Lopez/)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(mia).toHaveAccessibleName(/^Cage 2, .* 5:00 PM, Mia Lopez/)

  // The same only by presses (WCAG 2.5.7): a length, and Move beside the booking.
  await free(page, 7, '5:00 PM').click()
  await page.getByRole('dialog').getByText('1 h', { exact: true }).click()
  await page.getByRole('button', { name: 'Book', exact: true }).click()
  await cell(page, /^Cage 7, .*Walk-in, cage booking, 5:00–6:00 PM/).click()
  await page
    .getByRole('dialog', { name: /^Walk-in/ })
    .getByRole('button', { name: 'Move' })
    .click()
  await expect(dialog.getByRole('option', { name: '8:00 AM · closed' })).toBeAttached()
  await expect(dialog.getByRole('option', { name: '4:30 PM', exact: true })).toBeAttached()
  await dialog.getByLabel('Cage').selectOption('Cage 8')
  await dialog.getByRole('button', { name: /^Move/ }).click()
  await expect(cell(page, /^Cage 8, .*Walk-in, cage booking, 5:00–6:00 PM/)).toBeVisible()
})

test('a name finds who is known, Enter takes no money, and the button that does says how much @desktop', async ({
  page,
  day,
}) => {
  // It is half past four on that day.
  const { time_zone } = await getFacility(page.request)
  await page.clock.setFixedTime(instantOf(day, '16:30', time_zone))
  await openDay(page, day)
  const sent: unknown[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().includes('bookings')) sent.push(request.postDataJSON())
  })
  await free(page, 2, '5:00 PM').click()
  const popover = page.getByRole('dialog', { name: /^Book Cage 2/ })
  await expect(popover.getByLabel('Name')).toBeFocused()
  await page.keyboard.type('casey land')
  await expect(popover.getByRole('option')).toHaveText([/^Casey Landry/])
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(popover.getByText('Books for the account of Casey Landry.')).toBeVisible()
  // At the price of who was chosen, a member.
  await expect(popover.getByRole('button', { name: /^Book & Take \$(20|17) Cash$/ })).toBeVisible()

  // Typed over, it is someone new; Enter books, and takes no money.
  await popover.getByLabel('Name').press('ControlOrMeta+a')
  await page.keyboard.type('Nora Newcomer')
  await expect(popover.getByRole('listbox')).toBeHidden()
  await page.keyboard.press('Enter')
  await expect(cell(page, /Nora Newcomer/)).toHaveAccessibleName(/5:00–5:30 PM, unpaid$/)
  expect(sent).toMatchObject([{ guest_name: 'Nora Newcomer', status: 'pending payment' }])

  // From today to another day, by name: the day, the cell, the name, and Enter.
  await page.goto(`/admin/schedule?date=${addDays(day, -1)}`)
  await expect(page.getByRole('link', { name: 'Next day' })).toBeVisible()
  const known = await pressesOf(page, async () => {
    await page.getByRole('link', { name: 'Next day' }).click()
    await free(page, 4, '5:00 PM').click()
    await page.keyboard.type('casey land')
    await page.getByRole('option', { name: /^Casey Landry/ }).click()
    await expect(page.getByText('Books for the account of Casey Landry.')).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(cell(page, /^Cage 4, .*Casey Landry/)).toBeVisible()
  })
  expect(known, 'presses to book for a known customer on another day').toBeLessThanOrEqual(5)

  await free(page, 3, '5:00 PM').click()
  await page.keyboard.type('Otis Other')
  await page
    .getByRole('dialog', { name: /^Book Cage 3/ })
    .getByRole('button', { name: 'Book & Take $20 by Card' })
    .click()
  await expect(cell(page, /Otis Other/)).toHaveAccessibleName(/5:00–5:30 PM, paid$/)
  expect(sent.at(-1)).toMatchObject({ guest_name: 'Otis Other', status: 'paid', paid_by: 'desk_card' })
})

test('the evening is whole at 800 px; a drag that Escape ends, or where it cannot be, moves nothing; names stay @desktop', async ({
  page,
  day,
}) => {
  await openDay(page, day)
  await test.step('closed hours are a press away, and stay so', async () => {
    await expect(free(page, 1, '4:00 PM')).toBeInViewport({ ratio: 1 })
    await expect(free(page, 1, '8:30 PM')).toBeInViewport({ ratio: 0.5 })
    await expect(cell(page, /3:30 PM, closed/)).toHaveCount(0)
    await page.getByRole('button', { name: /^Closed until 4 PM/ }).click()
    await expect(cell(page, /^Cage 1, .* 3:30 PM, closed/)).toBeVisible()
    await page.reload()
    await expect(cell(page, /^Cage 1, .* 9:00 PM, closed/)).toBeAttached()
    await page.getByRole('button', { name: /^Closed until 4 PM/ }).click()
    await expect(cell(page, /9:00 PM, closed/)).toHaveCount(0)
  })
  await drag(page, free(page, 1, '5:00 PM'), free(page, 2, '5:30 PM'))
  await page.getByRole('button', { name: 'Book', exact: true }).click()
  const first = cell(page, /^Cage 1, .*Walk-in/)
  await expect(first).toBeVisible()
  await drag(page, first, cell(page, /^Cage 2, .*Walk-in/))
  await expect(page.getByText('Not moved: Cage 2 is taken then.')).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('dialog')).toBeHidden()

  const box = await first.boundingBox()
  if (!box) throw new Error('The booking is not in view.')
  await page.mouse.move(box.x + 20, box.y + 12)
  await page.mouse.down()
  await page.mouse.move(box.x + 20, box.y + 150, { steps: 4 })
  await page.keyboard.press('Escape')
  await page.mouse.up()
  await expect(page.getByText('Canceled.')).toBeAttached()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(first).toHaveAccessibleName(/5:00–6:00 PM/)

  await test.step('a half hour that is paid and checked in still shows its name', async () => {
    const id = await bookWalkIn(page.request, day, 3, 'Mia Lopez')
    const items = [{ kind: 'guest_booking', id }]
    const paid = await page.request.post('/api/admin/desk-payments', { data: { items, method: 'cash' } })
    expect(paid.status(), await paid.text()).toBe(201)
    // Nobody can be checked in weeks before the start: the answer says so in the server's place.
    await page.route('**/api/admin/schedule/day?*', async (route) => {
      const answer = await route.fetch()
      const text = (await answer.text()).replaceAll('"attendance":null', '"attendance":"checked_in"')
      await route.fulfill({ response: answer, body: text })
    })
    await page.reload()
    const mia = cell(page, /Mia Lopez, .* paid, checked in$/)
    await expect(mia).toBeVisible()
    for (const text of ['Mia Lopez', '5:00–5:30']) {
      const part = mia.getByText(text, { exact: true })
      await part.scrollIntoViewIfNeeded()
      const [inner, outer] = await Promise.all([part.boundingBox(), mia.boundingBox()])
      if (!inner || !outer) throw new Error(`${text} is not drawn.`)
      expect(inner.height, text).toBeGreaterThan(10)
      expect(inner.y, text).toBeGreaterThanOrEqual(outer.y)
      expect(inner.y + inner.height, text).toBeLessThanOrEqual(outer.y + outer.height)
    }
  })
})

test('a change at another desk draws only its own tile, and ends neither drag nor focus @desktop', async ({
  page,
  request,
  day,
}) => {
  await signInAsDemo(request, 'desk')
  for (const cage of [1, 3, 4]) await bookWalkIn(request, day, cage, `Guest ${cage}`)
  const changed = await bookWalkIn(request, day, 2, 'Guest 2')
  const tiles = await countTileRenders(page)
  await openDay(page, day)
  const held = cell(page, /Guest 1/)
  await expect(held).toBeVisible()
  expect(new Set(await tiles.drawn()).size).toBe(4)

  await free(page, 6, '6:00 PM').focus()
  await page.keyboard.press('Shift+ArrowRight')
  await expect(page.getByText('Cages 6 and 7, 6:00–6:30 PM selected.')).toBeAttached()
  await page.keyboard.press('Escape')
  expect(await tiles.drawn()).toEqual([])

  const [from, to] = await Promise.all([held.boundingBox(), free(page, 5, '7:00 PM').boundingBox()])
  if (!from || !to) throw new Error('A cell is not in view.')
  await page.mouse.move(from.x + 20, from.y + 12)
  await page.mouse.down()
  await page.mouse.move(to.x + 20, to.y + 12, { steps: 4 })
  await expect(page.getByText(/^Guest 1 to Cage 5, 7:00/)).toBeAttached()
  await tiles.drawn()
  const paid = await request.patch(`/api/guest-bookings/${changed}`, { data: { new_status: 'paid' } })
  expect(paid.status()).toBe(200)
  await expect(cell(page, /Guest 2, .*, paid$/)).toBeVisible()
  expect(await tiles.drawn()).toEqual([`guest_booking:${changed}@1`])
  await expect(held).toBeFocused()
  await page.mouse.up()
  await expect(cell(page, /^Cage 5, .* 7:00 PM, Guest 1/)).toBeVisible()
})

test('the same by keyboard: select, book, move, undo @desktop', async ({ page, day }) => {
  await openDay(page, day)
  await free(page, 6, '5:00 PM').focus()
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('Shift+ArrowRight')
  await expect(page.getByText('Cages 6 and 7, 5:00–6:00 PM selected.')).toBeAttached()
  // Where the system sets the colors, only a background would not show what is chosen.
  await page.emulateMedia({ forcedColors: 'active' })
  const chosen = page.getByText('5:00–6:00 PM', { exact: true }).first()
  await expect(chosen).toHaveCSS('border-top-width', '3px')
  await page.emulateMedia({ forcedColors: 'none' })
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Name')).toBeFocused()
  await page.keyboard.type('Sam Keys')
  await page.keyboard.press('Enter')
  await expect(cell(page, /Sam Keys/)).toHaveCount(2)

  const sam = cell(page, /^Cage 6, .*Sam Keys/)
  await sam.focus()
  await page.keyboard.press('Alt+ArrowLeft')
  await page.keyboard.press('ArrowDown')
  await expect(page.getByText(/Sam Keys to Cage 5, 5:30–6:30 PM/)).toBeAttached()
  await page.keyboard.press('Escape')
  await expect(page.getByText('Not moved.')).toBeAttached()
  await page.keyboard.press('Alt+ArrowLeft')
  await page.keyboard.press('Enter')
  await expect(cell(page, /^Cage 5, .*Sam Keys/)).toBeVisible()
  await page.keyboard.press('Control+z')
  await expect(cell(page, /^Cage 6, .*Sam Keys/)).toBeVisible()

  await cell(page, /^Cage 6, .*Sam Keys/).press('ContextMenu')
  await expect(page.getByRole('menuitem', { name: 'View Details' })).toBeVisible()
  await page.getByRole('menu').press('Escape')
  await expect(cell(page, /^Cage 6, .*Sam Keys/)).toBeFocused()
})

test('a phone books by a tap, and another desk sees it at once @phone', async ({
  page,
  day,
  openBrowser,
}) => {
  await openDay(page, day)
  const other = await openBrowser()
  await openDay(other, day)
  await free(page, 2, '6:00 PM').tap()
  const dialog = page.getByRole('dialog', { name: 'Cage 2, 6:00–6:30 PM' })
  await dialog.getByText('1 h', { exact: true }).tap()
  await page.getByRole('dialog').getByRole('button', { name: 'Book', exact: true }).tap()
  await expect(cell(page, /^Cage 2, .* 6:00 PM, Walk-in, cage booking, 6:00–7:00 PM, unpaid$/)).toBeVisible()
  await expect(cell(other, /^Cage 2, .* 6:00 PM, Walk-in/)).toBeVisible()

  // A finger that rests takes hold of it; one that does not scrolls.
  const booked = cell(page, /^Cage 2, .* 6:00 PM, Walk-in/)
  // Above the notice with Undo at the foot of the screen.
  await booked.evaluate((tile) => tile.scrollIntoView({ block: 'center' }))
  const box = await booked.boundingBox()
  if (!box) throw new Error('The booking is not in view.')
  const touch = await page.context().newCDPSession(page)
  const point = { x: box.x + 20, y: box.y + 20 }
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [point] })
  await expect(booked).toHaveAttribute('data-moving')
  const lower = { ...point, y: point.y + box.height / 2 }
  await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [lower] })
  await expect(page.getByText(/^Walk-in to Cage 2, 6:30–7:30 PM/)).toBeAttached()
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await expect(cell(page, /^Cage 2, .* 6:30 PM, Walk-in, cage booking, 6:30–7:30 PM/)).toBeVisible()
})

test('a phone shows the day from the top, one cage as wide as the screen, and steps to the next @phone', async ({
  page,
  day,
}) => {
  await openDay(page, day)
  const heads = page.getByRole('columnheader')
  await expect(heads).toHaveCount(9)
  const grid = await page.getByRole('grid').boundingBox()
  expect(grid?.y).toBeLessThan(120)
  await heads.filter({ hasText: 'Cage 2' }).getByRole('button').tap()
  await expect(heads).toHaveText(['Time', 'Cage 2'])
  const width = page.viewportSize()?.width ?? 0
  expect((await free(page, 2, '6:00 PM').boundingBox())?.width).toBeGreaterThan(width * 0.75)
  await look(page)
  await page.getByRole('button', { name: 'Show Cage 3' }).tap()
  await free(page, 3, '6:00 PM').tap()
  await page.getByRole('dialog').getByRole('button', { name: 'Book', exact: true }).tap()
  await expect(cell(page, /^Cage 3, .* 6:00 PM, Walk-in/)).toBeVisible()
  await page.getByRole('button', { name: 'Show Cage 2' }).tap()
  await expect(cell(page, /Walk-in/)).toHaveCount(0)
  await page.getByRole('button', { name: 'Cage 2', exact: true }).tap()
  await expect(heads).toHaveCount(9)
  await expect(cell(page, /^Cage 3, .* 6:00 PM, Walk-in/)).toBeVisible()
})

test('the desk cancels a booking from beside it, and closes free cells of any day by a drag @desktop', async ({
  page,
  day,
}) => {
  await openDay(page, day)
  const id = await bookWalkIn(page.request, day, 3, 'Cal Canceler')
  const cal = cell(page, /^Cage 3, .*Cal Canceler/)
  const dialog = page.getByRole('dialog', { name: 'Cancel Booking' })
  const openDialog = async () => {
    await cal.click()
    const details = page.getByRole('dialog', { name: /^Cal Canceler/ })
    await details.getByRole('button', { name: 'Cancel Booking' }).click()
  }
  await page.request.post('/api/admin/desk-payments', {
    data: { items: [{ kind: 'guest_booking', id }], method: 'cash' },
    headers: { 'idempotency-key': crypto.randomUUID() },
  })
  await expect(cal).toHaveAccessibleName(/, paid$/)
  const toCancel = await pressesOf(page, async () => {
    await openDialog()
    await expect(dialog).toContainText('Are you sure you want to cancel this booking?')
    await expect(dialog.getByLabel('Refund')).toHaveValue('by_rule')
    await dialog.getByRole('button', { name: 'Cancel Booking' }).click()
    await expect(cal).toHaveCount(0)
  })
  expect(toCancel, 'presses to cancel with the refund').toBeLessThanOrEqual(3)
  await page.getByRole('button', { name: /^Undo/ }).click()
  await expect(cal).toBeVisible()
  // Another desk is quicker.
  await openDialog()
  await expect(dialog.getByRole('button', { name: 'Cancel Booking' })).toBeEnabled()
  const canceled = await page.request.patch(`/api/guest-bookings/${id}`, { data: { new_status: 'canceled' } })
  expect(canceled.status(), await canceled.text()).toBe(200)
  await expect(dialog.getByText('It was canceled already.')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Cancel Booking' })).toBeDisabled()
  await page.keyboard.press('Escape')

  // Three: the drag, Close, and the reason with Enter.
  const beside = page.getByRole('dialog', { name: 'Book Cages 5 and 6, 6:00–7:00 PM' })
  const toClose = await pressesOf(page, async () => {
    await drag(page, free(page, 5, '6:00 PM'), free(page, 6, '6:30 PM'))
    await beside.getByText('Close', { exact: true }).click()
    await expect(beside.getByLabel('Reason')).toBeFocused()
    await page.keyboard.type('Torn net')
    await page.keyboard.press('Enter')
    await expect(beside).toBeHidden()
  })
  expect(toClose, 'presses to close two cages on another day').toBeLessThanOrEqual(3)
  const closure = cell(page, /^Cages 5 and 6, .* 6:00 PM, Torn net, closure/)
  await expect(closure).toBeVisible()
  await page.keyboard.press('Control+z')
  await expect(closure).toHaveCount(0)

  // Closed again, it is opened in the list of the day.
  await drag(page, free(page, 5, '6:00 PM'), free(page, 6, '6:30 PM'))
  await beside.getByText('Close', { exact: true }).click()
  await page.keyboard.type('Torn net')
  await page.keyboard.press('Enter')
  await expect(closure).toBeVisible()
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Close a Cage…' }).click()
  await page.getByRole('button', { name: 'Open Cage 5, Cage 6 again' }).click()
  await page.keyboard.press('Escape')
  await expect(cell(page, /Torn net/)).toHaveCount(0)
})

test('for rain the desk sees what is booked in all cages, and an admin closes over it and cancels it @desktop', async ({
  page,
  day,
  openBrowser,
}) => {
  await openDay(page, day)
  await bookWalkIn(page.request, day, 3, 'Rita Rainy')
  const close = async (on: Page, cages: string) => {
    await on.getByRole('button', { name: 'More', exact: true }).click()
    await on.getByRole('menuitem', { name: 'Close a Cage…' }).click()
    const dialog = on.getByRole('dialog', { name: 'Close a Cage' })
    await dialog.getByLabel(cages).check()
    await dialog.getByLabel('From').selectOption('5:00 PM')
    await dialog.getByLabel('Until').selectOption('5:30 PM')
    await dialog.getByLabel('Reason').click()
    await on.keyboard.type('Rain')
    await on.keyboard.press('Enter')
    await expect(dialog.getByText('Rita Rainy')).toBeVisible()
    return dialog
  }
  const desks = await close(page, 'All Cages')
  await expect(desks.getByText('Booked there. Move or cancel it first, or ask an admin.')).toBeVisible()
  await expect(desks.getByRole('radio', { name: /^Cancel, Tell and Refund/ })).toBeHidden()

  const admin = await openBrowser()
  await signInAsDemo(admin.request, 'admin')
  await admin.goto(`/admin/schedule?date=${day}`)
  // One cage: what other journeys have that day stays.
  const dialog = await close(admin, 'Cage 3')
  await expectAccessible(admin)
  await dialog.getByRole('radio', { name: /^Cancel, Tell and Refund/ }).check()
  await dialog.getByRole('button', { name: 'Close and Cancel Them' }).click()
  const canceled = admin.getByRole('dialog', { name: 'Canceled Bookings' })
  await expect(canceled).toContainText('Rita Rainy')
  await expect(cell(page, /Rita Rainy/)).toHaveCount(0)
  await canceled.getByRole('button', { name: 'Close', exact: true }).last().click()
  await expect(canceled).toBeHidden()
  await expect(cell(admin, /^Cage 3, .* 5:00 PM, Rain, closure/)).toBeVisible()
})
