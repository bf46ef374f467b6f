import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import type { StaffCamp } from '../shared/contract/programs/staffCamps.ts'
import { addDays } from '../shared/domain/time/time.ts'
import { formatDays } from '../shared/domain/time/timeFormat.ts'
import { expectAccessible } from './accessible.ts'
import { laterWeekday } from './facilityDays.ts'
import { addChild, bornFor } from './familyPages.ts'
import { expect, test } from './fixtures.ts'
import { signInAsDemo } from './people.ts'

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })
const card = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { level: 2, name, exact: true }) })

async function openCamps(page: Page) {
  await page.goto('/admin/camps')
  await expect(page.getByRole('heading', { level: 1, name: 'Camps' })).toBeVisible()
  await expect(card(page, 'All-Around Skills Camp')).toBeVisible()
}

async function act(page: Page, camp: string, action: string) {
  await page.getByRole('button', { name: `Actions for ${camp}` }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

/** A camp that is made without the form. */
async function addCamp(page: Page, name: string, days: readonly string[], more: object = {}) {
  const answer = await page.request.post('/api/admin/camps', {
    data: {
      p_name: name,
      p_start_date: days[0],
      p_end_date: days.at(-1),
      p_timeslots: days.map((date) => ({ date, start_time: '09:00', end_time: '12:00' })),
      ...more,
    },
  })
  expect(answer.status(), await answer.text()).toBe(201)
  return ((await answer.json()) as { camp: StaffCamp }).camp
}

const weekOf = (monday: string) => [0, 1, 2, 3, 4].map((count) => addDays(monday, count))

test('an admin makes a camp of a week in one act, publishes it and copies it over the summer', {
  tag: '@desktop',
}, async ({ page, openBrowser }) => {
  const name = 'Summer Skills Week'
  const monday = await laterWeekday(page.request, 1)
  await signInAsDemo(page.request, 'admin')
  await openCamps(page)
  // The demo's camp of two Saturdays takes place on no day between them.
  await expect(card(page, 'Softball Power Camp')).toContainText(/Sat, \w{3} \d+ and (\w{3} )?\d+/)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Create New Camp' }).click()
  const form = page.getByRole('form', { name: 'New Camp' })
  await expect(form.getByRole('button', { name: 'Create Camp' })).toBeDisabled()
  await form.getByLabel('Name').fill(name)
  await form.getByLabel('Start Date').fill(monday)
  await form.getByLabel('End Date').fill(addDays(monday, 4))
  await form.getByRole('button', { name: 'Add on 5 Days' }).click()
  await expect(form.getByText('All 5 times have 3 free cages.')).toBeVisible()

  // The draft and the open form outlive a reload (spec 3 §4).
  await page.reload()
  await expect(form.getByText('Your draft is back.')).toBeVisible()
  await expect(form.getByLabel('Name')).toHaveValue(name)
  await expect(form.getByRole('list', { name: 'Times' }).getByRole('listitem')).toHaveCount(5)

  // Cancel stands beside the button that saves, so it asks before it deletes what was entered.
  await form.getByRole('button', { name: 'Cancel' }).click()
  await dialog(page, 'Discard this draft?').getByRole('button', { name: 'Keep Editing' }).click()
  await expect(form.getByLabel('Name')).toHaveValue(name)

  await form.getByLabel('Oldest Age').fill('14')
  await expect(form.getByLabel('Age Group')).toHaveValue('8-14 years')
  await expect(form.getByLabel('Price ($)'), 'no camp is free by mistake').toHaveValue('')
  await form.getByLabel('Price ($)').fill('249.50')
  await form.getByRole('textbox', { name: 'Bullet point 1' }).fill('Camp shirt included')
  await form.getByLabel('What to Bring').fill('Glove, bat and water')
  await form.getByLabel('Lena Ortiz').check()
  const buffer = await sharp({ create: { width: 1700, height: 900, channels: 3, background: '#7a1f2b' } })
    .png()
    .toBuffer()
  await form.locator('input[type=file]').setInputFiles({ name: 'banner.png', mimeType: 'image/png', buffer })
  await expect(form.getByRole('img', { name: `Banner of ${name}` })).toBeVisible()
  await expectAccessible(page)
  await form.getByRole('button', { name: 'Create Camp' }).click()
  await expect(dialog(page, 'Success!')).toContainText('saved as a draft')
  await page.getByRole('button', { name: 'OK' }).click()

  await expect(card(page, name)).toContainText('Draft')
  await card(page, name)
    .getByRole('button', { name: `Publish: ${name}` })
    .click()
  await expect(card(page, name)).toContainText('Registration Open')
  const visitor = await openBrowser()
  // A page is rendered again a moment after the change.
  await expect(async () => {
    await visitor.goto('/camps')
    await expect(visitor.getByRole('heading', { name, exact: true })).toBeVisible({ timeout: 2_000 })
  }).toPass({ timeout: 15_000 })
  await expect(visitor.getByRole('img', { name: `Banner of ${name}` })).toBeVisible()
  await visitor.getByRole('link', { name }).first().click()
  await expect(visitor.getByRole('region', { name: 'What to Bring' })).toContainText('Glove, bat and water')

  await act(page, name, 'Duplicate Camp')
  const copies = dialog(page, 'Duplicate Camp')
  await copies.getByLabel('How Often').selectOption('3')
  const week = formatDays(addDays(monday, 14), addDays(monday, 18))
  await expect(copies.getByRole('list', { name: 'Copies' }).getByRole('checkbox')).toHaveCount(3)
  await copies.getByLabel(week).uncheck()
  await expectAccessible(page)
  await copies.getByRole('button', { name: 'Create 2 Drafts' }).click()
  await expect(dialog(page, 'Success!')).toContainText(`2 drafts made from “${name}”.`)
  await page.getByRole('button', { name: 'OK' }).click()
  await expect(card(page, name)).toHaveCount(3)
})

test('times that are taken are named with what would be free; one press moves them', {
  tag: ['@desktop', '@quick'],
}, async ({ page, allowProblem }) => {
  allowProblem(/409/)
  const days = weekOf(addDays(await laterWeekday(page.request, 1), 112))
  await signInAsDemo(page.request, 'admin')
  const coaches = await (await page.request.get('/api/admin/camp-coaches')).json()
  const ray = coaches.find((coach: { name: string }) => coach.name === 'Ray Whitfield')
  await addCamp(page, 'First There', days.slice(0, 1), { p_coach_ids: [ray.id] })
  await openCamps(page)
  await page.getByRole('button', { name: 'Create New Camp' }).click()
  const form = page.getByRole('form', { name: 'New Camp' })
  await form.getByLabel('Name').fill('Came Second')
  await form.getByLabel('Price ($)').fill('90')
  await form.getByLabel('Start Date').fill(days[0] ?? '')
  await form.getByRole('button', { name: 'Add Time' }).click()
  await expect(form.getByText('The time has 3 free cages.')).toBeVisible()
  await form.getByLabel('Ray Whitfield').check()
  await expect(form.getByText('Ray Whitfield: First There, camp')).toBeVisible()
  await form.getByRole('button', { name: 'Create Camp' }).click()
  const oops = dialog(page, 'Oops! Something went wrong')
  await expect(oops).toContainText('1 of 1 time cannot have 3 free cages and the coaches.')
  await expectAccessible(page)
  await oops.getByRole('button', { name: 'Got it' }).click()
  await form.getByRole('button', { name: /^Move to .*12:00–3:00 PM/ }).click()
  await expect(form.getByText('The time has 3 free cages and the coaches.')).toBeVisible()
  await form.getByRole('button', { name: 'Create Camp' }).click()
  await page.getByRole('button', { name: 'OK' }).click()
  await expect(card(page, 'Came Second')).toContainText('1 time')
})

test('by keyboard: a change in the meantime is told, closing an edited camp asks, and a camp is called off and put away', {
  tag: '@desktop',
}, async ({ page, allowProblem }) => {
  allowProblem(/409/)
  const days = weekOf(addDays(await laterWeekday(page.request, 1), 168))
  await signInAsDemo(page.request, 'admin')
  const camp = await addCamp(page, 'Keyboard Camp', days.slice(0, 2), { p_published: true, p_price: 0 })
  const child = await addChild(page.request, 'Mia Parker', bornFor({ start_date: days[0] ?? '' }, 10))
  const seat = await page.request.post('/api/camp-registrations', {
    data: { p_camp_id: camp.id, participant_ids: [child] },
  })
  expect(seat.status(), await seat.text()).toBe(201)
  await openCamps(page)
  await page.getByRole('link', { name: 'Edit: Keyboard Camp' }).press('Enter')
  const form = page.getByRole('form', { name: 'Edit Camp' })
  await form.getByLabel('Max Spots').fill('0')
  await form.getByLabel('Max Spots').press('Enter')
  await expect(form.getByLabel('Max Spots')).toBeFocused()
  await expect(form.getByText('Enter a whole number from 1 to 1,000.')).toBeVisible()
  await form.getByLabel('Max Spots').fill('12')
  await page.getByRole('tab', { name: /^Roster/ }).press('Enter')
  await dialog(page, 'Leave without saving?').getByRole('button', { name: 'Keep Editing' }).press('Enter')

  await page.request.patch(`/api/admin/camps/${camp.id}/status`, { data: { registration_enabled: false } })
  await form.getByRole('button', { name: 'Save Changes' }).press('Enter')
  await dialog(page, 'Oops! Something went wrong').getByRole('button', { name: 'Got it' }).press('Enter')
  await expect(form.getByText('Someone else just saved this camp.')).toBeVisible()
  await form.getByRole('button', { name: 'Load What They Saved' }).press('Enter')
  await expect(form.getByLabel('Registration Open')).not.toBeChecked()
  const end = form.getByRole('list', { name: 'Times' }).getByLabel(/^End:/).first()
  await end.selectOption('13:00')
  await expect(form.getByLabel('Tell those registered')).toBeChecked()
  await form.getByRole('button', { name: 'Save Changes' }).press('Enter')
  await expect(dialog(page, 'Success!')).toContainText('1 message is on its way.')

  // Changed back by a save of its own, with all its checks and its own message.
  await dialog(page, 'Success!').getByRole('button', { name: 'Change It Back…' }).press('Enter')
  await expect(form.getByText('These are the values from before your change.')).toBeVisible()
  await expect(end).toHaveValue('12:00')
  await expect(form.getByLabel('Tell those registered')).toBeChecked()
  await form.getByRole('button', { name: 'Save Changes' }).press('Enter')
  await expect(dialog(page, 'Success!')).toContainText('1 message is on its way.')
  await page.request.patch(`/api/admin/camps/${camp.id}/status`, { data: { registration_enabled: true } })
  await dialog(page, 'Success!').getByRole('button', { name: 'Change It Back…' }).press('Enter')
  await expect(form.getByText('Someone else has saved this camp since your change.')).toBeVisible()
  await expect(end).toHaveValue('12:00')
  await form.getByRole('button', { name: 'Cancel' }).press('Enter')
  await expect(form).toBeHidden()
  await page.getByRole('link', { name: 'All Camps' }).press('Enter')

  const menu = page.getByRole('button', { name: 'Actions for Keyboard Camp' })
  await menu.press('Enter')
  await page.getByRole('menuitem', { name: 'Delete Camp' }).press('Enter')
  await dialog(page, 'People Have Registered').getByRole('button', { name: 'Cancel Camp…' }).press('Enter')
  const callOff = dialog(page, 'Cancel this camp?')
  await expect(callOff).toContainText('1 registration is canceled, and everybody is told.')
  await callOff.getByLabel('Add a Line (optional)').fill('The field is under water.')
  await expectAccessible(page)
  await callOff.getByRole('button', { name: 'Cancel Camp' }).press('Enter')
  await expect(dialog(page, 'Success!')).toContainText('The camp is canceled. 1 registration was canceled.')
  await page.getByRole('button', { name: 'OK' }).press('Enter')
  await expect(card(page, 'Keyboard Camp')).toContainText('Canceled')
  await menu.press('Enter')
  await page.getByRole('menuitem', { name: 'Put Away' }).press('Enter')
  await dialog(page, 'Put this camp away?').getByRole('button', { name: 'Put Away' }).press('Enter')
  await expect(dialog(page, 'Success!')).toContainText('gone from the list')
  await page.getByRole('button', { name: 'OK' }).press('Enter')
  await expect(card(page, 'Keyboard Camp')).toBeHidden()
})

test('the desk sees camps and their registrations, and nothing to change them with; with text of 200 % all stays whole', {
  tag: '@phone',
}, async ({ page }) => {
  await signInAsDemo(page.request, 'desk')
  await openCamps(page)
  await expect(page.getByRole('button', { name: 'Create New Camp' })).toBeHidden()
  await page.getByRole('button', { name: 'Actions for All-Around Skills Camp' }).click()
  await expect(page.getByRole('menuitem')).toHaveText(['View on Site'])
  await page.getByRole('menu').press('Escape')
  await page.getByRole('link', { name: 'Roster: All-Around Skills Camp' }).click()
  await expect(page.getByRole('list', { name: 'Registrations', exact: true })).toBeVisible()
  await expect(page.getByRole('tab')).toHaveText([/^Roster/, /^Sessions/, 'Messages'])

  // On the narrowest phone the menu is not alone on a line.
  const size = page.viewportSize() ?? { width: 390, height: 844 }
  await page.setViewportSize({ width: 320, height: 640 })
  const topOf = async (button: Locator) => (await button.boundingBox())?.y ?? 0
  const menu = page.getByRole('button', { name: 'Actions for All-Around Skills Camp', exact: true })
  const print = page.getByRole('link', { name: 'Print Roster' })
  expect(Math.abs((await topOf(menu)) - (await topOf(print)))).toBeLessThan(20)
  await page.setViewportSize(size)

  // The bar of a phone and the camp's name keep their words, icons grow, and the roster keeps its edges.
  const add = page.getByRole('combobox', { name: 'Add a player' })
  await expect(add).toBeVisible()
  const name = page.getByRole('heading', { level: 1, name: 'All-Around Skills Camp' })
  const icon = page.getByRole('link', { name: 'All Camps' }).locator('svg')
  const before = await icon.boundingBox()
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Page.setFontSizes', { fontSizes: { standard: 32 } })
  await expect.poll(async () => (await icon.boundingBox())?.width).toBe(2 * (before?.width ?? 0))
  // One line a word at most: none is broken.
  const lines = await name.evaluate((title) => {
    const range = document.createRange()
    range.selectNodeContents(title)
    return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size
  })
  expect(lines).toBeLessThanOrEqual(3)
  const width = page.viewportSize()?.width ?? 0
  const field = await add.boundingBox()
  expect((field?.x ?? 0) + (field?.width ?? width)).toBeLessThanOrEqual(width)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
  const bar = page.getByRole('navigation', { name: 'Quick access' })
  const boxOf = async (label: string) => {
    const box = await bar.getByText(label, { exact: true }).boundingBox()
    if (!box) throw new Error(`The bar has no ${label}.`)
    return box
  }
  const oneLine = (await boxOf('Today')).height
  for (const label of ['Schedule', 'Search']) expect((await boxOf(label)).height, label).toBe(oneLine)
  const primary = await bar.getByRole('button').first().boundingBox()
  expect((await boxOf('Search')).x).toBeGreaterThanOrEqual((primary?.x ?? 0) + (primary?.width ?? 0))
})
