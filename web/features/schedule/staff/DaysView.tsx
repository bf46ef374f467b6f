import type { ScheduleDay } from '../../../../shared/contract/bookings/scheduleDay.ts'
import type { ScheduleLoad } from '../../../../shared/contract/bookings/scheduleLoad.ts'
import type { Facility } from '../../../../shared/contract/facility/facility.ts'
import { DayChoice } from './DayChoice.tsx'
import { DayList } from './DayList.tsx'
import { MonthView } from './MonthView.tsx'
import { MonthOverview } from './overview/MonthOverview.tsx'
import { WeekOverview } from './overview/WeekOverview.tsx'
import classes from './SchedulePage.module.css'
import type { BookingTasksState } from './useBookingTasks.ts'
import { type DaysViewProps, WeekView } from './WeekView.tsx'

interface AnyDaysProps extends DaysViewProps {
  view: 'week' | 'month'
  date: string
  /** The chosen day, where it is listed. */
  day: ScheduleDay | undefined
  found: ReadonlySet<string> | null
  isFiltered: boolean
  wide: boolean
  /** How full the days are, where that is shown in place of each booking. */
  load: ScheduleLoad | undefined
  facility: Facility
  tasks: BookingTasksState
}

/** A week or a month: how full it is, or each booking, where there is room; else as days to choose from, with a list of one. */
export function DaysView({ view, date, day, found, isFiltered, wide, load, ...props }: AnyDaysProps) {
  const { facility, tasks, ...calendar } = props
  if (wide && load) {
    const shown = { days: load.days, facility, now: calendar.now }
    return view === 'week' ? (
      <WeekOverview {...shown} tasks={tasks} />
    ) : (
      <MonthOverview {...shown} date={date} />
    )
  }
  if (wide) return view === 'week' ? <WeekView {...calendar} /> : <MonthView {...calendar} date={date} />
  const { days, zone, now, onPress } = calendar
  const bookings = day?.bookings.filter(({ id }) => found === null || found.has(id))
  return (
    <div className={classes.list}>
      <DayChoice days={days} date={date} isMonth={view === 'month'} zone={zone} now={now} />
      <DayList
        day={date}
        bookings={isFiltered && found === null ? undefined : bookings}
        notes={days.find((one) => one.date === date)?.notes ?? []}
        isFiltered={isFiltered}
        zone={zone}
        onPress={onPress}
      />
    </div>
  )
}
