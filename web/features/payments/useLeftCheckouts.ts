import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { refreshPlaces } from '../../api/queries/places.ts'
import { toast } from '../../ui/toast.ts'
import { type CheckoutPhase, forgetOpen, keyOf, openKeys, readOpen, whenLeft } from './checkoutStore.ts'
import { readPaymentReturn } from './paymentReturn.ts'
import { paid } from './paymentTexts.ts'

/**
 * Gives up the checkouts that other pages left: the one before a reload, a tab that was closed, one that lost its
 * connection. Then the places are read again: what was read before still had the person's own hold in it.
 */
export function useLeftCheckouts(): void {
  const queryClient = useQueryClient()
  // The page that shows how the payment ended takes this out of the address.
  const [returned] = useState(() => readPaymentReturn(new URLSearchParams(location.search)))

  useEffect(() => {
    // Back from the bank's page by its own way, or by the browser's Back; a bank still asking has its page in this tab.
    for (const key of openKeys('charging')) {
      if (returned) forgetOpen('charging', key)
      else void release('charging', key).then(() => refreshPlaces(queryClient))
    }
    const takeOver = (key: string) =>
      void whenLeft(key, () => release('unpaid', key)).then(() => refreshPlaces(queryClient))
    openKeys('unpaid').forEach(takeOver)
    const onStored = ({ key: name, oldValue, newValue }: StorageEvent) => {
      const key = keyOf(name)
      if (key && oldValue === null && newValue !== null) takeOver(key)
    }
    window.addEventListener('storage', onStored)
    return () => window.removeEventListener('storage', onStored)
  }, [queryClient, returned])
}

/** Nothing is stored any more where the page that had it, or another one, has ended it in order. */
async function release(phase: CheckoutPhase, key: string): Promise<void> {
  const checkout = readOpen(phase, key)
  if (!checkout) return
  const { releaseUntilAnswered } = await import('./releaseCheckout.ts')
  const state = await releaseUntilAnswered(checkout)
  forgetOpen(phase, key)
  if (state?.status === 'succeeded') toast.success(paid)
}
