import type { PaymentSummary } from '../../../shared/contract/payments.ts'
import type { CheckoutIntent } from './checkoutIntent.ts'
import { pause } from './pause.ts'
import { askPayment } from './paymentCalls.ts'
import { leftCheck, somethingWrong } from './paymentTexts.ts'
import { type Settlement, settlementOf, settlePayment } from './settlePayment.ts'
import { type Accepted, useCardForm } from './useCardForm.ts'

/** The card form of one payment: once the provider has the money, our server is asked until the booking stands. */
export function usePayment(intent: CheckoutIntent, onPaid: (payment: PaymentSummary) => void) {
  const ask = () => askPayment(intent)

  function accepted(settlement: Settlement): Accepted {
    if (settlement.kind === 'paid') onPaid(settlement.payment)
    return settlement.kind === 'unconfirmed' && intent.unconfirmedText
      ? acceptedOf({ ...settlement, message: intent.unconfirmedText })
      : acceptedOf(settlement)
  }

  return useCardForm({
    onAccepted: async () => accepted(await settlePayment({ ask, pause })),
    onUnsure: async () => {
      const settlement = settlementOf(await ask())
      return settlement.kind === 'declined' ? { kind: 'open' } : accepted(settlement)
    },
  })
}

function acceptedOf(settlement: Settlement): Accepted {
  switch (settlement.kind) {
    case 'paid':
      return { kind: 'done' }
    case 'pending':
      return { kind: 'pending' }
    case 'refunded':
      return { kind: 'failed', message: settlement.message, recovery: 'refunded' }
    case 'declined':
      return { kind: 'failed', message: settlement.message, recovery: 'card' }
    case 'action':
      return { kind: 'failed', message: leftCheck, recovery: 'authentication' }
    case 'over':
      return { kind: 'failed', message: somethingWrong, recovery: 'restart' }
    case 'unconfirmed':
      return { kind: 'failed', message: settlement.message, recovery: 'confirmation' }
  }
}
