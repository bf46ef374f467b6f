import { Skeleton, VisuallyHidden } from '@mantine/core'
import type { Cage } from '../../../shared/contract/cages.ts'
import type { GridSlot } from '../../components/grid/cageGrid.ts'
import classes from './SlotGrid.module.css'
import { useLargeScreen } from './useLargeScreen.ts'

interface GridSkeletonProps {
  cages?: readonly Pick<Cage, 'id' | 'name'>[] | undefined
  slots?: readonly Pick<GridSlot, 'time'>[] | undefined
}

const numbered = (count: number) => Array.from({ length: count }, (_, index) => String(index))
const unknownCages = numbered(8).map((id) => ({ id, name: '\u00a0' }))
const unknownSlots = numbered(10).map((time) => ({ time }))

/** The grid's shape while the schedule is on its way: as much of it as is known, in the size that it will have. */
export function GridSkeleton({ cages = unknownCages, slots = unknownSlots }: GridSkeletonProps) {
  const large = useLargeScreen()
  return (
    <div className={classes.section} aria-busy="true">
      <VisuallyHidden component="output">Loading the schedule…</VisuallyHidden>
      <div aria-hidden className={classes.legend}>
        {'\u00a0'}
      </div>
      <div aria-hidden>
        {large ? (
          <TableSkeleton cages={cages} slots={slots} />
        ) : (
          <ListsSkeleton cages={cages} slots={slots} />
        )}
      </div>
    </div>
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
                <Skeleton height="2.75rem" radius="sm" />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function ListsSkeleton({ cages, slots }: Required<GridSkeletonProps>) {
  return (
    <div className={classes.lists}>
      {cages?.map((cage) => (
        <div key={cage.id} className={classes.cageList}>
          <div className={classes.head}>
            <p className={classes.name}>{cage.name}</p>
          </div>
          <div className={classes.slots}>
            {slots?.map(({ time }) => (
              <Skeleton key={time} height="3.25rem" radius="sm" />
            ))}
          </div>
        </div>
      ))}
    </div>
  )
}
