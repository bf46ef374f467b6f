import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { nextFreeDay } from '../../../shared/domain/bookings/openTimes.ts'
import { formatDay, formatWallTime } from '../../../shared/domain/time/timeFormat.ts'
import { openTimesQuery } from '../../api/queries/cages.ts'
import type { CageGrid } from '../../components/grid/cageGrid.ts'
import { isFree } from '../../components/grid/earlierTimes.ts'
import { Panel } from '../../ui/layout.tsx'
import classes from './BookCagePage.module.css'

interface NoFreeTimesProps {
  grid: CageGrid
  day: string
  /** The facility's. */
  today: string
}

/** Says that a day has nothing left to book, and leads to the next one that has. Nothing on other days. */
export function NoFreeTimes({ grid, day, today }: NoFreeTimesProps) {
  const { data } = useQuery(openTimesQuery)
  if (grid.slots.some(({ start }) => isFree(grid, start))) return null
  const next = data && nextFreeDay(data, day)
  return (
    <Panel as="p" small className={classes.full}>
      {day === today ? 'No more free times today.' : `No free times on ${formatDay(day)}.`}{' '}
      {next?.first_free && (
        <Link to="/book-cage" search={{ date: next.date }} resetScroll={false} className={classes.fullLink}>
          Next: {formatDay(next.date)}, {formatWallTime(next.first_free)}
        </Link>
      )}
    </Panel>
  )
}
