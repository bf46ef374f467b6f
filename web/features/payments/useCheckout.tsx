import { lazy, type ReactNode, Suspense, useState } from 'react'
import type { PaymentSummary } from '../../../shared/contract/payments.ts'
import type { ApiError } from '../../api/apiError.ts'
import { useFocusReturn } from '../../ui/useFocusReturn.ts'
import type { PurchaseRequest } from './paymentCalls.ts'

const loadCheckout = () => import('./CardCheckout.tsx')
const CardCheckout = lazy(loadCheckout)

/** Has the dialog downloaded before it is asked for. A failure shows when it is. */
export function preloadCheckout(): void {
  loadCheckout().catch(() => undefined)
}

export interface CheckoutOptions {
  /** Loads again what shows the places that are bought: after a payment, a refusal, or an end that is not known yet. */
  refresh?: () => Promise<unknown>
  /** The payment is confirmed and booked. The dialog goes on to say so. */
  onPaid?: (payment: PaymentSummary) => void
  /**
   * The server refused to open the payment: answer true if the page itself says so, and the dialog closes. Everything
   * else, a changed price too, the dialog tells and solves.
   */
  onRefused?: (refusal: ApiError) => boolean
  /** How the dialog tells a refusal that it tells itself; as it is unless given. */
  tellRefusal?: (message: string) => string
  /** What is told where the money was taken and our server does not say that it stands; as it is unless given. */
  unconfirmedText?: string
  /** Closed while the bank, or our confirmation, takes its time: what was to be bought is not free, and may be bought. */
  onUnsettled?: () => void
  /** The summary of what was paid has been closed. */
  onFinished?: () => void
  /** Said above the card form: the terms of what is paid. */
  terms?: ReactNode
  /** Where a bank's page leads back to; it must show `<ReturnFromPayment>`. */
  returnPath?: string
}

/**
 * Paying by card in a dialog of its own: `pay(request)` holds the place, shows the card form and, once paid, the summary.
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
