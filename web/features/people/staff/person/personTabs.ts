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
