import { useWindowEvent } from '@mantine/hooks'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import type { PaymentState } from '../../../shared/contract/payments/payments.ts'
import { refreshPlaces } from '../../api/queries/places.ts'
import { type CheckoutPhase, forgetOpen, keepOpen, type OpenCheckout, whenLeft } from './checkoutStore.ts'
import { giveUpPayment } from './paymentCalls.ts'
import { releaseOnce, releaseUntilAnswered } from './releaseCheckout.ts'
import { pause } from './settlePayment.ts'
import { whileReleasing } from './useReleasing.ts'

type Checkout = Pick<OpenCheckout, 'key' | 'payment'>

/**
 * Releases an unpaid checkout that is left: by its buttons, for another page, by a reload, by closing the tab, without
 * a connection. What this page cannot finish is done by the next page or another tab, see `useLeftCheckouts`.
 *
 * @param phase null while there is nothing to leave: paid, refused, or waiting for the bank.
 * @returns `release` resolves after the first try, with undefined if there was no answer, and keeps trying; `end` is for
 * a checkout that is paid, whose page is left before `phase` says so.
 */
export function useOpenCheckout(
  { key, payment }: Checkout,
  phase: CheckoutPhase | null,
): { release: () => Promise<PaymentState | undefined>; end: () => void } {
  const queryClient = useQueryClient()
  const kept = useRef<KeptCheckout | null>(null)
  const shown = useRef(false)
  const keep = useEffectEvent(() => keepCheckout(queryClient, key))

  useEffect(() => {
    shown.current = true
    return () => {
      shown.current = false
    }
  }, [])
  const canBeLeft = phase !== null
  // biome-ignore lint/correctness/useExhaustiveDependencies: another key is another checkout; the effect event reads it
  useEffect(() => {
    if (!canBeLeft) return
    const current = keep()
    kept.current = current
    return () => {
      kept.current = null
      // React's strict mode unmounts a component and mounts it again at once.
      setTimeout(() => (shown.current ? current.end() : void current.release()))
    }
  }, [canBeLeft, key])
  useEffect(() => {
    if (phase) kept.current?.update(phase, payment)
  }, [phase, payment])
  useWindowEvent('pagehide', () => kept.current?.leavePage())

  return { release: async () => kept.current?.release(), end: () => kept.current?.end() }
}

interface KeptCheckout {
  /** Sets the current state. */
  update: (phase: CheckoutPhase, payment: Checkout['payment']) => void
  /** Nothing is left to release. */
  end: () => void
  /** The checkout is no longer shown. */
  release: () => Promise<PaymentState | undefined>
  /** The page is being unloaded: sends one request. If it is lost, the next page repeats it. */
  leavePage: () => void
}

function keepCheckout(queryClient: QueryClient, key: string): KeptCheckout {
  const openedAt = Date.now()
  let current: { phase: CheckoutPhase; checkout: OpenCheckout } | null = null
  let status: 'waiting' | 'kept' | 'releasing' | 'ended' = 'waiting'
  let unlock = () => {}

  // Stored only while its lock is held: another tab takes a checkout without a lock for left.
  void whenLeft(key, async () => {
    if (status !== 'waiting') return
    status = 'kept'
    store()
    await new Promise<void>((resolve) => {
      unlock = resolve
    })
  })

  function store() {
    if (status !== 'kept' || !current) return
    keepOpen(current.phase, current.checkout)
    if (current.phase === 'unpaid') forgetOpen('charging', key)
  }

  function finish() {
    status = 'ended'
    forgetOpen('unpaid', key)
    forgetOpen('charging', key)
    unlock()
  }

  return {
    update(phase, payment) {
      current = { phase, checkout: { key, payment, openedAt } }
      store()
    },
    end() {
      if (status !== 'releasing') finish()
    },
    async release() {
      if (status === 'releasing' || status === 'ended') return undefined
      if (current?.phase !== 'unpaid') {
        // The result of a charge is not known yet: this tab's next page asks for it.
        unlock()
        return undefined
      }
      status = 'releasing'
      const { checkout } = current
      const first = await releaseOnce(checkout)
      if (first.kind === 'lost') {
        void whileReleasing(async () => {
          await releaseUntilAnswered(checkout)
          finish()
          await refreshPlaces(queryClient)
          // The query cache notifies its observers in a separate task.
          await pause(0)
        })
        return undefined
      }
      finish()
      await refreshPlaces(queryClient)
      return first.kind === 'answered' ? first.state : undefined
    },
    leavePage() {
      if (current?.phase !== 'unpaid' || status === 'releasing' || status === 'ended') return
      const { payment } = current.checkout
      if ('paymentIntentId' in payment) giveUpPayment(payment).catch(() => undefined)
    },
  }
}
