import type { Scope } from '../settings.ts'
import type { Kept } from '../store/store.ts'

/** What follows from an attempt to pay: nothing, where the intent pays no invoice. */
export async function followPayment(_scope: Scope, _intent: Kept<'payment_intent'>): Promise<void> {}
