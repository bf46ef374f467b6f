import { readDay, readText } from '../../../components/searchValues.ts'

export const scheduleViews = ['day', 'week', 'month'] as const
export type ScheduleView = (typeof scheduleViews)[number]

export const shownStatuses = ['paid', 'pending payment'] as const
export type ShownStatus = (typeof shownStatuses)[number]

/** What /admin/schedule reads from its address. */
export interface ScheduleSearch {
  /** The day view where it is absent. */
  view?: Exclude<ScheduleView, 'day'> | undefined
  /** The day shown, or one of the week or month shown; today where it is absent. */
  date?: string | undefined
  status?: ShownStatus | undefined
  search?: string | undefined
  /** The booking whose details are open; it takes place on `date`. */
  open?: string | undefined
}

/** The address as the page reads it: what it does not know is left out. */
export const readScheduleSearch = (raw: Record<string, unknown>): ScheduleSearch => ({
  view: raw.view === 'week' || raw.view === 'month' ? raw.view : undefined,
  date: readDay(raw.date),
  status: shownStatuses.find((known) => known === raw.status),
  search: readText(raw.search) || undefined,
  open: readText(raw.open),
})
