import type { QueryKey } from '@tanstack/react-query'
import { queryKeys } from './queryKeys.ts'

/** What is loaded again after a change of each noun, on every page that shows it: roots of query keys (read.ts). */
export const touches = {
  /** All that staff see, after what concerns payments, seats or bookings. */
  staff: [queryKeys.staff] satisfies QueryKey[],
  /** Camps: the site and the schedule show them too. */
  camps: [[...queryKeys.staff, 'camps'], queryKeys.camps, queryKeys.schedule] satisfies QueryKey[],
  /** Of one person: their page, and the lists that name them. */
  person: (id: string): readonly QueryKey[] => [
    [...queryKeys.staff, 'people', id],
    [...queryKeys.staff, 'payments'],
    [...queryKeys.staff, 'users'],
    [...queryKeys.staff, 'customers', id],
  ],
  /** A lesson, as its coach changes it: everything of the portal, and the times that it took or freed. */
  lesson: [[...queryKeys.staff, 'portal'], queryKeys.schedule, queryKeys.coaches],
  /** A cage that the desk closes, or opens again. */
  closedCage: [
    ['closures'],
    [...queryKeys.staff, 'closures'],
    [...queryKeys.staff, 'schedule'],
    queryKeys.schedule,
  ],
} as const
