import { capitalized } from '../../../shared/domain/capitalized.ts'

/** How something was paid, in words. */

interface Paid {
  readonly payment_method: string | null
  readonly card_brand: string | null
  readonly card_last4: string | null
}

const deskWords: Record<string, string> = { desk_card: 'card at the desk', other: 'at the desk' }

/** Where nothing is known it reads Card; underscores are spaces (spec 3 §9). */
export const methodLabel = (method: string | null): string =>
  !method || method === 'card' ? 'Card' : (deskWords[method] ?? method.replaceAll('_', ' '))

/** Brands whose name is not the provider's word with a capital. */
const brands: Record<string, string> = {
  amex: 'American Express',
  diners: 'Diners Club',
  jcb: 'JCB',
  unionpay: 'UnionPay',
  cartes_bancaires: 'Cartes Bancaires',
  eftpos_au: 'eftpos',
}

/** 'Visa •••• 4242', as far as it is known; null for what was not paid by card. */
export function cardText({ card_brand, card_last4 }: Omit<Paid, 'payment_method'>): string | null {
  const brand = card_brand && (brands[card_brand] ?? capitalized(card_brand))
  return [brand, card_last4 && `••••\u00a0${card_last4}`].filter(Boolean).join(' ') || null
}
