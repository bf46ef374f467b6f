import { lazy, type ReactNode, Suspense, useState } from 'react'
import type { PaymentSummary } from '../../../shared/contract/payments/payments.ts'
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
  /** Loads the bought places again: after a payment, after a refusal, and where the result is not known yet. */
  refresh?: () => Promise<unknown>
  /** The payment is confirmed and booked. The dialog goes on to say so. */
  onPaid?: (payment: PaymentSummary) => void
  /**
   * The server refused to open the payment. Return true if the page shows the problem: the dialog then closes. Otherwise
   * the dialog shows it, a changed price included.
   */
  onRefused?: (refusal: ApiError) => boolean
  /** Makes the sentence of a refusal that the dialog shows; by default the server's message. */
  refusalText?: (message: string) => string
  /** Shown where the money was taken and our server does not confirm the booking; by default the server's message. */
  unconfirmedText?: string
  /** Closed before the bank or our server has answered: the place is taken and may be paid. */
  onUnsettled?: () => void
  /** The summary of what was paid has been closed. */
  onFinished?: () => void
  /** Who takes part, where it is not only the customer: 'Mia Parker and Leo Parker'. */
  forWhom?: string | undefined
  /** Said above the card form: the terms of what is paid. */
  terms?: ReactNode
  /** Where a bank's page leads back to; it must show `<ReturnFromPayment>`. */
  returnPath?: string
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
