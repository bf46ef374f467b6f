/** When a coach gives lessons in a week (spec 3 §3, §5). */

/** One weekday on the facility's clock; day 0 is Sunday. */
export interface WeekdayHours {
  readonly day_of_week: number
  /** `HH:mm`. */
  readonly start_time: string
  readonly end_time: string
  readonly is_available: boolean
}

export const weekdays = [0, 1, 2, 3, 4, 5, 6] as const

/** All seven weekdays; one without a row is from 09:00 to 17:00 and not available (spec 3 §3). */
export function completeWeek(rows: readonly WeekdayHours[]): WeekdayHours[] {
  return weekdays.map(
    (day_of_week) =>
      rows.find((row) => row.day_of_week === day_of_week) ?? {
        day_of_week,
        start_time: '09:00',
        end_time: '17:00',
        is_available: false,
      },
  )
}

/** The times that are offered for a weekday: hourly from 16:00 to 22:00 on weekdays 1 to 5, else from 09:00 to 18:00 (spec 3 §5). */
export function hourChoices(weekday: number): string[] {
  const [first, last] = weekday >= 1 && weekday <= 5 ? [16, 22] : [9, 18]
  return Array.from(
    { length: last - first + 1 },
    (_, index) => `${String(first + index).padStart(2, '0')}:00`,
  )
}

/** Whether all of a time of a weekday is within the week's hours. */
export function worksAt(
  week: readonly WeekdayHours[],
  time: { readonly day_of_week: number; readonly start_time: string; readonly end_time: string },
): boolean {
  return week.some(
    (row) =>
      row.is_available &&
      row.day_of_week === time.day_of_week &&
      row.start_time <= time.start_time &&
      row.end_time >= time.end_time,
  )
}
