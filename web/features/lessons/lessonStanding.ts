import type { CustomerLesson } from '../../../shared/contract/lessons.ts'
import type { Tone } from '../../components/ItemCard.tsx'

/** Paid when its payment status is paid, otherwise Pay on Arrival (spec 2 §2); a canceled one is neither. */
export function lessonStanding({
  status,
  payment_status,
}: Pick<CustomerLesson, 'status' | 'payment_status'>): { tone: Tone; label: string } {
  if (status === 'canceled') return { tone: 'quiet', label: 'Canceled' }
  return payment_status === 'paid'
    ? { tone: 'good', label: 'Paid' }
    : { tone: 'open', label: 'Pay on Arrival' }
}
