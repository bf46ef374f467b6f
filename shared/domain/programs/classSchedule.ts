/** A class's weekly schedule as text. */
import type { ClassSchedule } from '../../contract/programs/classes.ts'
import { formatWallTimeRange, weekdayNames } from '../time/timeFormat.ts'

/** 'Mondays 4:00–5:00 PM': facility wall time, the same all year (decision 6). */
export const scheduleLine = ({ day_of_week, start_time, end_time }: ClassSchedule): string =>
  `${weekdayNames[day_of_week]}s ${formatWallTimeRange({ start_time, end_time })}`
