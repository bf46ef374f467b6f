import { formatDay } from '../shared/domain/time/timeFormat.ts'
import { expectAccessible } from './accessible.ts'
import { fillSignUp, submit } from './accountForms.ts'
import { cageGrid } from './cageGrid.ts'
import { checkout, testCard } from './checkout.ts'
import { addChild, bornFor, FAMILY_CAMP as CAMP, campPanel, familyCamp, look } from './familyPages.ts'
import { expect, test } from './fixtures.ts'
import { confirmationLink, mailedLink } from './mailbox.ts'
import { createCustomer, newEmail, signIn } from './people.ts'

const familyLink = /https?:\/\/[^\s"]+\/family-invitation#token=[^\s"<]+/

test('a parent registers two children, one of them new, in one payment, and cancels one', {
  tag: ['@narrow', '@desktop', '@phone', '@quick'],
}, async ({ page, customer: _, allowProblem }) => {
  allowProblem(/status of 409/)
  const camp = await familyCamp(page.request)
  await addChild(page.request, 'Mia Parker', bornFor(camp, 9))
  await addChild(page.request, 'Zoe Parker', bornFor(camp, 4))
  await page.goto(`/camps/${camp.id}`)
  const on = campPanel(page)
  await expect(on.who).toContainText('Zoe Parker4 years old on the first day. This camp is for ages')
  await expect(on.person('Zoe Parker')).toHaveCount(0)
  await on.payNow.click()
  await expect(on.who.getByRole('alert')).toHaveText('Choose who is coming.')
  // The account's owner is no child, and nobody is chosen.
  await expect(on.person('You')).toHaveCount(0)
  await expect(on.person('Mia Parker')).toBeFocused()
  await on.person('Mia Parker').check()
  await expect(on.who.getByRole('alert')).toBeHidden()

  await on.who.getByRole('button', { name: 'Add a Child' }).click()
  await on.submitNew()
  await expect(on.add).toContainText('Please enter the name.')
  await on.fillNew('Mia Parker', bornFor(camp, 9))
  await page.keyboard.press('Enter')
  await expect(on.add.getByRole('button', { name: 'Choose Mia Parker' })).toBeVisible()
  await look(page)
  await on.add.getByLabel('Name').fill('Leo Parker')
  await page.keyboard.press('Enter')
  await expect(on.person('Leo Parker')).toBeChecked()
  await expect(on.panel).toContainText('2 people · $180.00 each')

  const card = checkout(page)
  await on.payNow.click()
  await expect(card.dialog).toContainText('For Mia Parker and Leo Parker')
  const tab = await page.context().newPage()
  await tab.goto(`/camps/${camp.id}`)
  await expect(campPanel(tab).panel).toContainText('2 spots are held for you.')
  await tab.close()
  await card.payWith(testCard.pays)
  await expect(card.success).toContainText('$360.00')
  await expect(card.success).toContainText('Leo Parker and Mia Parker')
  await card.success.getByRole('link', { name: 'Continue Browsing' }).click()
  await expect(on.panel.getByRole('heading', { name: 'Already Registered' })).toBeVisible()
  await expect(on.seats).toHaveCount(2)
  await expect(on.seats.filter({ hasText: 'Leo Parker' })).toContainText('Payment Complete')
  await look(page)

  await on.seats.getByRole('button', { name: `Cancel: ${CAMP} for Leo Parker` }).click()
  const dialog = page.getByRole('dialog', { name: 'Cancel this registration?' })
  await expect(dialog).toContainText('$180.00')
  await dialog.getByRole('button', { name: 'Cancel registration' }).click()
  await expect(on.seats).toHaveCount(1)
  await expect(on.seats).toContainText('Mia Parker')
  await expect(on.person('Leo Parker')).toBeVisible()
})

test('another adult accepts an invitation, moves a booking of the child, and sees nothing once removed', {
  tag: '@desktop',
}, async ({ page, customer: _, day, openBrowser }) => {
  const family = page.getByRole('region', { name: 'Family' })
  await page.goto('/account?tab=profile')
  await family.getByRole('button', { name: 'Add a Person' }).click()
  const person = page.getByRole('dialog', { name: 'Add a Person' })
  await person.getByLabel('Name').fill('Mia Parker')
  await person.getByLabel('Medical Note').fill('Allergic to peanuts')
  await look(page)
  await page.keyboard.press('Escape')
  await expect(person).toContainText('You have changes that are not saved.')
  await person.getByRole('button', { name: 'Keep Editing' }).click()
  await person.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(family.getByRole('listitem').filter({ hasText: 'Mia Parker' })).toBeVisible()

  // Booked for the child in the cage's dialog.
  const grid = cageGrid(page, day)
  await grid.open()
  await grid.choose('Cage 1', '4:00 PM')
  await grid.bookSelected.click()
  await grid.dialog.getByRole('radio', { name: /^Mia Parker/ }).check()
  await grid.payOnArrival.click()
  await expect(page.getByRole('region', { name: 'Booked for Mia Parker' })).toContainText(
    'Booking confirmed for Mia Parker',
  )

  const sam = await openBrowser()
  const address = await createCustomer(sam.request)
  await page.goto('/account?tab=profile')
  await family.getByRole('button', { name: 'Invite an Adult' }).click()
  const invite = page.getByRole('dialog', { name: 'Invite an Adult' })
  await invite.getByLabel('Their Email').fill(address)
  await look(page)
  await invite.getByRole('button', { name: 'Send Invitation' }).click()
  await expect(family.getByRole('list', { name: 'Invitations' })).toContainText(address)

  await sam.goto(await mailedLink(sam.request, address, familyLink))
  await expect(sam).toHaveURL(/\/family-invitation$/)
  await expect(sam.getByRole('heading', { name: 'Robin Batter invites you' })).toBeVisible()
  await expect(sam.getByRole('main')).not.toContainText('Parker')
  await expectAccessible(sam)
  await sam.getByRole('main').getByRole('link', { name: 'Log In' }).click()
  await signIn(sam.request, address)
  await sam.goto('/family-invitation')
  await sam.getByRole('button', { name: 'Accept' }).click()
  await expect(sam.getByRole('heading', { name: 'Welcome to the family' })).toBeFocused()
  await expect(sam.getByRole('main')).toContainText('Mia Parker')

  await sam.goto('/account?tab=bookings')
  const booked = sam.getByRole('listitem').filter({ hasText: 'Cage 1' })
  await expect(booked).toContainText('Mia Parker')
  await booked.getByRole('button', { name: /^Move/ }).click()
  await sam
    .getByRole('button', { name: `5:00 PM, ${formatDay(day, 'dense')}, available`, exact: true })
    .click()
  await sam.getByRole('button', { name: 'Move Booking', exact: true }).click()
  await expect(sam.getByRole('dialog', { name: 'Your booking is moved' })).toContainText('5:00 PM')

  // The parent's page hears of the accepted invitation by itself.
  const mia = family.getByRole('listitem').filter({ hasText: 'Mia Parker' })
  await expect(mia).toContainText('Shared with Robin Batter')
  await mia.getByRole('button', { name: 'Sharing of Mia Parker' }).click()
  const sharing = page.getByRole('dialog', { name: 'Who looks after Mia Parker' })
  await look(page)
  await sharing.getByRole('button', { name: /^Remove/ }).click()
  await expect(sharing).toContainText('What is booked stays booked.')
  await sharing.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(mia).not.toContainText('Shared with')

  await sam.goto('/account?tab=bookings')
  await expect(sam.getByText('No cages booked yet')).toBeVisible()
})

test('what a signed-out parent typed is kept through the sign-up, and forgotten once it is used', {
  tag: '@phone',
}, async ({ page }) => {
  const camp = await familyCamp(page.request)
  const on = campPanel(page)
  const kept = () => page.evaluate(() => localStorage.getItem('dugout.kept-people'))
  await page.goto(`/camps/${camp.id}`)
  await on.who.getByRole('button', { name: 'Add a Child' }).click()
  await on.fillNew('Mia Parker', bornFor(camp, 9))
  await on.submitNew()
  await expect(on.person('Mia Parker')).toBeChecked()
  await on.payOnArrival.click()
  const login = page.getByRole('dialog', { name: 'Login Required' })
  await expect(login).toContainText('We’ll keep what you entered.')
  await login.getByRole('link', { name: 'Login / Sign Up' }).click()
  await expect(page.getByRole('heading', { name: 'Sign In' })).toBeVisible()
  await page
    .getByRole('main')
    .getByRole('link', { name: /Sign Up$/ })
    .click()
  const email = newEmail()
  await fillSignUp(page, email)
  await submit(page, 'Create Account')
  await expect(page.getByText(`Success! Please check ${email} for your confirmation link.`)).toBeVisible()
  await page.goto(await mailedLink(page.request, email, confirmationLink))
  await submit(page, 'Confirm and Log In')
  await expect(page).toHaveURL(new RegExp(`/camps/${camp.id}$`))
  await expect(on.person('Mia Parker')).toBeChecked()
  expect(await kept()).toContain('Mia Parker')
  await expect(on.payOnArrival).toBeFocused()
  await on.payOnArrival.click()
  await on.confirm.click()
  const done = page.getByRole('region', { name: 'Registration Successful!' })
  await expect(done).toContainText('Mia Parker is registered. You will pay on arrival.')
  await done.getByRole('link', { name: 'Continue Browsing' }).click()
  await expect(on.seats).toContainText('Mia Parker')
  expect(await kept()).toBeNull()
})

test('an invited parent without an account signs up from the link, confirms nothing, and accepts', {
  tag: '@phone',
}, async ({ page, customer: _, openBrowser }) => {
  const child = await addChild(page.request, 'Mia Parker', '2017-05-04')
  const email = newEmail()
  const invited = await page.request.post('/api/me/household-invitations', {
    data: { email, participant_ids: [child] },
  })
  expect(invited.status()).toBe(201)
  const sam = await openBrowser()
  await sam.goto(await mailedLink(sam.request, email, familyLink))
  await sam.getByRole('main').getByRole('link', { name: 'Log In' }).click()
  await expect(sam.getByLabel('Email')).toHaveValue(email)
  await sam
    .getByRole('main')
    .getByRole('link', { name: /Sign Up$/ })
    .click()
  await expect(sam.getByRole('heading', { name: 'Create Account' })).toBeVisible()
  await expect(sam.getByLabel('Email')).toHaveValue(email)
  await fillSignUp(sam, email)
  await submit(sam, 'Create Account')
  await expect(sam).toHaveURL(/\/family-invitation$/)
  await sam.getByRole('button', { name: 'Accept' }).click()
  await expect(sam.getByRole('heading', { name: 'Welcome to the family' })).toBeFocused()
})
