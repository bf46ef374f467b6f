import { Skeleton } from '@mantine/core'
import classes from './DayNavigation.module.css'
import stripClasses from './DayStrip.module.css'

/** The room that the days will take, while it is not known when the facility is open. */
export function DayNavigationSkeleton() {
  return (
    <div className={classes.navigation} aria-hidden>
      <div className={classes.heading}>
        <div className={classes.title}>
          <p className={classes.day}>{'\u00a0'}</p>
          <p className={classes.hours}>{'\u00a0'}</p>
        </div>
      </div>
      <div className={classes.strip}>
        <div className={stripClasses.strip}>
          <Skeleton height="4.5rem" radius="md" className={classes.wholeStrip ?? ''} />
        </div>
      </div>
    </div>
  )
}
