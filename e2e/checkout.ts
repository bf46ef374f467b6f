import { expect, type Page } from '@playwright/test'
import { cageGrid } from './cageGrid.ts'

/** Stripe's test numbers. */
export const testCard = {
  pays: '4242424242424242',
  declined: '4000000000000002',
  asksTheBank: '4000002500003155',
  takesItsTime: '4000000000007007',
} as const

/** Locators for the dialog of a card payment. */
export function checkout(page: Page) {
  const dialog = page.getByRole('dialog', { name: 'Pay with Card' })
  return {
    dialog,
    success: page.getByRole('region', { name: 'Payment Successful!' }),
    alert: dialog.getByRole('alert'),
    pay: dialog.getByRole('button', { name: /^Pay \$/ }),
    number: dialog.getByLabel('Card Number'),
    async fill(number: string) {
      await dialog.getByLabel('Card Number').fill(number)
      await dialog.getByLabel('Expiry Date').fill('12/40')
      await dialog.getByLabel('Security Code').fill('123')
      await dialog.getByLabel('ZIP Code').fill('77701')
    },
    async payWith(number: string) {
      await this.fill(number)
      await this.pay.click()
    },
    /** The bank's page of a card that asks for 3-D Secure. */
    async answerBank(outcome: 'Complete' | 'Fail') {
      await page.getByRole('button', { name: `${outcome} authentication` }).click()
      await expect(page).not.toHaveURL(/payment-sandbox/)
    },
  }
}

/** Chooses half an hour and opens its payment. */
export async function payForCage(page: Page, day: string, cage: string, time: string) {
  const grid = cageGrid(page, day)
  await grid.open()
  await grid.choose(cage, time)
  await grid.bookSelected.click()
  await page.getByRole('button', { name: 'Pay with Card' }).click()
  const card = checkout(page)
  await expect(card.number).toBeVisible()
  return { grid, card }
}
