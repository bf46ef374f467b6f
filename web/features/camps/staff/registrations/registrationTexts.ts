import type { StaffCampRegistration } from '../../../../../shared/contract/programs/campRegistrations.ts'
import { NO_NAME } from '../../../programs/staff/rosterSeat.ts'

/** The status as the dialogs name it (spec 3 §4). */
export const statusNames = {
  registered: 'Pay on Arrival',
  paid: 'Paid',
  canceled: 'Canceled',
} as const
export type RegistrationStatus = keyof typeof statusNames

/** How the desk took money that is noted as paid. */
export const methodChoices = [
  { value: 'cash', label: 'Cash' },
  { value: 'desk_card', label: 'Card at the desk' },
  { value: 'other', label: 'Other' },
]

/** Who takes part, as the list and its dialogs call them. */
export const nameOf = ({ name }: Pick<StaffCampRegistration, 'name'>): string => name || NO_NAME
