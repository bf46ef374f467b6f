import type { ScheduleDay } from '../../../../shared/contract/bookings/scheduleDay.ts'
import { DayChoice } from './DayChoice.tsx'
import { DayList } from './DayList.tsx'
import { MonthView } from './MonthView.tsx'
import classes from './SchedulePage.module.css'
import { type DaysViewProps, WeekView } from './WeekView.tsx'

interface AnyDaysProps extends DaysViewProps {
  view: 'week' | 'month'
  date: string
  /** The chosen day, where it is listed. */
  day: ScheduleDay | undefined
  found: ReadonlySet<string> | null
  isFiltered: boolean
  wide: boolean
}

/** A week or a month: as a calendar where there is room, else as days to choose from with the list of the chosen one. */
export function DaysView({ view, date, day, found, isFiltered, wide, ...calendar }: AnyDaysProps) {
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
