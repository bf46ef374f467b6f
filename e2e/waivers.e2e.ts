import type { Locator } from '@playwright/test'
import type { OwnWaiver, StaffWaiver } from '../shared/contract/waivers/waivers.ts'
import { cageGrid } from './cageGrid.ts'
import { checkout, testCard } from './checkout.ts'
import { coachPage } from './coachPage.ts'
import { addChild, bornFor, campPanel, familyCamp, look } from './familyPages.ts'
import { expect, test } from './fixtures.ts'
import { signInAsDemo } from './people.ts'

const TITLE = 'Liability Waiver'

test('an owner writes a waiver for camps, a parent signs it on the ticket for two children, typed and drawn', {
  tag: '@phone',
}, async ({ page, customer: _, openBrowser, allowProblem }) => {
  allowProblem(/console: .*status of 409/)
  const owner = await openBrowser()
  await signInAsDemo(owner.request, 'admin')
  // The demo's own would ask beside it.
  const [sample] = (await (await owner.request.get('/api/settings/waivers')).json()) as StaffWaiver[]
  const put = await owner.request.post('/api/settings/waivers', {
    data: { ...sample, is_active: false, seen_version: 1, versions: undefined, signatures: undefined },
  })
  expect(put.status(), await put.text()).toBe(200)
  await owner.goto('/admin/settings?section=waivers')
  await expect(owner.getByText('Nobody is asked to sign it.').first()).toBeVisible()
  await owner.getByRole('button', { name: 'Add Waiver' }).click()
  const editor = owner.getByRole('dialog', { name: 'Add Waiver' })
  await editor.getByRole('button', { name: 'Save Waiver' }).click()
  await expect(editor.getByLabel('Title')).toBeFocused()
  await editor.getByLabel('Title').pressSequentially(TITLE)
  await editor
    .getByLabel('Text')
    .fill('# Risks\nBaseballs are hard.\n\n# Release\nYou release {name} from all claims.')
  await editor.getByRole('checkbox', { name: 'Camps' }).check()
  await look(owner)
  await editor.getByRole('button', { name: 'Save Waiver' }).click()
  await expect(editor).toBeHidden()
  await expect(owner.getByText('For camps, asked for at check-in · version 1 · 0 signatures')).toBeVisible()

  const camp = await familyCamp(page.request)
  for (const [name, age] of [
    ['Mia Parker', 9],
    ['Leo Parker', 11],
  ] as const)
    await addChild(page.request, name, bornFor(camp, age))
  await page.goto(`/camps/${camp.id}`)
  const on = campPanel(page)
  for (const name of ['Mia Parker', 'Leo Parker']) await on.person(name).check()
  // As a screen reader meets them: who, then the price, then the buttons.
  expect(await page.getByRole('main').ariaSnapshot()).toMatch(
    /heading .*\[level=1\].*checkbox "Mia Parker.*button "Pay Now.*button "Pay on Arrival"/s,
  )
  await on.payOnArrival.click()
  await on.confirm.click()
  await expect(page.getByRole('region', { name: 'Registration Successful!' })).toBeVisible()

  const asked = page.getByRole('region', { name: 'Please Sign' })
  await expect(asked).toContainText('Mia Parker')
  await asked.getByRole('button', { name: `Sign: ${TITLE}` }).click()
  const sheet = page.getByRole('dialog', { name: TITLE })
  await expect(sheet).toContainText('Golden Triangle Batting Cages from all claims')
  expect(await sheet.ariaSnapshot()).toMatch(
    /heading "Liability Waiver".*region "Text of Liability Waiver".*You sign for.*textbox "Type Your Full Name to Sign".*button "Draw It Too".*button "Agree and Sign"/s,
  )
  const name = sheet.getByLabel('Type Your Full Name to Sign')
  await name.pressSequentially('Somebody Else')
  await sheet.getByRole('button', { name: 'Agree and Sign' }).click()
  await expect(name).toBeFocused()
  await expect(sheet.getByText('Type your full name as it is in your account.')).toBeVisible()
  await name.press('ControlOrMeta+a')
  const { signer } = (await (await page.request.get('/api/waivers')).json()) as { signer: string }
  await name.pressSequentially(signer)
  await sheet.getByRole('button', { name: 'Draw It Too' }).click()
  const pad = sheet.getByRole('img', { name: 'Draw your signature here' })
  await pad.scrollIntoViewIfNeeded()
  const box = await pad.boundingBox()
  if (!box) throw new Error('There is no pad.')
  await page.mouse.move(box.x + 20, box.y + 60)
  await page.mouse.down()
  for (const step of [40, 80, 120, 160]) await page.mouse.move(box.x + step, box.y + 60 + (step % 60))
  await page.mouse.up()
  await expect(sheet.getByRole('img', { name: 'Your signature' })).toBeVisible()
  await look(page)
  await sheet.getByRole('button', { name: 'Agree and Sign' }).click()
  await expect(sheet).toBeHidden()
  await expect(asked).toBeHidden()

  await page.goto('/account?tab=profile')
  // The parent is in nothing that requires it, and can sign all the same.
  const signed = page.getByRole('region', { name: 'Waivers' })
  await expect(signed.getByRole('button', { name: `Sign Early: ${TITLE}` })).toBeVisible()
  await expect(signed.getByRole('link', { name: /^Copy of / })).toHaveCount(2)
  const copy = await page.request.get(
    (await signed.getByRole('link', { name: `Copy of ${TITLE} for Leo Parker` }).getAttribute('href')) ?? '',
  )
  expect([copy.status(), copy.headers()['content-type']]).toEqual([200, 'application/pdf'])

  // A new text asks again; out of use, nobody is asked.
  await owner.reload()
  await owner.getByRole('button', { name: `Edit ${TITLE}` }).click()
  const edited = owner.getByRole('dialog', { name: 'Edit Waiver' })
  await edited.getByLabel('Text').fill('# Risks\nBaseballs are very hard.')
  await edited.getByRole('button', { name: 'Save Waiver' }).click()
  await expect(owner.getByText('version 2 · 2 signatures')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('region', { name: 'Please Sign' })).toContainText('Mia Parker')
  await owner.getByRole('button', { name: `Edit ${TITLE}` }).click()
  await edited.getByRole('checkbox', { name: 'In Use' }).uncheck()
  await edited.getByRole('button', { name: 'Save Waiver' }).click()
  await expect(edited).toBeHidden()
  const { waivers } = (await (await page.request.get('/api/waivers')).json()) as { waivers: OwnWaiver[] }
  // Another journey may have one of its own on this facility.
  expect(waivers.map(({ title }) => title)).not.toContain(TITLE)
})

test('a waiver that binds at booking is signed where one books: a cage, a lesson, a camp by card', {
  tag: '@phone',
}, async ({ page, customer: _, day, openBrowser, allowProblem }) => {
  allowProblem(/console: .*status of 409/)
  const owner = await openBrowser()
  await signInAsDemo(owner.request, 'admin')
  const settings = {
    ...{ title: 'Binding Waiver', body: '# Risks\nBaseballs are hard.', binds: 'booking' },
    ...{ required_for: ['camps', 'lessons', 'cages'], holds_months: null, kept_years: 7 },
  }
  const saved = await owner.request.post('/api/settings/waivers', {
    data: { ...settings, is_active: true, id: null, seen_version: 0 },
  })
  expect(saved.status(), await saved.text()).toBe(200)
  const waiver = (await saved.json()) as { id: string }
  const { signer } = (await (await page.request.get('/api/waivers')).json()) as { signer: string }
  const sign = async (what: Locator, whom: string) => {
    await expect(what.getByText(`You sign for ${whom}.`)).toBeVisible()
    await what.getByLabel('Type Your Full Name to Sign').pressSequentially(signer)
    await what.getByRole('button', { name: 'Agree and Sign' }).click()
  }
  try {
    const camp = await familyCamp(page.request)
    await addChild(page.request, 'Mia Parker', bornFor(camp, 9))
    await addChild(page.request, 'Leo Parker', bornFor(camp, 11))

    const grid = cageGrid(page, day)
    await grid.open()
    await page.locator('[data-cell][data-state="Available"]').first().click()
    await grid.bookSelected.click()
    await grid.payOnArrival.click()
    await expect(grid.dialog).toContainText('Nothing is booked yet: please sign this first.')
    await sign(grid.dialog, signer)
    await expect(grid.booked).toBeVisible()

    const coach = coachPage(page, day)
    await coach.open()
    await coach.choose('6:00 PM')
    await page.getByRole('radio', { name: /^Mia Parker/ }).check()
    await coach.book.click()
    await sign(page.getByRole('dialog', { name: 'Please Sign First' }), 'Mia Parker')
    await expect(coach.confirmed).toContainText('Mia Parker')

    await page.goto(`/camps/${camp.id}`)
    const on = campPanel(page)
    await on.person('Mia Parker').check()
    await on.person('Leo Parker').check()
    await on.payNow.click()
    const first = page.getByRole('dialog', { name: 'Please Sign First' })
    // Mia's is signed already.
    await sign(first, 'Leo Parker')
    const card = checkout(page)
    await card.payWith(testCard.pays)
    await expect(card.success).toContainText('Leo Parker and Mia Parker')
  } finally {
    const off = await owner.request.post('/api/settings/waivers', {
      data: { ...settings, is_active: false, id: waiver.id, seen_version: 1 },
    })
    expect(off.status(), await off.text()).toBe(200)
  }
})

test('the desk hands a waiver over, and a parent signs it on another phone without an account', {
  tag: '@desktop',
}, async ({ page, customer: _, openBrowser }) => {
  const owner = await openBrowser()
  await signInAsDemo(owner.request, 'admin')
  const settings = {
    ...{ title: 'Desk Waiver', body: '# Risks\nBaseballs are hard.', binds: 'check-in' },
    ...{ required_for: ['camps'], holds_months: null, kept_years: 7 },
  }
  const saved = await owner.request.post('/api/settings/waivers', {
    data: { ...settings, is_active: true, id: null, seen_version: 0 },
  })
  expect(saved.status(), await saved.text()).toBe(200)
  const waiver = (await saved.json()) as { id: string }
  try {
    const child = await addChild(page.request, 'Mia Deskins', '2017-05-04')
    const { profile } = (await (await page.request.get('/api/me/session')).json()) as {
      profile: { id: string }
    }
    await owner.goto(`/admin/users/${profile.id}?tab=family`)
    const press = owner.getByRole('button', { name: 'Hand over the waiver of Mia Deskins' })
    await press.click()
    const dialog = owner.getByRole('dialog', { name: 'Waiver for Mia Deskins' })
    await expect(dialog.getByRole('img', { name: 'The link as a QR code' })).toBeVisible()
    await look(owner)
    const link = (await dialog.getByRole('link', { name: 'Open Here' }).getAttribute('href')) ?? ''

    // From her row of a roster, by its sign and by its menu; the page behind stays.
    const desk = await openBrowser()
    await signInAsDemo(desk.request, 'desk')
    const camp = await familyCamp(desk.request)
    const registered = await desk.request.post('/api/manual-camp-registrations', {
      data: { camp_id: camp.id, user_id: profile.id, participant_ids: [child] },
    })
    expect(registered.status(), await registered.text()).toBe(201)
    await desk.goto(`/admin/camps/${camp.id}`)
    const row = desk.getByRole('list', { name: 'Registrations', exact: true }).getByRole('listitem')
    const hers = row.filter({ hasText: 'Mia Deskins' })
    const sign = hers.getByRole('button', { name: /hand it over for Mia Deskins$/ })
    const handOver = desk.getByRole('dialog', { name: 'Waiver for Mia Deskins' })
    await sign.click()
    await expect(handOver.getByRole('link', { name: 'Open Here' })).toHaveAttribute('href', /sign-waiver/)
    await desk.keyboard.press('Escape')
    await expect(handOver).toBeHidden()
    await hers.getByRole('button', { name: 'Actions for Mia Deskins' }).click()
    await desk.getByRole('menuitem', { name: 'Hand Over the Waiver' }).click()
    await expect(handOver.getByRole('img', { name: 'The link as a QR code' })).toBeVisible()

    const phone = await openBrowser()
    await phone.setViewportSize({ width: 390, height: 844 })
    await phone.goto(link)
    await expect(phone).toHaveURL(/\/sign-waiver$/)
    await expect(phone.getByRole('heading', { name: 'Sign for Mia Deskins' })).toBeVisible()
    await expect(phone.getByText('Baseballs are hard.')).toBeVisible()
    await look(phone)
    await phone.getByRole('button', { name: 'Agree and Sign' }).click()
    await expect(phone.getByLabel('Type Your Full Name to Sign')).toBeFocused()
    await phone.getByLabel('Type Your Full Name to Sign').pressSequentially('Rosa Parker')
    await phone.getByRole('button', { name: 'Agree and Sign' }).click()
    await expect(phone.getByRole('heading', { name: 'Thank you' })).toBeFocused()
    await desk.keyboard.press('Escape')
    await expect(hers).toBeVisible()
    await expect(sign, 'whoever has signed is asked no more').toBeHidden()
    await owner.reload()
    await expect(owner.getByRole('button', { name: /^Edit Mia Deskins/ })).toBeVisible()
    await expect(press).toBeHidden()
  } finally {
    await owner.request.post('/api/settings/waivers', {
      data: { ...settings, is_active: false, id: waiver.id, seen_version: 1 },
    })
  }
})
