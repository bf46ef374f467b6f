import type { OwnIntent, PurchaseRequest } from './paymentCalls.ts'

/** A checkout that may keep a place although its page has gone. */
export interface OpenCheckout {
  /** The idempotency key that opened its payment. */
  readonly key: string
  /** The payment or, while it is being opened, the request for it. */
  readonly payment: OwnIntent | PurchaseRequest
  /** Epoch milliseconds. */
  readonly openedAt: number
}

/**
 * 'unpaid' is shared by all tabs. 'charging' belongs to this tab: no other may end it while the bank's page is open. They know
 * that there is one, and keep what is chosen.
 */
export type CheckoutPhase = 'unpaid' | 'charging'

const prefix = 'open_checkout:'
const storageOf = (phase: CheckoutPhase): Storage => (phase === 'unpaid' ? localStorage : sessionStorage)

export function keepOpen(phase: CheckoutPhase, { key, ...checkout }: OpenCheckout): void {
  attempt(() => storageOf(phase).setItem(prefix + key, JSON.stringify(checkout)))
  if (phase === 'charging') attempt(() => localStorage.setItem(prefix + key, ''))
}

export function forgetOpen(phase: CheckoutPhase, key: string): void {
  attempt(() => storageOf(phase).removeItem(prefix + key))
}

export function readOpen(phase: CheckoutPhase, key: string): OpenCheckout | null {
  const text = attempt(() => storageOf(phase).getItem(prefix + key))
  const found: unknown = text ? attempt(() => JSON.parse(text)) : null
  if (typeof found !== 'object' || found === null) return null
  const { payment, openedAt } = found as Partial<OpenCheckout>
  return typeof payment === 'object' && payment !== null && typeof openedAt === 'number'
    ? { key, payment, openedAt }
    : null
}

export const openKeys = (phase: CheckoutPhase): string[] =>
  (attempt(() => Object.keys(storageOf(phase))) ?? []).flatMap((name) => keyOf(name) ?? [])

/** The checkout's key in the name of a stored item; null for other items. */
export const keyOf = (name: string | null): string | null =>
  name?.startsWith(prefix) ? name.slice(prefix.length) : null

/**
 * Runs `work` as soon as no page has this checkout open: a page's Web Lock ends with the page, however it ends. Does
 * nothing where there are no locks, as on plain HTTP or with storage switched off.
 */
export async function whenLeft(key: string, work: () => Promise<void>): Promise<void> {
  try {
    await navigator.locks?.request(prefix + key, work)
  } catch {
    // The checkout stays stored: the next page tries again.
  }
}

/** Storage can be full or switched off: then the hold ends by itself after 15 minutes. */
function attempt<Result>(work: () => Result): Result | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}
