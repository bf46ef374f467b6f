import { readDay } from '../../components/searchValues.ts'

/** What the address of a coach's page says (spec 1 §4, coach page flow). */
export interface LessonSearch {
  /** Minutes; nothing stands for the default of 60. */
  duration?: 30 | 90 | undefined
  /** The facility day; nothing stands for the first that can be booked. */
  date?: string | undefined
  /** The chosen start on the facility's clock, `HH:mm`: the summary is shown. */
  time?: string | undefined
}

/**
 * Keeps what is understood; the rest is named as undefined, because the router keeps what the address says of a key
 * that is left out. A time without a day means nothing. The durations are not taken from the rules of lessons: every
 * page of the site loads this file, and need not load those.
 */
export function readLessonSearch(search: Record<string, unknown>): LessonSearch {
  const { duration, time } = search
  const date = readDay(search.date)
  return {
    duration: duration === 30 || duration === 90 ? duration : undefined,
    date,
    time: date && typeof time === 'string' && /^([01]\d|2[0-3]):[0-5]\d$/.test(time) ? time : undefined,
  }
}
