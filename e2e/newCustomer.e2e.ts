import type { Locator, Page } from '@playwright/test'
import { PASSWORD } from './accountForms.ts'
import { expect, test } from './fixtures.ts'
import { confirmationLink, mailedLink } from './mailbox.ts'
import { newEmail } from './people.ts'

/** Of a new customer on a phone: presses and fields, each counted once (18 to 21 before). */
const mostTaps = 14

/** Taps and counts: a press of a control or the focus of a field is one tap. */
function counted() {
  const taps: string[] = []
  return {
    taps,
    tap: async (name: string, target: Locator) => {
      taps.push(name)
      await target.tap()
    },
    type: async (name: string, field: Locator, text: string) => {
      taps.push(name)
      await field.tap()
      await field.pressSequentially(text)
    },
    count: (name: string) => void taps.push(name),
  }
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

test('a new customer books within 14 taps of the home page, and the first tab goes on by itself', {
  tag: ['@phone', '@quick'],
}, async ({ page, context }) => {
  const { taps, tap, type, count } = counted()
  const email = newEmail()
  await page.goto('/')
  await tap('Book your cage', page.getByRole('link', { name: 'BOOK YOUR CAGE' }))
  const free = page.getByRole('button', { name: /^Cage .*, available$/ })
  await expect(page.getByRole('button', { name: 'Book Selected' })).toBeVisible()
  const nextDay = page.getByRole('main').getByRole('button', { name: /^Next free/ })
  await expect(free.or(nextDay).first()).toBeVisible()
  // After the last time of a day the page offers the next one.
  const isOver = !(await free.first().isVisible())
  if (isOver) await tap('the next day', nextDay.first())
  await tap('a free time', free.first())
  await tap('Book Selected', button(page, 'Book Selected'))
  await tap('Create an account', page.getByRole('link', { name: 'New Here? Create an Account' }))

  const form = page.getByRole('form', { name: 'Create Account' })
  await type('Full Name', form.getByLabel('Full Name'), 'Robin Batter')
  await type('Email', form.getByLabel('Email'), email)
  await type('Password', form.getByLabel('Password', { exact: true }), PASSWORD)
  await type('Confirm Password', form.getByLabel('Confirm Password'), PASSWORD)
  await tap('the terms', form.getByRole('checkbox'))
  await tap('Create Account', button(page, 'Create Account'))
  await expect(page.getByText(`Success! Please check ${email} for your confirmation link.`)).toBeVisible()
  await expect(page.getByText('This page continues on its own.')).toBeVisible()

  const link = await mailedLink(page.request, email, confirmationLink)
  const mailed = await context.newPage()
  count('the button of the mail')
  await mailed.goto(link)
  await tap('Confirm and Log In', button(mailed, 'Confirm and Log In'))
  await expect(mailed.getByRole('heading', { name: 'You are logged in' })).toBeFocused()
  await expect(mailed.getByRole('main')).toContainText(
    'Your email is confirmed. The tab where you signed up continues on its own, so you can close this one.',
  )

  const dialog = page.getByRole('dialog', { name: 'Confirm Your Booking' })
  await expect(dialog).toBeVisible()
  await expect(page).toHaveURL(/\/book-cage/)
  count('back to the first tab')
  await page.bringToFront()
  await tap('Pay on Arrival', dialog.getByRole('button', { name: 'Pay on Arrival' }))
  await expect(page.getByText(/^Booking confirmed/).first()).toBeVisible()

  process.stdout.write(`${taps.length} taps from the home page to a booking: ${taps.join(', ')}\n`)
  expect(taps.length).toBeLessThanOrEqual(isOver ? mostTaps + 1 : mostTaps)
})
