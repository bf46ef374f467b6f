import { useMediaQuery } from '@mantine/hooks'
import { usePrefetchQuery } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import type { ListedBooking } from '../../../../shared/contract/bookings/bookingLists.ts'
import type { ScheduleDay } from '../../../../shared/contract/bookings/scheduleDay.ts'
import type { Facility } from '../../../../shared/contract/facility/facility.ts'
import { arrivalAsksQuery } from '../../programs/staff/ToAsk.tsx'
import { DaySummary } from './DaySummary.tsx'
import { DayGrid } from './grid/DayGrid.tsx'
import classes from './SchedulePage.module.css'
import type { BookingTasksState } from './useBookingTasks.ts'

interface DayViewProps {
  day: string
  schedule: ScheduleDay
  /** The bookings searched for; null where none are. */
  found: ReadonlySet<string> | null
  isFiltered: boolean
  facility: Facility
  tasks: BookingTasksState
  onTurn: (step: -1 | 1) => void
}

/**
 * A day: its grid of cages and half hours, and below what each customer has (spec 3 §2). A search dims what it does not find
 * on the grid, whose time is taken all the same, and leaves it out below.
 */
export function DayView({ day, schedule, found, isFiltered, facility, tasks, onTurn }: DayViewProps) {
  const zone = facility.time_zone
  // Read before a booking is pressed: what comes later pushes its buttons away under the pointer.
  usePrefetchQuery(arrivalAsksQuery(day))
  const isDimmed = useCallback(({ id }: ListedBooking) => found !== null && !found.has(id), [found])
  const bookings = useMemo(
    () => schedule.bookings.filter((booking) => !isDimmed(booking)),
    [schedule, isDimmed],
  )
  const isPhone = useMediaQuery('(width < 48em)', false, { getInitialValueInEffect: false })
  const [only, setOnly] = useState<string>()
  const shown = useMemo(
    () => (isPhone && only ? inCage(schedule, only) : schedule),
    [schedule, isPhone, only],
  )
  return (
    <>
      <DayGrid
        day={day}
        facility={facility}
        schedule={shown}
        pick={isPhone ? { cages: schedule.cages, onPick: setOnly } : undefined}
        isDimmed={isDimmed}
        onMenu={(booking, at) => tasks.openMenu({ booking, day, at })}
        actionsOf={tasks.actions.actionsOf}
        onCreate={tasks.create}
        onMove={tasks.actions.move}
        onTurn={onTurn}
      />
      <div className={classes.list}>
        <DaySummary day={day} bookings={bookings} isFiltered={isFiltered} zone={zone} onPress={tasks.press} />
      </div>
    </>
  )
}

/** One cage of a day: as wide as a phone. */
const inCage = (schedule: ScheduleDay, cageId: string): ScheduleDay => {
  const cages = schedule.cages.filter(({ id }) => id === cageId)
  if (cages.length === 0) return schedule
  return {
    ...schedule,
    cages,
    bookings: schedule.bookings.filter(({ cages }) => cages.some(({ id }) => id === cageId)),
    blocks: schedule.blocks.filter(({ cage_ids }) => cage_ids.includes(cageId)),
  }
}
