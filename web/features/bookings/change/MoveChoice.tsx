import type { Facility } from '../../../../shared/contract/facility.ts'
import { formatDay } from '../../../../shared/domain/timeFormat.ts'
import { bookableRange } from '../../cages/dayChoices.ts'
import { LazyCalendar } from '../../lessons/LazyCalendar.tsx'
import { StartTimes, type StartTimesProps } from '../../lessons/StartTimes.tsx'
import changeClasses from './change.module.css'
import classes from './MoveDialog.module.css'

interface MoveChoiceProps {
  /** Where it is now. */
  title: string
  when: string
  day: string
  now: Date
  facility: Facility
  slots: StartTimesProps['slots']
  /** Why the person is back here. */
  notice: string | null
  onDay: (day: string) => void
  onPick: (time: string) => void
}

/** The first step of a move: another day, another time. */
export function MoveChoice({
  title,
  when,
  day,
  now,
  facility,
  slots,
  notice,
  onDay,
  onPick,
}: MoveChoiceProps) {
  const range = bookableRange(now, facility)
  return (
    <>
      <div className={changeClasses.what}>
        <p className={classes.label}>Now</p>
        <p className={changeClasses.title}>{title}</p>
        <p className={changeClasses.line}>{when}</p>
      </div>
      <div className={classes.choice}>
        <LazyCalendar day={day} range={range} facility={facility} onPick={onDay} />
        <div>
          <h2 id="start-times" tabIndex={-1} className={classes.heading}>
            Free times <span className={classes.aside}>{formatDay(day)}</span>
          </h2>
          {notice && (
            <p role="alert" className={classes.notice}>
              {notice}
            </p>
          )}
          <StartTimes
            day={day}
            facility={facility}
            range={range}
            slots={slots}
            onPick={onPick}
            onDay={onDay}
          />
        </div>
      </div>
    </>
  )
}
