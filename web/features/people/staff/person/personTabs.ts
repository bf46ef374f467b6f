import type { PersonPage } from '../../../../../shared/contract/people/personPage.ts'

/** The parts of a person's page, as its address names them. */
export const personTabs = [
  'overview',
  'family',
  'bookings',
  'payments',
  'messages',
  'notes',
  'security',
] as const
export type PersonTab = (typeof personTabs)[number]

/** What every part of the page is given. */
export interface PersonTabProps {
  readonly person: PersonPage
  /** The facility's time zone. */
  readonly zone: string
}
