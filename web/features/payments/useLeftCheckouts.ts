import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { refreshPlaces } from '../../api/queries/places.ts'
import { toast } from '../../ui/toast.ts'
import { type CheckoutPhase, forgetOpen, keyOf, openKeys, readOpen, whenLeft } from './checkoutStore.ts'
import { readPaymentReturn } from './paymentReturn.ts'

/** Shown after a payment (spec 2 §8). Not with the other sentences: every page of the site loads this file. */
export const paid = 'Payment successful! Your booking is confirmed.'

/**
 * Releases the checkouts that other pages left: the page before a reload, a closed tab, one that lost its connection.
 * Then reads the places again, because earlier reads still have the person's own hold in them.
 */
export function useLeftCheckouts(): void {
  const queryClient = useQueryClient()
  // Read once: the page that shows the result of the payment removes it from the address.
  const [returned] = useState(
    () => !import.meta.env.SSR && readPaymentReturn(new URLSearchParams(location.search)),
  )

  useEffect(() => {
    // This tab is back from the bank's page, by its return link or by the browser's Back: the bank is done.
    for (const key of openKeys('charging')) {
      if (returned) forgetOpen('charging', key)
      else void release('charging', key, queryClient)
    }
    const takeOver = (key: string) => void whenLeft(key, () => release('unpaid', key, queryClient))
    openKeys('unpaid').forEach(takeOver)
    const onStored = ({ key: name, oldValue, newValue }: StorageEvent) => {
      const key = keyOf(name)
      if (key && oldValue === null && newValue !== null) takeOver(key)
    }
    window.addEventListener('storage', onStored)
    return () => window.removeEventListener('storage', onStored)
  }, [queryClient, returned])
}

/**
 * Releases a stored checkout and reads the places again: until then they are not taken for lost. None is stored if a page has
 * ended it in the meantime.
 */
async function release(phase: CheckoutPhase, key: string, queryClient: QueryClient): Promise<void> {
  const checkout = readOpen(phase, key)
  if (checkout) {
    const { releaseUntilAnswered } = await import('./releaseCheckout.ts')
    const state = await releaseUntilAnswered(checkout)
    if (state?.status === 'succeeded') toast.success(paid)
  }
  await refreshPlaces(queryClient)
  forgetOpen(phase, key)
}
