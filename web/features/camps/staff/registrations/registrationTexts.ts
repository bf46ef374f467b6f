import type { StaffCampRegistration } from '../../../../../shared/contract/programs/campRegistrations.ts'
import { centsFromDollars } from '../../../../../shared/domain/money/money.ts'

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

export const NO_NAME = 'Name not provided'

/** Who takes part, as the list and its dialogs call them. */
export const nameOf = ({ name }: Pick<StaffCampRegistration, 'name'>): string => name || NO_NAME

/** The registrations that a search by name, e-mail or phone number and a status leave; canceled ones last. */
export function shownRegistrations(
  registrations: readonly StaffCampRegistration[],
  { search, status }: { search: string; status: RegistrationStatus | '' },
): StaffCampRegistration[] {
  const words = search.trim().toLowerCase()
  const digits = words.replace(/\D/g, '')
  const matches = (registration: StaffCampRegistration) => {
    const { registrant } = registration
    const text = [nameOf(registration), registrant?.full_name, registrant?.email].join(' ').toLowerCase()
    const phone = registrant?.phone_number?.replace(/\D/g, '') ?? ''
    return text.includes(words) || (digits.length > 2 && phone.includes(digits))
  }
  const found = registrations.filter((each) => (status === '' || each.status === status) && matches(each))
  const isCanceled = (each: StaffCampRegistration) => Number(each.status === 'canceled')
  return found.sort((a, b) => isCanceled(a) - isCanceled(b))
}

/** How many have a seat, by status, and what is still owed, in dollars. */
export function summaryOf(registrations: readonly StaffCampRegistration[]) {
  const count = (of: RegistrationStatus) => registrations.filter(({ status }) => status === of).length
  const owed = registrations.reduce((cents, { owed_amount }) => cents + centsFromDollars(owed_amount), 0)
  return {
    paid: count('paid'),
    onArrival: count('registered'),
    canceled: count('canceled'),
    owed: owed / 100,
  }
}
