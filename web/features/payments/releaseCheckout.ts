import type { PaymentState } from '../../../shared/contract/payments/payments.ts'
import { isTemporary } from '../../api/apiError.ts'
import type { OpenCheckout } from './checkoutStore.ts'
import { giveUpPayment, openPayment } from './paymentCalls.ts'

/** The result of releasing a checkout: 'over' if nothing was left to release, 'lost' without an answer. */
export type Release = { kind: 'answered'; state: PaymentState } | { kind: 'over' } | { kind: 'lost' }

/** A hold lasts 15 minutes; after this time none is left to release. */
const longestHold = 20 * 60_000
// Few tries: each may open the payment again, and openings are limited per person.
const pauses = [1_000, 2_000, 5_000, 10_000, 30_000, 60_000, 120_000, 240_000] as const
const underWay = new Set<Promise<Release>>()

/**
 * Tries once to release a checkout and its place. A payment whose opening was not answered is opened under the same key
 * first: whichever of the two requests the server handles first, no hold is left.
 */
export function releaseOnce(checkout: OpenCheckout): Promise<Release> {
  const release = giveUp(checkout)
  underWay.add(release)
  void release.finally(() => underWay.delete(release))
  return release
}

async function giveUp({ key, payment }: OpenCheckout): Promise<Release> {
  try {
    const intent = 'paymentIntentId' in payment ? payment : await openPayment(payment, key)
    return { kind: 'answered', state: await giveUpPayment(intent) }
  } catch (error) {
    return { kind: isTemporary(error) ? 'lost' : 'over' }
  }
}

/**
 * Resolves when no checkout of this page is being released: opening the same purchase earlier would return the payment
 * that is being released.
 */
export const releasesDone = (): Promise<unknown> => Promise.all(underWay)

/**
 * Tries to release a checkout until the server has answered or the hold has ended; at once when the connection is back.
 *
 * @returns the state of the payment; null if nothing was left to release.
 */
export async function releaseUntilAnswered(
  checkout: OpenCheckout,
  { wait, now }: Waiting = { wait: waitForConnection, now: Date.now },
): Promise<PaymentState | null> {
  for (let tries = 0; now() < checkout.openedAt + longestHold; tries += 1) {
    const release = await releaseOnce(checkout)
    if (release.kind === 'answered') return release.state
    if (release.kind === 'over') return null
    await wait(pauses[Math.min(tries, pauses.length - 1)] ?? 0)
  }
  return null
}

interface Waiting {
  /** Resolves after so many milliseconds, or sooner when a retry makes sense. */
  wait: (milliseconds: number) => Promise<void>
  /** Epoch milliseconds. */
  now: () => number
}

const waitForConnection = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(done, milliseconds)
    window.addEventListener('online', done)
    function done() {
      clearTimeout(timer)
      window.removeEventListener('online', done)
      resolve()
    }
  })
