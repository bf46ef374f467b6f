import { capitalized } from '../../../shared/domain/capitalized.ts'
import { pageTitles } from '../../../shared/domain/facility/pageTitles.ts'

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
  /** One booking, lesson or registration of the tab, from a link. */
  item?: string | undefined
  /** The dialog that the link opens. */
  change?: 'move' | 'cancel' | undefined
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** An unknown tab is the overview, an item no UUID none; undefined takes it out of what the router read. */
export const readAccountSearch = ({ tab, item, change }: Record<string, unknown>): AccountSearch => {
  const isItem = typeof item === 'string' && UUID.test(item)
  return {
    tab: accountTabs.find((known) => known === tab),
    item: isItem ? item.toLowerCase() : undefined,
    change: isItem && (change === 'move' || change === 'cancel') ? change : undefined,
  }
}

/** The page's title with a tab open: the tab's name first, because a browser's tab cuts the end. */
export const accountTitle = (tab: AccountTab): string =>
  tab === 'overview' ? pageTitles['/account'] : `${capitalized(tab)} · ${pageTitles['/account']}`
