import type { Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { fillSignIn, PASSWORD } from './accountForms.ts'
import { putFacilityIn } from './administer.ts'
import { expect, test } from './fixtures.ts'
import { mailedLink } from './mailbox.ts'
import { renewNow } from './memberBilling.ts'
import { createCustomer } from './people.ts'

const cards = {
  good: '4242424242424242',
  refused: '4000000000000002',
  failsLater: '4000000000000341',
  asksAlways: '4000002760003184',
}

const dialog = (page: Page) => page.getByRole('dialog')
const signUp = (page: Page) => page.getByRole('button', { name: 'Sign Up Now' })

async function openCardForm(page: Page): Promise<void> {
  await page.getByRole('checkbox', { name: /membership agreement/ }).check()
  await signUp(page).click()
  await expect(dialog(page).getByLabel('Card Number')).toBeEnabled()
}

async function give(page: Page, number: string, submit: RegExp = /^Join for/): Promise<void> {
  const form = dialog(page)
  await form.getByLabel('Card Number').fill(number)
  await form.getByLabel('Expiry Date').fill('12 / 40')
  await form.getByLabel('Security Code').fill('123')
  await form.getByLabel('ZIP Code').fill('77701')
  await form.getByRole('button', { name: submit }).click()
}

/** Spots left for a person without one in a checkout. */
const spotsLeft = async (page: Page): Promise<number> =>
  ((await (await page.request.get('/api/memberships/offer')).json()) as { spots_left: number }).spots_left

test('a visitor reads what the club is, logs in, and is back at the agreement', {
  tag: ['@desktop', '@quick'],
}, async ({ page, request }) => {
  await page.goto('/membership')
  await expect(page.getByText('$109.99/month')).toBeVisible()
  await expect(page.getByRole('heading', { level: 3 })).toHaveCount(3)
  await test.step('from how many hours it pays off, and when it does not', async () => {
    const section = page.getByRole('region', { name: 'Does it pay off for you?' })
    await expect(page.locator('[data-later]')).toHaveCount(0)
    await expect(section.getByRole('status').last()).toHaveText(
      'It costs $91.99 a month more than it saves. Not for you yet.',
    )
    await expect(section).toContainText('Pays off from 24½ cage hours a month.')
    const more = section.getByRole('button', { name: 'One hour more' })
    for (let hours = 4; hours < 25; hours += 1) await more.click()
    await expect(section.getByRole('status').last()).toHaveText('You keep $2.51 a month.')
    await expect(page.getByText(/^Renews every month on its own, next on .+ No refunds/)).toBeVisible()
  })
  await page.getByText('Full Membership Agreement').click()
  await expect(page.getByText(/7 days' notice before your next billing date/)).toBeVisible()
  await signUp(page).click()
  await expect(page.getByRole('alert')).toContainText('You must be logged in to sign up for a membership.')
  // Nothing is half below the site's header, as what is scrolled to may be.
  await page.evaluate(() => scrollTo(0, 0))
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Login / Sign Up' }).click()
  await expect(page).toHaveURL(/\/auth\?.*redirect=%2Fmembership/)
  await fillSignIn(page, await createCustomer(request))
  await expect(page).toHaveURL(/\/membership$/)
  await expect(page.getByRole('checkbox', { name: /membership agreement/ })).toBeFocused()
})

test(
  'a customer leaves, is refused, passes the bank and joins; cancels and keeps it; mends the card when it fails',
  {
    tag: ['@narrow', '@desktop'],
  },
  async ({ page, customer, openBrowser, openCustomer, allowProblem, facilityServer }, { project }) => {
    allowProblem(/status of 402/)
    // On the phone cards are refused and the bank asks, for the card and for the first month; on the large screen none is.
    const secure = project.name === 'narrow'
    await page.goto('/membership')
    await signUp(page).click()
    await expect(page.getByText('Please accept the membership agreement.')).toBeVisible()
    const free = secure ? await spotsLeft(page) : 0
    await openCardForm(page)

    if (secure) {
      // Left: the spot is free again for others.
      const other = await openCustomer()
      expect(await spotsLeft(other)).toBe(free - 1)
      await dialog(page).getByRole('button', { name: 'Cancel' }).click()
      await expect(dialog(page)).toBeHidden()
      await expect.poll(() => spotsLeft(other)).toBe(free)

      // Refused when it is given, and refused when it is charged.
      await signUp(page).click()
      await expect(dialog(page).getByLabel('Card Number')).toBeEnabled()
      await give(page, cards.refused)
      await expect(dialog(page).getByRole('alert')).toContainText('Setup error: Your card was declined.')
      await give(page, cards.failsLater)
      await expect(dialog(page).getByRole('alert')).toContainText(
        'Failed to create subscription: Your card was declined. You have not been charged. Please give another card.',
      )
      await expect(dialog(page).getByLabel('Card Number')).toHaveValue('')
    }

    await give(page, secure ? cards.asksAlways : cards.good)
    if (secure) {
      await page.getByRole('button', { name: 'Complete authentication' }).click()
      await page.getByRole('button', { name: 'Continue to Your Bank' }).click()
      await page.getByRole('button', { name: 'Complete authentication' }).click()
    }
    await expect(dialog(page)).toContainText('Payment Successful!')
    await expect(dialog(page)).toContainText('$109.99')
    await expect(dialog(page).getByRole('link', { name: 'View Receipt' })).toBeVisible()
    await dialog(page).getByRole('button', { name: 'Continue Browsing' }).click()
    await expect(page.getByRole('heading', { name: 'Already Enrolled' })).toBeFocused()
    await expect(page.getByText('Next Billing Date', { exact: true })).toBeVisible()

    // The rest is no other on a small screen.
    if (secure) return
    await page.request.post('/api/memberships/cancel', { headers: { origin: new URL(page.url()).origin } })
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Membership Cancelling' })).toBeVisible()
    await expect(page.getByText('Membership Ends', { exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Keep My Membership' }).click()
    await expect(page.getByRole('heading', { name: 'Already Enrolled' })).toBeFocused()

    await expectAccessible(page)

    // The next month's charge fails; the mail leads, after signing in, to the form for another card.
    await page.getByRole('button', { name: 'Change Your Card' }).click()
    await give(page, cards.failsLater, /^Use This Card/)
    await expect(dialog(page)).toContainText('Your card is updated.')
    await renewNow(page, facilityServer)
    const mend = await mailedLink(page.request, customer, /https?:\/\/[^\s"]+\/membership\?card=update/)
    const elsewhere = await openBrowser()
    await elsewhere.goto(mend)
    await fillSignIn(elsewhere, customer, PASSWORD)
    await expect(dialog(elsewhere)).toContainText('$109.99')
    await expectAccessible(elsewhere)
    await give(elsewhere, cards.good, /^Pay \$109\.99/)
    await expect(dialog(elsewhere)).toContainText('Payment Successful!')
    await dialog(elsewhere).getByRole('button', { name: 'Continue Browsing' }).click()
    await expect(elsewhere.getByRole('button', { name: 'Change Your Card' })).toBeVisible()
  },
)

test('a refused card, a page that is left and a full club keep no spot and say so', {
  tag: '@phone',
}, async ({ page, customer: _, openCustomer, allowProblem, facilityServer }) => {
  allowProblem(/status of (402|409)|ERR_FAILED/)
  const other = await openCustomer()
  await page.goto('/membership')
  const free = await spotsLeft(other)

  await test.step('the bank refuses the card', async () => {
    await openCardForm(page)
    await give(page, cards.asksAlways)
    await page.getByRole('button', { name: 'Fail authentication' }).click()
    await expect(dialog(page).getByRole('alert')).toContainText('Setup error: We are unable to authenticate')
    await expect(dialog(page).getByLabel('Card Number')).toBeEnabled()
  })

  await test.step('the bank refuses the first month: another card is asked for', async () => {
    await give(page, cards.asksAlways)
    await page.getByRole('button', { name: 'Complete authentication' }).click()
    await page.getByRole('button', { name: 'Continue to Your Bank' }).click()
    await page.getByRole('button', { name: 'Fail authentication' }).click()
    await expect(dialog(page).getByRole('alert')).toContainText(
      /^Failed to create subscription: .* You have not been charged\. Please give another card\.$/,
    )
    await expect(dialog(page).getByLabel('Card Number')).toBeEnabled()
  })

  await test.step('the page is left', async () => {
    expect(await spotsLeft(other)).toBe(free - 1)
    await page.goto('/contact')
    await expect.poll(() => spotsLeft(other)).toBe(free)
  })

  await test.step('the last spot is taken during another try', async () => {
    await page.goto('/membership')
    await page.route('**/api/memberships/setup-intents', (route) => route.abort(), { times: 1 })
    await page.getByRole('checkbox', { name: /membership agreement/ }).check()
    await signUp(page).click()
    await expect(dialog(page).getByRole('alert')).toContainText('Failed to initiate the sign-up process: ')
    await putFacilityIn(facilityServer, { founders_cap: 1 })
    await dialog(page).getByRole('button', { name: 'Try Again' }).click()
    await expect(dialog(page).getByRole('alert')).toHaveText(
      'Failed to initiate the sign-up process: All founders spots are taken. You have not been charged.',
    )
    await expect(page.getByRole('dialog', { name: 'The club is full' })).toBeVisible()
    await expect(dialog(page).getByLabel('Card Number')).toBeHidden()
    await expect(dialog(page).getByRole('button', { name: 'Try Again' })).toBeHidden()
    await dialog(page).getByRole('button', { name: 'Close', exact: true }).last().click()
    await expect(page.getByText('All founders spots are taken')).toHaveCount(2)
    // A full club sends the others to the facility.
    await expect(page.getByRole('link', { name: 'Contact us' })).toBeVisible()
    await expect(signUp(page)).toBeHidden()
    await putFacilityIn(facilityServer, { founders_cap: 10 })
  })
})
