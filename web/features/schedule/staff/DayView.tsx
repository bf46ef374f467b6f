import type { Facility } from '../../../../shared/contract/facility.ts'
import type { ScheduleDay } from '../../../../shared/contract/scheduleDay.ts'
import { DaySummary } from './DaySummary.tsx'
import { DayGrid } from './grid/DayGrid.tsx'
import type { BookingTasksState } from './useBookingTasks.ts'

interface DayViewProps {
  day: string
  schedule: ScheduleDay
  /** The bookings searched for; null where none are. */
  found: ReadonlySet<string> | null
  isFiltered: boolean
  facility: Facility
  tasks: BookingTasksState
  /** To the day before or after, by key. */
  onTurn: (step: -1 | 1) => void
}

/** A day: its grid of cages and half hours, and below what each customer has (spec 3 §2). */
export function DayView({ day, schedule, found, isFiltered, facility, tasks, onTurn }: DayViewProps) {
  const zone = facility.time_zone
  const bookings = schedule.bookings.filter(({ id }) => found === null || found.has(id))
  return (
    <>
      <DayGrid
        day={day}
        facility={facility}
        schedule={schedule}
        isDimmed={({ id }) => found !== null && !found.has(id)}
        onMenu={(booking, at) => tasks.showMenu(booking, day, at)}
        onCreate={tasks.create}
        onMove={tasks.move}
        onTurn={onTurn}
      />
      <DaySummary day={day} bookings={bookings} isFiltered={isFiltered} zone={zone} onPress={tasks.press} />
    </>
  )
}
