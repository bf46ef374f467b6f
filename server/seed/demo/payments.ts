import type { PaymentPurpose } from '../../db/tables/payments.ts'
import { demoId } from './random.ts'
import type { Scene } from './scene.ts'

/** Something of the demo that was paid. */
export interface Paid {
  readonly what:
    | { readonly booking_id: string }
    | { readonly guest_booking_id: string }
    | { readonly coach_booking_id: string }
    | { readonly class_registration_id: string }
    | { readonly camp_registration_id: string }
  readonly type: PaymentPurpose
  readonly by: { readonly id?: string; readonly name: string; readonly email: string | null }
  /** Dollars. */
  readonly amount: string
  readonly method: 'card' | 'cash' | 'pay_in_person'
  readonly description: string
  readonly at: Date
}

/** A completed payment for each, tied to what it pays. */
export async function addPayments({ tx }: Scene, paid: readonly Paid[]): Promise<void> {
  const payments = paid.map((payment) => ({
    ...payment,
    id: demoId('payment', ...Object.values(payment.what)),
  }))
  await tx
    .insertInto('payment_transactions')
    .values(
      payments.map(({ id, type, by, amount, method, description, at }) => ({
        id,
        user_id: by.id ?? null,
        customer_name: by.name,
        customer_email: by.email,
        payment_type: type,
        description,
        payment_description: description,
        total_amount: amount,
        payment_method: method,
        card_brand: method === 'card' ? 'visa' : null,
        card_last4: method === 'card' ? '4242' : null,
        status: 'completed' as const,
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
