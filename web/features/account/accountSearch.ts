/** The tabs of the account, in their order (spec 2 §2). */
export const accountTabs = [
  'overview',
  'classes',
  'lessons',
  'bookings',
  'camps',
  'payments',
  'profile',
] as const
export type AccountTab = (typeof accountTabs)[number]

/** What /account reads from its address. */
export interface AccountSearch {
  tab?: AccountTab | undefined
}

/** An unknown tab is the overview; undefined takes it out of what the router read. */
export const readAccountSearch = ({ tab }: Record<string, unknown>): AccountSearch => ({
  tab: accountTabs.find((known) => known === tab),
})
