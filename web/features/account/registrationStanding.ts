import type { RegistrationStatus } from '../../../shared/contract/accountRegistrations.ts'
import type { Tone } from './ItemCard.tsx'

/** Of classes and camps: 'registered' is displayed as Pay on Arrival (spec 2 §4). */
export const registrationStandings: Record<RegistrationStatus, { tone: Tone; label: string }> = {
  registered: { tone: 'open', label: 'Pay on Arrival' },
  paid: { tone: 'good', label: 'Paid' },
  canceled: { tone: 'quiet', label: 'Cancelled' },
}
