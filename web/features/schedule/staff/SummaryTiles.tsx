import { Skeleton } from '@mantine/core'
import { Panel } from '../../../ui/layout.tsx'
import classes from './SummaryTiles.module.css'
import type { ShownDay } from './WeekView.tsx'

interface SummaryTilesProps {
  /** The days counted; undefined while they are loaded. */
  days: readonly Pick<ShownDay, 'total' | 'paid' | 'pending'>[] | undefined
  /** What they are together: 'this day'. */
  scope: string
}

/** How many bookings the days have, whatever is searched or filtered (spec 3 §2). Class sessions are neither paid nor pending. */
export function SummaryTiles({ days, scope }: SummaryTilesProps) {
  const sum = (part: 'total' | 'paid' | 'pending') => days?.reduce((all, day) => all + day[part], 0)
  return (
    <dl className={classes.tiles} aria-label={`Bookings of ${scope}`}>
      <Tile name="Total Bookings" count={sum('total')} />
      <Tile name="Paid" count={sum('paid')} />
      <Tile name="Pending" count={sum('pending')} />
    </dl>
  )
}

const Tile = ({ name, count }: { name: string; count: number | undefined }) => (
  <Panel as="div" small className={classes.tile} data-tile={name}>
    <dt>{name}</dt>
    <dd>{count ?? <Skeleton height={28} width={36} />}</dd>
  </Panel>
)
