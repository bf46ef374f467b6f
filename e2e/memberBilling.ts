import type { Page } from '@playwright/test'
import { administer } from './administer.ts'
import type { FacilityServer } from './facilityServer.ts'
import { expect } from './fixtures.ts'

/** Asked for once: every command is a process that starts. */
const keys = new WeakMap<FacilityServer, Promise<string>>()

/** Calls the payment sandbox as the server does. */
async function atProvider(page: Page, server: FacilityServer, path: string, form: Record<string, string>) {
  const asked = keys.get(server) ?? administer(server, ['sandbox-key'])
  keys.set(server, asked)
  const key = await asked
  const answer = await page.request.post(`/payment-sandbox/v1/${path}`, {
    headers: { authorization: `Bearer ${key}` },
    form,
  })
  expect(answer.status(), await answer.text()).toBe(200)
  return answer.json()
}

async function subscriptionOf(page: Page): Promise<string> {
  const { subscription } = await (await page.request.get('/api/me/subscription')).json()
  return subscription.stripe_subscription_id
}

/** The payment sandbox begins the month of the member who is signed in at once. */
export async function renewNow(page: Page, server: FacilityServer): Promise<void> {
  await atProvider(page, server, `subscriptions/${await subscriptionOf(page)}`, {
    'billing_cycle_anchor[type]': 'now',
  })
}

/** Replaces the card of the member who is signed in, by one of Stripe's predefined ones. */
export async function replaceCard(page: Page, server: FacilityServer, card: string): Promise<void> {
  const id = await subscriptionOf(page)
  const { customer } = await atProvider(page, server, `subscriptions/${id}`, { description: '' })
  const method = await atProvider(page, server, `payment_methods/${card}/attach`, { customer })
  await atProvider(page, server, `subscriptions/${id}`, { default_payment_method: method.id })
}
