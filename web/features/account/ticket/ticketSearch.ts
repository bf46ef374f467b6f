import { mostInCalendarFile } from '../../../../shared/domain/time/calendarFile.ts'
import type { TicketTab } from '../../../components/ticket/useTicket.ts'

/** What /ticket reads from its address. */
export interface TicketSearch {
  /** The tab of the account that lists it. */
  tab?: TicketTab | undefined
  /** The ids of what was booked together, by comma. */
  item?: string | undefined
}

const tabs: readonly TicketTab[] = ['bookings', 'lessons', 'classes', 'camps']
const UUIDS = /^[0-9a-f-]{36}(,[0-9a-f-]{36})*$/

/** An unknown tab, and ids that are none, name nothing. */
export function readTicketSearch({ tab, item }: Record<string, unknown>): TicketSearch {
  const named = typeof item === 'string' ? item.toLowerCase() : ''
  const isItem = UUIDS.test(named) && named.length <= mostInCalendarFile * 37
  return { tab: tabs.find((known) => known === tab), item: isItem ? named : undefined }
}
