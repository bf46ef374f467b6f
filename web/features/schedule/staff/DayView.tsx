import type { Facility } from '../../../../shared/contract/facility.ts'
import type { ScheduleDay } from '../../../../shared/contract/scheduleDay.ts'
import { DayList } from './DayList.tsx'
import { DaySummary } from './DaySummary.tsx'
import type { BookingTasksState } from './useBookingTasks.ts'

interface DayViewProps {
  day: string
  schedule: ScheduleDay
  /** The bookings searched for; null where none are. */
  found: ReadonlySet<string> | null
  isFiltered: boolean
  facility: Facility
  tasks: BookingTasksState
}

/** A day: its grid of cages and half hours, and below what each customer has (spec 3 §2). */
export function DayView({ day, schedule, found, isFiltered, facility, tasks }: DayViewProps) {
  const zone = facility.time_zone
  const bookings = schedule.bookings.filter(({ id }) => found === null || found.has(id))
  return (
    <>
      <DayList day={day} bookings={schedule.bookings} isFiltered={false} zone={zone} onPress={tasks.press} />
      <DaySummary day={day} bookings={bookings} isFiltered={isFiltered} zone={zone} onPress={tasks.press} />
    </>
  )
}
