import { sql } from 'kysely'
import type { PastBill, PastCharge } from '../../../sandbox/sandbox.ts'
import { centsFromDollars } from '../../../shared/domain/money/money.ts'
import type { PaymentPurpose } from '../../db/tables/payments.ts'
import { demoId } from './random.ts'
import type { Scene } from './scene.ts'

/** A paid item of the demo. */
export interface Paid {
  readonly what:
    | { readonly booking_id: string }
    | { readonly coach_booking_id: string }
    | { readonly class_registration_id: string }
    | { readonly camp_registration_id: string }
    | { readonly subscription_id: string }
  readonly type: PaymentPurpose
  readonly by: { readonly id?: string; readonly name: string; readonly email: string | null }
  /** Dollars. */
  readonly amount: string
  readonly method: 'card' | 'cash' | 'pay_in_person'
  readonly description: string
  readonly at: Date
  /** The provider's ids, if the provider already has the payment. */
  readonly charged?: PastBill
}

/** A completed payment for each, tied to what it pays. */
export async function addPayments(scene: Scene, paid: readonly Paid[]): Promise<void> {
  const { tx } = scene
  const charges = await chargeCards(scene, paid)
  // In their order: so are their sales numbered.
  const inOrder = paid.toSorted((a, b) => a.at.getTime() - b.at.getTime())
  const payments = inOrder.map((payment) => ({
    ...payment,
    id: demoId('payment', ...Object.values(payment.what), payment.charged ? payment.at.toISOString() : ''),
    charge: payment.charged ?? charges.get(payment) ?? null,
  }))
  // They are history: no drawer had them.
  await sql`select set_config('dugout.history', 'yes', true)`.execute(tx)
  await tx
    .insertInto('payment_transactions')
    .values(
      payments.map(({ id, type, by, amount, method, description, at, charge, charged }) => ({
        id,
        user_id: by.id ?? null,
        customer_name: by.name,
        customer_email: by.email,
        payment_type: type,
        description,
        payment_description: description,
        total_amount: amount,
        payment_method: method,
        taken_at_desk: method !== 'card',
        card_brand: method === 'card' ? 'visa' : null,
        card_last4: method === 'card' ? '4242' : null,
        status: 'completed' as const,
        stripe_payment_intent_id: charge?.intent ?? null,
        stripe_charge_id: charge?.charge ?? null,
        stripe_invoice_id: charged?.invoice ?? null,
        receipt_url: charge?.receiptUrl ?? null,
        payment_date: at,
        created_at: at,
        completed_at: at,
      })),
    )
    .execute()
  await tx
    .insertInto('payment_items')
    .values(
      payments.map(({ id, amount, what }) => ({
        id: demoId('payment item', id),
        payment_transaction_id: id,
        amount,
        ...what,
      })),
    )
    .execute()
}

/** Charges at the sandbox, so that receipts can be opened and refunds go to the card. */
async function chargeCards({ sandbox }: Scene, paid: readonly Paid[]): Promise<Map<Paid, PastCharge>> {
  if (!sandbox) return new Map()
  const byCard = paid.filter(({ method, charged }) => method === 'card' && !charged)
  const charges = await sandbox.payments(
    byCard.map(({ amount, at, description, by }) => ({
      cents: centsFromDollars(amount),
      at,
      description,
      payer: by,
    })),
  )
  return new Map(byCard.flatMap((payment, index) => (charges[index] ? [[payment, charges[index]]] : [])))
}
