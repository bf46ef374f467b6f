import { read } from '../read.ts'

const quarterMs = 15 * 60_000
const slackMs = 2_000

/** The cages in service with their prices, ordered by name. */
export const cagesQuery = { ...read('GET /api/cages'), staleTime: 5 * 60_000, meta: { public: true } }

/** What is taken on one facility day, `yyyy-MM-dd`. `useLiveSchedule(day)` keeps it fresh while it is shown. */
export const scheduleQuery = (day: string) => ({
  ...read('GET /api/schedule', { p_date: day }),
  meta: { public: true },
})

/** How much is free on each of the coming days, and the first free half hour. `useLiveOpenTimes` keeps it fresh. */
export const openTimesQuery = {
  ...read('GET /api/open-times'),
  // A half hour that begins changes the answer, and no event tells of it. Some zones' hours begin at a quarter of ours.
  refetchInterval: () => quarterMs + slackMs - (Date.now() % quarterMs),
  meta: { public: true },
}
