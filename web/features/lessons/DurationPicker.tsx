import { coachFee, lessonDurations } from '../../../shared/domain/lessons.ts'
import { formatRate } from '../../../shared/domain/money.ts'
import classes from '../../ui/RadioTiles.module.css'

interface DurationPickerProps {
  /** Dollars per hour. */
  hourlyRate: number
  minutes: number
  onPick: (minutes: (typeof lessonDurations)[number]) => void
}

/** 30, 60 or 90 minutes, each with the coach's part of the price. */
export function DurationPicker({ hourlyRate, minutes, onPick }: DurationPickerProps) {
  return (
    <fieldset className={classes.durations}>
      <legend className={classes.legend}>Duration</legend>
      {lessonDurations.map((choice) => (
        <label key={choice} className={classes.duration}>
          <input
            type="radio"
            name="duration"
            value={choice}
            checked={choice === minutes}
            onChange={() => onPick(choice)}
            className={classes.input}
          />
          <span className={classes.minutes}>{choice} min</span>
          <span className={classes.fee}>{formatRate(coachFee(hourlyRate, choice))}</span>
        </label>
      ))}
    </fieldset>
  )
}
