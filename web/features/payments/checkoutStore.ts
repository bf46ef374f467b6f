import type { OwnIntent, PurchaseRequest } from './paymentCalls.ts'

/** A checkout that may keep a place although its page has gone. */
export interface OpenCheckout {
  /** The idempotency key that opened its payment. */
  readonly key: string
  /** The payment, or, while that is being opened, what it was asked for with. */
  readonly payment: OwnIntent | PurchaseRequest
  /** Epoch milliseconds. */
  readonly openedAt: number
}

/** 'unpaid' is shared by all tabs. 'charging' is this tab's alone: nobody else may end it while the bank asks. */
export type CheckoutPhase = 'unpaid' | 'charging'

const prefix = 'open_checkout:'
const storageOf = (phase: CheckoutPhase): Storage => (phase === 'unpaid' ? localStorage : sessionStorage)

export function keepOpen(phase: CheckoutPhase, { key, ...checkout }: OpenCheckout): void {
  attempt(() => storageOf(phase).setItem(prefix + key, JSON.stringify(checkout)))
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

/** The checkout's key in the name of a stored item; null for what else is stored. */
export const keyOf = (name: string | null): string | null =>
  name?.startsWith(prefix) ? name.slice(prefix.length) : null

/**
 * Runs `work` as soon as no page has this checkout open: a page's Web Lock ends with the page, however that ends.
 * Where there are no locks, on plain http or with storage switched off, nothing is known of other pages and nothing is done.
 */
export async function whenLeft(key: string, work: () => Promise<void>): Promise<void> {
  try {
    await navigator.locks?.request(prefix + key, work)
  } catch {
    // What was to be done stays stored: the next page tries again.
  }
}

/** Storage can be full or switched off: then the hold ends by itself after its quarter of an hour. */
function attempt<Result>(work: () => Result): Result | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}
