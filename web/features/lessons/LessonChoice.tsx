import type { CoachProfile, LessonSlot } from '../../../shared/contract/coaches.ts'
import type { Facility } from '../../../shared/contract/facility.ts'
import { defaultLessonMinutes } from '../../../shared/domain/lessons.ts'
import { formatDay } from '../../../shared/domain/timeFormat.ts'
import type { DayRange } from '../../components/dayChoices.ts'
import { LazyCalendar } from '../../components/LazyCalendar.tsx'
import { StartTimes } from '../../components/TimeChoice.tsx'
import { DurationPicker } from './DurationPicker.tsx'
import classes from './LessonBooking.module.css'
import type { LessonSearch } from './lessonSearch.ts'

interface LessonChoiceProps {
  coach: CoachProfile
  day: string
  minutes: number
  range: DayRange
  facility: Facility
  slots: { data?: readonly LessonSlot[] | undefined; error: Error | null; refetch: () => unknown }
  /** The next day with times: null if there is none, undefined while unknown. */
  next: string | null | undefined
  /** Why the person is back here. */
  notice: string | null
  onChange: (to: LessonSearch) => void
}

/** The three choices of a lesson on one screen: how long, which day, when (spec 1 §2.6). */
export function LessonChoice(props: LessonChoiceProps) {
  const { coach, day, minutes, range, facility, slots, next, notice, onChange } = props
  return (
    <div className={classes.choice}>
      <div className={classes.duration}>
        <DurationPicker
          hourlyRate={coach.hourly_rate}
          minutes={minutes}
          onPick={(duration) =>
            onChange({ duration: duration === defaultLessonMinutes ? undefined : duration })
          }
        />
      </div>
      <div>
        <LazyCalendar day={day} range={range} facility={facility} onPick={(date) => onChange({ date })} />
      </div>
      <div>
        <h2 id="start-times" tabIndex={-1} className={classes.heading}>
          Start times <span className={classes.aside}>{formatDay(day)}</span>
        </h2>
        {notice && (
          <p role="alert" className={classes.notice}>
            {notice}
          </p>
        )}
        <StartTimes
          day={day}
          next={next}
          slots={slots}
          onPick={(time) => onChange({ date: day, time })}
          onDay={(date) => onChange({ date })}
        />
      </div>
    </div>
  )
}
