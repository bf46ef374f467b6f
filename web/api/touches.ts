import type { QueryKey } from '@tanstack/react-query'
import { queryKeys } from './queryKeys.ts'

/** On staff pages below this. */
const staff = (...parts: readonly string[]): QueryKey => [...queryKeys.staff, ...parts]

const users = [staff('users'), staff('customers'), staff('people', 'by-phone'), staff('people', 'search')]

/** What every page says of the facility, and the texts of its public pages. */
const facility: readonly QueryKey[] = [queryKeys.facility, ['texts']]

/** What is loaded again after a change of each noun, on every page that shows it: roots of query keys (read.ts). */
export const touches = {
  /** All that staff see, after what concerns payments, seats or bookings. */
  staff: [queryKeys.staff],
  /** Camps: the site and the schedule show them too. */
  camps: [staff('camps'), queryKeys.camps, queryKeys.schedule],
  /** What someone has to see to, and the figures. */
  dashboard: [staff('dashboard')],
  /** What the desk sells. */
  goods: [staff('goods')],
  /** Drawers, open and closed: every payment at the desk changes one. */
  drawers: [staff('drawers'), staff('closings')],
  invitations: [staff('profile-invitations')],
  /** Of one person: their page, and the lists that name them. */
  person: (id: string) => [staff('people', id), staff('payments'), ...users],
  /** Every page of a person: records were merged. */
  people: [staff('people'), staff('payments'), staff('users'), staff('customers')],
  /** A change that was undone: bookings, lessons and what they leave free. */
  undone: [queryKeys.staff, queryKeys.schedule, queryKeys.coaches],
  /** Lists of people, and who is found by name or phone number. */
  users,
  /** A lesson, as its coach changes it: everything of the portal, and the times that it took or freed. */
  lesson: [staff('portal'), queryKeys.schedule, queryKeys.coaches],
  /** Cages that are closed, or open again. */
  closures: [['closures'], ['closure-runs'], staff('schedule'), queryKeys.schedule],
  /** A coach, and when they work: the public pages show them too. */
  coaches: [queryKeys.staff, queryKeys.coaches],
  /** A coach's profile; the session says which coach an account is. */
  coachProfile: [queryKeys.staff, queryKeys.coaches, queryKeys.me],
  /** What the owner sets; the site shows it too. */
  settings: [
    ...[['settings'], ['closures'], ['closure-runs'], ['health'], staff('imports')],
    ...facility,
    queryKeys.cages,
  ],
  /** The doors, and what is done of what comes before they open. */
  opening: [['opening'], ['own-facility'], ...facility],
  mail: [['settings', 'mail'], ['opening'], ...facility],
  cards: [['settings', 'cards'], queryKeys.payments, ['opening'], ...facility],
  /** The texts of the public pages. */
  texts: [['settings', 'texts'], queryKeys.memberships, ['opening'], ...facility],
  /** What was imported or undone is on many screens of staff. */
  imports: [staff('imports'), ...users],
  /** Waivers, and who has signed them. */
  waivers: [['waivers'], ['settings', 'waivers']],
  emailTemplates: [staff('email-templates')],
  /** Mail and what visitors wrote; the dashboard counts what failed and what is new. */
  messages: [staff('messages'), staff('contact-messages'), staff('dashboard')],
  /** Reminders and messages to everybody of something: who gets one, and how far each is. */
  reminders: [['session-audience'], ['reminder-runs']],
} as const
