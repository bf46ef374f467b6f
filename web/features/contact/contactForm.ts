import type { ContactSubject } from '../../../shared/contract/messages/messages.ts'
import { nameProblem } from '../../../shared/domain/people/personName.ts'
import { looksLikePhone, notAPhone } from '../../components/phone.ts'

/** Limits of spec 1 §5, as the contract has them; the contract itself is not shipped to the browser. */
export const nameMost = 100
export const phoneMost = 40
export const messageMost = 2000

/** What a message can be about (spec 1 §2.7), in its order. */
export const subjects: readonly { value: ContactSubject; label: string }[] = [
  { value: 'cage-rental', label: 'Cage rental' },
  { value: 'private-lessons', label: 'Private lessons' },
  { value: 'team-training', label: 'Team training' },
  { value: 'facility-tour', label: 'Facility tour' },
  { value: 'general', label: 'General question' },
]

export interface ContactValues {
  name: string
  phone: string
  subject: ContactSubject | ''
  message: string
  /** Not shown; only programs fill it in. */
  website: string
}

export const emptyContact: ContactValues = { name: '', phone: '', subject: '', message: '', website: '' }

const missing = (sentence: string) => (value: string) => (value.trim() ? null : sentence)

/** What a field says when it is not right yet; null for a good one (spec 1 §5: all four are required). */
export const contactProblems = {
  name: (name: string) => (name.trim() ? nameProblem(name) : 'Please enter your name.'),
  phone: (phone: string) => {
    if (!phone.trim()) return 'Please enter a phone number that we can call you back on.'
    return looksLikePhone(phone) ? null : notAPhone
  },
  subject: missing('Please choose what it is about.'),
  message: missing('Please write a message.'),
}

/**
 * The same message for the person's own mail program (RFC 6068), so that nothing typed is lost when the person would
 * rather write there, or when the message did not get through. Its lines end as mail's do.
 */
export function mailLink(to: string, { name, phone, subject, message }: ContactValues): string {
  const about = subjects.find(({ value }) => value === subject)?.label ?? 'Question'
  const from = [name, phone].map((part) => part.trim()).filter(Boolean)
  const body = [message.trim(), from.join(', ')].filter(Boolean).join('\n\n')
  const fields = [['subject', about], ...(body ? [['body', body.replace(/\r?\n/g, '\r\n')]] : [])]
  const query = fields.map(([field, text = '']) => `${field}=${encodeURIComponent(text)}`)
  return `mailto:${encodeURIComponent(to).replaceAll('%40', '@')}?${query.join('&')}`
}

/** What is said of the room that is left, for eyes that cannot see the counter; nothing until it matters. */
export function roomLeft(length: number): string {
  const left = messageMost - length
  if (left === 0) return 'The message is as long as it can be.'
  return `${left.toLocaleString('en-US')} ${left === 1 ? 'character' : 'characters'} left.`
}
