import { formatDay } from '../../../shared/domain/timeFormat.ts'
import { bookableRange } from '../../components/dayChoices.ts'
import { LazyCalendar } from '../../components/LazyCalendar.tsx'
import { StartTimes } from '../../components/TimeChoice.tsx'
import dialogContent from '../../ui/dialogContent.module.css'
import type { FreeTimes } from '../bookings/freeCages.ts'
import classes from './MoveDialog.module.css'
import { PlaceBox } from './PlaceBox.tsx'
import type { Move } from './useMove.ts'

/** The first step of a move: another day, another time. */
export function MoveChoice({ move, times }: { move: Move; times: FreeTimes }) {
  const { from, day, notice, now, facility, showDay, pick } = move
  const range = bookableRange(now, facility)
  return (
    <>
      <PlaceBox {...from} label="Now" />
      <div className={classes.choice}>
        <LazyCalendar day={day} range={range} facility={facility} onPick={showDay} />
        <div>
          <h2 id="start-times" tabIndex={-1} className={classes.heading}>
            Free times <span className={classes.aside}>{formatDay(day)}</span>
          </h2>
          {notice && (
            <p role="alert" className={dialogContent.notice}>
              {notice}
            </p>
          )}
          <StartTimes day={day} next={times.next} slots={times} onPick={pick} onDay={showDay} />
        </div>
      </div>
    </>
  )
}
