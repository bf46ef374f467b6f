import { IconChevronLeft, IconChevronRight, IconChevronsLeft, IconChevronsRight } from '@tabler/icons-react'
import type { Facility } from '../../../shared/contract/facility.ts'
import { monthStrip, weekStrip } from '../../../shared/domain/calendar.ts'
import { formatHours, hoursOf } from '../../../shared/domain/openingHours.ts'
import { formatDay } from '../../../shared/domain/timeFormat.ts'
import { type DayRange, dayChoices } from '../../components/dayChoices.ts'
import classes from './DayNavigation.module.css'
import { DayStrip } from './DayStrip.tsx'
import { StepLink } from './StepLink.tsx'
import { useLargeScreen } from './useLargeScreen.ts'

/** Which day is shown, and the way to the others: a week on large screens, thirty days on small ones. */
export function DayNavigation({
  day,
  range,
  facility,
}: {
  day: string
  range: DayRange
  facility: Facility
}) {
  const large = useLargeScreen()
  const choices = dayChoices(day, range, facility)
  const days = large ? weekStrip(day, facility) : monthStrip(range.first, facility)
  return (
    <nav aria-label="Days" className={classes.navigation}>
      <div className={classes.heading}>
        {large && <StepLink to={choices.previousDay} label="Previous day" icon={IconChevronLeft} />}
        <div className={classes.title}>
          <h2 className={classes.day}>{formatDay(day, 'long')}</h2>
          <p className={classes.hours}>
            {formatHours(hoursOf(day, facility))}
            <span className={classes.place}>
              {' '}
              · {facility.city}, {facility.state} time
            </span>
          </p>
        </div>
        {large && <StepLink to={choices.nextDay} label="Next day" icon={IconChevronRight} />}
      </div>
      <div className={classes.strip}>
        {large && <StepLink to={choices.previousWeek} label="Previous week" icon={IconChevronsLeft} />}
        <DayStrip days={days} day={day} range={range} />
        {large && <StepLink to={choices.nextWeek} label="Next week" icon={IconChevronsRight} />}
      </div>
    </nav>
  )
}
