import { isRefusal } from '../../api/apiError.ts'

/** The tabs of the coach's dashboard, in their order (spec 3 §2). */
export const coachTabs = ['dashboard', 'bookings', 'book-client', 'availability'] as const
export type CoachTab = (typeof coachTabs)[number]

/** What /coach-dashboard reads from its address. */
export interface CoachSearch {
  tab?: CoachTab | undefined
  /** Of the bookings: what is searched. */
  search?: string | undefined
  /** Of the bookings: those of the days before today; else upcoming ones. */
  view?: 'past' | undefined
  /** The one whose details are open. */
  lesson?: string | undefined
  /** Of the booking grid: a facility day, and the start `HH:mm` that it leads to. Not checked yet. */
  day?: string | undefined
  time?: string | undefined
}

export interface CoachTabProps {
  coachId: string
  search: CoachSearch
}

/** Why a tab cannot show its data (spec 3 §8, Coach portal). */
export const coachDataFailure = (error: Error): string =>
  isRefusal(error, 'coach_not_found')
    ? 'Could not load coach profile.'
    : `Failed to load coach data: ${error.message}`
