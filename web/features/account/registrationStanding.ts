import type { CustomerClassRegistration } from '../../../shared/contract/accountRegistrations.ts'
import type { Tone } from '../../components/ItemCard.tsx'

/** Of classes and camps: 'registered' is displayed as Pay on Arrival (spec 2 §4), unless there is nothing to pay. */
export function registrationStanding({
  status,
  total_cost,
}: Pick<CustomerClassRegistration, 'status' | 'total_cost'>): { tone: Tone; label: string } {
  if (status === 'canceled') return { tone: 'quiet', label: 'Canceled' }
  if (status === 'paid') return { tone: 'good', label: 'Paid' }
  return total_cost > 0 ? { tone: 'open', label: 'Pay on Arrival' } : { tone: 'good', label: 'Registered' }
}
