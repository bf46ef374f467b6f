import { nameProblem } from '../../../shared/domain/people/personName.ts'
import { looksLikeEmail, notAnEmail } from '../../components/email.ts'
import { looksLikePhone, notAPhone } from '../../components/phone.ts'

/** What a guest fills in. */
export interface GuestValues {
  name: string
  phone: string
  email: string
  /** Not shown; only programs fill it in. */
  website: string
}

export const emptyGuest: GuestValues = { name: '', phone: '', email: '', website: '' }

/** Said where nobody is signed in and nothing is filled in (spec 1 §5). */
export const noBooker = 'You must be logged in or provide guest details to book.'

/** What a field says when it is left and is not right yet; null for a good one (spec 1 §5, coach page). */
export const guestProblems = {
  name: (name: string) => (name.trim() ? nameProblem(name) : 'Full name is required.'),
  phone: (phone: string) => {
    if (!phone.trim()) return 'Phone number is required.'
    return looksLikePhone(phone) ? null : notAPhone
  },
  email: (email: string) => (email.trim() === '' || looksLikeEmail(email) ? null : notAnEmail),
}
