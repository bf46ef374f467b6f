import type { Price } from '../../../shared/domain/pricing.ts'
import type { Selection } from '../../components/SelectionBar.tsx'

/** The selected sessions as the bar tells them. Null for none. */
export function chosenSessions(
  { sessions, total, subtotal }: Price,
  discountPercent: number,
): Selection | null {
  if (sessions.length === 0) return null
  const amount = sessions.length === 1 ? '1 session' : `${sessions.length} sessions`
  return { total, subtotal, discountPercent, amount, spoken: `${amount} selected` }
}
