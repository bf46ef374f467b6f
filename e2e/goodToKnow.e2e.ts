import type { Locator, Page } from '@playwright/test'
import type { Participant } from '../shared/contract/accounts/households.ts'
import { addChild, bornFor, campPanel, familyCamp, look } from './familyPages.ts'
import { expect, test } from './fixtures.ts'

/** The questions about children, on the ticket or in a dialog. */
const questions = (page: Page) => {
  const form = page.getByRole('form', { name: 'Good to Know' })
  const contact = form.getByRole('group', { name: /^Who do we call in an emergency/ })
  return {
    form,
    child: (name: string) => form.getByRole('group', { name, exact: true }),
    contactName: contact.getByLabel('Name'),
    contactPhone: contact.getByLabel('Phone'),
  }
}

const missingOf = async (page: Page) =>
  Object.fromEntries(
    ((await (await page.request.get('/api/me/participants')).json()) as Participant[]).map((one) => [
      one.name,
      one.missing_care,
    ]),
  )

test('a camp for two new children, and what its coaches must know of them, in at most 16 taps', {
  tag: '@phone',
}, async ({ page, customer: _ }) => {
  const camp = await familyCamp(page.request)
  await page.goto(`/camps/${camp.id}`)
  const on = campPanel(page)
  const ask = questions(page)
  let taps = 0
  const tap = async (what: Locator) => {
    taps += 1
    await what.click()
  }
  /** A field that has no focus yet is tapped before it is typed in. */
  const type = async (field: Locator, text: string) => {
    if (!(await field.evaluate((node) => node === document.activeElement))) await tap(field)
    await field.pressSequentially(text)
  }
  for (const [name, age] of [
    ['Mia Parker', 9],
    ['Leo Parker', 11],
  ] as const) {
    await tap(on.who.getByRole('button', { name: 'Add a Child' }))
    const name_ = on.add.getByLabel('Name')
    await type(name_, name)
    const [year, month, date] = bornFor(camp, age).split('-')
    await type(on.add.getByLabel('Birth Date'), `${month}${date}${year}`)
    await tap(on.add.getByRole('button', { name: 'Add', exact: true }))
    await expect(on.person(name)).toBeChecked()
  }
  await tap(on.payOnArrival)
  await tap(on.confirm)
  await expect(page.getByRole('region', { name: 'Registration Successful!' })).toBeVisible()
  const ticket = page.getByRole('article', { name: `Ticket: ${camp.name}` })
  await expect(ticket).toContainText('A glove, a bat and water.')
  const time = await ticket.getByText('9:00 AM–12:00 PM').boundingBox()
  const players = await ticket.getByText('Players').boundingBox()
  // In the row of the time, as long as this is.
  expect(players?.y).toBeLessThan((time?.y ?? 0) + (time?.height ?? 0))

  await ask.form.getByRole('button', { name: 'Save' }).click()
  await expect(ask.child('Mia Parker')).toContainText('Please choose one.')
  await expect(ask.child('Mia Parker').getByRole('radio', { name: 'Nothing' })).toBeFocused()
  await look(page)
  for (const name of ['Mia Parker', 'Leo Parker'])
    await tap(ask.child(name).getByRole('radio', { name: 'Nothing' }))
  await type(ask.contactName, 'Rosa Parker')
  await type(ask.contactPhone, '4095550121')
  await tap(ask.form.getByRole('button', { name: 'Save' }))
  const thanks = page.getByText('We know whom to call and what to look out for.')
  await expect(thanks).toBeFocused()
  expect(taps).toBeLessThanOrEqual(16)
  expect(await missingOf(page)).toMatchObject({ 'Mia Parker': [], 'Leo Parker': [] })

  // Asked once: nothing of it on the next visit.
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Your Camp' })).toBeVisible()
  await expect(page.getByRole('article', { name: /^Ticket: / })).toContainText('Mia Parker')
  await expect(page.getByRole('heading', { name: 'Before You Come' })).toBeHidden()
})

test('what is said later stays on the ticket, in the family and on the roster until it is said', {
  tag: '@phone',
}, async ({ page, customer: _ }) => {
  const camp = await familyCamp(page.request)
  await addChild(page.request, 'Mia Parker', bornFor(camp, 9))
  await page.goto(`/camps/${camp.id}`)
  const on = campPanel(page)
  const ask = questions(page)
  await on.person('Mia Parker').check()
  await on.payOnArrival.click()
  await on.confirm.click()
  await ask.form.getByRole('button', { name: 'Do This Later' }).click()
  const before = page.getByRole('region', { name: 'Before You Come' })
  await expect(before).toContainText('Emergency contact and allergies missing')
  await expect(before).toContainText('Mia Parker')

  await page.goto('/account?tab=profile')
  const people = page.getByRole('list', { name: 'People' })
  await people
    .getByRole('button', { name: 'Emergency contact and allergies missing. Tell us: Mia Parker' })
    .click()
  const dialog = page.getByRole('dialog', { name: 'Good to Know' })
  const note = dialog.getByLabel('What we should know about Mia Parker')
  await dialog.getByRole('radio', { name: 'Nothing' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(dialog.getByRole('radio', { name: 'Tell us' })).toBeFocused()
  await page.keyboard.press('ArrowLeft')
  await expect(note).toBeHidden()
  await dialog.getByRole('radio', { name: 'Tell us' }).click()
  await expect(note).toBeFocused()
  await page.keyboard.type('Peanuts')
  await ask.contactName.fill('Rosa Parker')
  await ask.contactPhone.fill('409 555 0121')
  await dialog
    .getByRole('group', { name: 'May we publish photos?' })
    .getByRole('radio', { name: 'No' })
    .check()
  await look(page)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  await expect(people).toContainText('Mia Parker')
  await expect(people.getByRole('button', { name: /missing/ })).toHaveCount(0)
})

test('where the facility asks first, the questions come before the registration, which then goes on', {
  tag: '@desktop',
}, async ({ page, customer: _, allowProblem }) => {
  allowProblem(/status of 409/)
  const camp = await familyCamp(page.request)
  const id = await addChild(page.request, 'Mia Parker', bornFor(camp, 9))
  await page.route(
    '**/api/camp-registrations',
    (route) =>
      route.fulfill({
        status: 409,
        json: {
          code: 'care_needed',
          message: 'Please tell us first.',
          details: { participants: [{ id, name: 'Mia Parker', is_self: false }] },
        },
      }),
    { times: 1 },
  )
  await page.goto(`/camps/${camp.id}`)
  const on = campPanel(page)
  const ask = questions(page)
  await on.person('Mia Parker').check()
  await on.payOnArrival.click()
  await on.confirm.click()
  const dialog = page.getByRole('dialog', { name: 'Good to Know' })
  await dialog.getByRole('radio', { name: 'Nothing' }).check()
  await ask.contactName.fill('Rosa Parker')
  await ask.contactPhone.fill('409 555 0121')
  await dialog.getByRole('button', { name: 'Save and Continue' }).click()
  await expect(page.getByRole('region', { name: 'Registration Successful!' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Before You Come' })).toBeHidden()
})
