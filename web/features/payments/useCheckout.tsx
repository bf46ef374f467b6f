import { type ReactNode, Suspense, useState } from 'react'
import { lazyPart } from '../../ui/lazyPart.ts'
import { useFocusReturn } from '../../ui/useFocusReturn.ts'
import type { CheckoutOptions } from './CardCheckout.tsx'
import type { PurchaseRequest } from './paymentCalls.ts'

const loadCheckout = () => import('./CardCheckout.tsx')
const CardCheckout = lazyPart(loadCheckout)

/** Has the dialog downloaded before it is asked for. A failure shows when it is. */
export function preloadCheckout(): void {
  loadCheckout().catch(() => undefined)
}

/**
 * Paying by card in a dialog: `pay(request)` holds the place, shows the card form and, once paid, the summary.
 *
 * ```tsx
 * const checkout = useCheckout({ refresh: () => queryClient.invalidateQueries({ queryKey: … }) })
 * <Button onClick={() => checkout.pay({ campId: camp.id, amount: centsFromDollars(camp.price) })}>Pay Now</Button>
 * {checkout.dialog}
 * ```
 *
 * Keep `dialog` mounted whatever `refresh` changes on the page. What shows it is downloaded with the first payment.
 */
export function useCheckout({ refresh, ...options }: CheckoutOptions): Checkout {
  const [request, setRequest] = useState<PurchaseRequest | null>(null)
  const isOpen = request !== null
  useFocusReturn(isOpen)
  return {
    pay: setRequest,
    isOpen,
    dialog: request && (
      <Suspense>
        <CardCheckout
          {...options}
          request={request}
          onPaid={(payment) => {
            void refresh?.()
            options.onPaid?.(payment)
          }}
          onUnsettled={() => {
            void refresh?.()
            options.onUnsettled?.()
          }}
          onRefused={(refusal) => {
            void refresh?.()
            return options.onRefused?.(refusal) ?? false
          }}
          onClosed={() => setRequest(null)}
        />
      </Suspense>
    ),
  }
}

export interface Checkout {
  pay: (request: PurchaseRequest) => void
  /** From `pay` until the dialog has closed and, if nothing was paid, the place is free again. */
  isOpen: boolean
  dialog: ReactNode
}
