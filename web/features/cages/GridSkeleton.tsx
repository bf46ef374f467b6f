import { Skeleton, VisuallyHidden } from '@mantine/core'
import type { Cage } from '../../../shared/contract/bookings/cages.ts'
import type { GridSlot } from '../../components/grid/cageGrid.ts'
import { Stack } from '../../ui/layout.tsx'
import rows from './PhoneDay.module.css'
import classes from './SlotGrid.module.css'
import { useLargeScreen } from './useLargeScreen.ts'

interface GridSkeletonProps {
  cages?: readonly Pick<Cage, 'id' | 'name' | 'details'>[] | undefined
  slots?: readonly Pick<GridSlot, 'time'>[] | undefined
}

const numbered = (count: number) => Array.from({ length: count }, (_, index) => String(index))
const unknownCages = numbered(8).map((id) => ({ id, name: '\u00a0' }))
const unknownSlots = numbered(10).map((time) => ({ time }))

/** The grid's shape while the schedule is on its way: as much of it as is known, in the size that it will have. */
export function GridSkeleton({ cages = unknownCages, slots = unknownSlots }: GridSkeletonProps) {
  const large = useLargeScreen()
  return (
    <Stack gap="xs" aria-busy="true">
      <VisuallyHidden component="output">Loading the schedule…</VisuallyHidden>
      {large && (
        <div aria-hidden className={classes.legend}>
          {'\u00a0'}
        </div>
      )}
      <div aria-hidden>
        {large ? <TableSkeleton cages={cages} slots={slots} /> : <RowsSkeleton cages={cages} />}
      </div>
    </Stack>
  )
}

function TableSkeleton({ cages, slots }: Required<GridSkeletonProps>) {
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th className={classes.corner}>Time</th>
          {cages?.map((cage) => (
            <th key={cage.id} className={classes.cage}>
              {cage.name}
              {cage.details && <span className={classes.details}>{cage.details}</span>}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {slots?.map(({ time }) => (
          <tr key={time}>
            <th className={classes.time}>{time.length > 2 && time}</th>
            {cages?.map((cage) => (
              <td key={cage.id} className={classes.cell}>
                <Skeleton height="2.3125rem" radius="sm" />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Of either of a small screen's views: what is chosen above it, and rows. */
const RowsSkeleton = ({ cages }: Required<Pick<GridSkeletonProps, 'cages'>>) => (
  <div className={rows.day}>
    <Skeleton height="2.875rem" />
    <div className={rows.skeletonRows}>
      {cages?.map((cage) => (
        <div key={cage.id} className={rows.skeletonRow}>
          {cage.name}
          <Skeleton height="3rem" radius="sm" />
        </div>
      ))}
    </div>
  </div>
)
