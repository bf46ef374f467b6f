import type Stripe from 'stripe'
import { emit } from '../events/emit.ts'
import { endpoint, type StripeEndpoint } from '../http/endpoint.ts'
import { parameters } from '../http/parameters.ts'
import type { Scope } from '../settings.ts'
import { newId } from '../store/ids.ts'

const daySeconds = 86_400
/** How long Stripe gives to answer most disputes. */
const daysToAnswer = 9

/** Disputes a charge as its cardholder's bank does, for a reason that needs an answer. */
export async function createDispute(scope: Scope, charge: Stripe.Charge): Promise<void> {
  const dispute = {
    id: newId('dispute'),
    object: 'dispute',
    amount: charge.amount,
    balance_transactions: [],
    charge: charge.id,
    created: scope.now,
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence_details: {
      due_by: scope.now + daysToAnswer * daySeconds,
      has_evidence: false,
      past_due: false,
      submission_count: 0,
    },
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    payment_intent: charge.payment_intent,
    reason: 'fraudulent',
    status: 'needs_response',
  } as unknown as Stripe.Dispute
  await scope.store.insert('dispute', dispute)
  await emit(scope, 'charge.dispute.created', dispute)
}

/** Disputes are created by charges of one test card; this endpoint only reads them. */
export const disputeEndpoints: StripeEndpoint[] = [
  endpoint('GET', '/v1/disputes/:id', parameters({}), async ({ scope, id }) => {
    return (await scope.store.read('dispute', id)).body
  }),
]
