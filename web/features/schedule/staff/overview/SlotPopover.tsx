import { Skeleton } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { LoadSlot } from '../../../../../shared/contract/bookings/scheduleLoad.ts'
import { centsFromDollars, formatRate } from '../../../../../shared/domain/money/money.ts'
import { facilityWallTime } from '../../../../../shared/domain/time/time.ts'
import {
  formatDay,
  formatTime,
  formatTimeRange,
  withoutHalfDay,
} from '../../../../../shared/domain/time/timeFormat.ts'
import { useScheduleDay } from '../../../../api/queries/scheduleDay.ts'
import { Text } from '../../../../ui/layout.tsx'
import { Beside, type Spot } from '../../../../ui/staff/Beside.tsx'
import { ErrorAlert } from '../../../../ui/staff/ErrorAlert.tsx'
import { arrivalOf, takenTime } from '../../../bookings/staff/arrival.ts'
import { titleOf } from '../grid/tileText.ts'
import type { BookingTasksState } from '../useBookingTasks.ts'
import classes from './Overview.module.css'

export interface PressedSlot {
  readonly day: string
  readonly slot: LoadSlot
  /** From its start: more than 30 where several half hours were drawn over. */
  readonly minutes: number
  readonly at: Spot
}

interface SlotPopoverProps extends PressedSlot {
  zone: string
  now: Date
  tasks: Pick<BookingTasksState, 'create' | 'view'>
  onClose: () => void
}

/** A half hour of a week, or several: the cages that are free, each a press away from a booking, then who is in the others. */
export function SlotPopover({ day, slot, minutes, at, zone, now, tasks, onClose }: SlotPopoverProps) {
  const query = useScheduleDay(day)
  const start = new Date(slot.start_time)
  const end = new Date(start.getTime() + minutes * 60_000)
  const overlaps = (one: { start_time: string; end_time: string }) =>
    Date.parse(one.start_time) < end.getTime() && Date.parse(one.end_time) > start.getTime()
  const things = [
    ...(query.data?.bookings ?? []).map((booking) => ({ booking, block: null })),
    ...(query.data?.blocks ?? []).map((block) => ({ booking: null, block })),
  ].filter(({ booking, block }) => overlaps(takenTime(booking ?? block)))
  const inCage = (id: string) =>
    things.find(({ booking, block }) =>
      booking ? booking.cages.some((cage) => cage.id === id) : block.cage_ids.includes(id),
    )
  const cages = query.data?.cages.filter(({ is_active }) => is_active) ?? []
  const free = end > now ? cages.filter(({ id }) => !inCage(id)) : []
  const title = `${formatDay(day)}, ${formatTimeRange(start, end, zone)}`
  return (
    <Beside
      at={at}
      label={title}
      title={<strong className={classes.title}>{title}</strong>}
      onClose={onClose}
    >
      <Text tone="dim" size="sm" below={8}>
        {minutes === 30
          ? `${slot.booked} of ${slot.cages} booked`
          : query.data && `${free.length} of ${cages.length} cages free all that time`}
      </Text>
      {query.error && <ErrorAlert error={query.error} onRetry={() => void query.refetch()} />}
      {!query.data && !query.error && <Skeleton height={160} />}
      <div className={classes.free}>
        {free.map(({ id, name }) => (
          <button
            key={id}
            type="button"
            onClick={() => {
              onClose()
              tasks.create({ day, startTime: facilityWallTime(start, zone), minutes, cageIds: [id] })
            }}
          >
            <IconPlus size={16} aria-hidden /> Book {name}
          </button>
        ))}
      </div>
      <ul className={classes.who}>
        {cages.map(({ id, name }) => {
          const thing = inCage(id)
          if (!thing) return null
          const { booking, block } = thing
          const until = `until ${withoutHalfDay(formatTime((booking ?? block).end_time, zone))}`
          const isUnpaid = booking && arrivalOf(booking, now).isUnpaid
          const text = (
            <>
              <b>{name}</b>
              <span>{titleOf(thing)}</span>
              <small>{isUnpaid ? `${formatRate(centsFromDollars(booking.total_cost))} due` : until}</small>
            </>
          )
          return (
            <li key={id}>
              {booking ? (
                <button
                  type="button"
                  onClick={() => {
                    onClose()
                    tasks.view(booking.id, day)
                  }}
                >
                  {text}
                </button>
              ) : (
                <div>{text}</div>
              )}
            </li>
          )
        })}
      </ul>
      <Link
        from="/admin/schedule"
        search={(before) => ({ ...before, view: undefined, date: day })}
        className={classes.open}
      >
        Open {formatDay(day)}
      </Link>
    </Beside>
  )
}
