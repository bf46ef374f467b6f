import { formatDollars } from '../../../shared/domain/money.ts'
import type { MoneyBack } from './giveBack.ts'

/** What comes back, as a sentence for the customer; empty when nothing does. */
export function refundLine({ cents, method }: MoneyBack): string {
  if (method === null) return ''
  const amount = formatDollars(cents)
  return method === 'card'
    ? `${amount} goes back to the card you paid with. Banks take 5 to 10 days to show it.`
    : `Our front desk gives you back the ${amount} that you paid.`
}
