import { IconClock, IconPhone } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type KeyboardEvent, useState } from 'react'
import type { ListedBooking } from '../../../../../shared/contract/bookings/bookingLists.ts'
import { centsFromDollars, formatDollars, formatRate } from '../../../../../shared/domain/money/money.ts'
import { formatShortRange, formatTime } from '../../../../../shared/domain/time/timeFormat.ts'
import { facilityQuery } from '../../../../api/queries/facility.ts'
import { ignoreHeldKey } from '../../../../ui/pressGuard.ts'
import { Beside, type Spot } from '../../../../ui/staff/Beside.tsx'
import { arrivalOf, isToday, lateOf } from '../../../bookings/staff/arrival.ts'
import { type Taking, useArrival } from '../../../bookings/staff/useArrival.ts'
import { attendancesOf, useAttendance } from '../../../bookings/staff/useAttendance.ts'
import type { BookingTask } from '../bookingMenu.tsx'
import { whoOf } from '../entryText.ts'
import classes from './BookingPopover.module.css'

export interface PressedBooking {
  readonly booking: ListedBooking
  /** Where it is on the screen. */
  readonly at: Spot
}

interface BookingPopoverProps extends PressedBooking {
  zone: string
  now: Date
  onTask: (task: BookingTask, booking: ListedBooking) => void
  onClose: () => void
}

/**
 * What the desk does with a booking most: check in, take the money, move, write, look. The first button is the one press of an
 * arrival. By keys: I checks in, $ takes cash, M moves, O opens.
 */
export function BookingPopover({ booking, at, zone, now, onTask, onClose }: BookingPopoverProps) {
  const { cage_name, item_name, kind, start_time, end_time, customer_phone, total_cost, status } = booking
  const { arrive } = useArrival()
  const { note } = useAttendance()
  const [isBusy, setBusy] = useState(false)
  const { mayCheckIn, isIn, isUnpaid } = arrivalOf(booking, now)
  const isHere = isToday(booking, now, zone)
  const canArrive = isHere && mayCheckIn
  const due = formatRate(centsFromDollars(total_cost))
  const noted = attendancesOf(booking, now, zone)

  async function run(act: () => Promise<void>) {
    setBusy(true)
    await act()
    onClose()
  }
  const take = (method: Taking) => void run(() => arrive(booking, method))
  const task = (one: BookingTask) => {
    onClose()
    onTask(one, booking)
  }
  function onKeyDown(event: KeyboardEvent) {
    ignoreHeldKey(event as KeyboardEvent<HTMLElement>)
    if (event.ctrlKey || event.metaKey || event.altKey || isBusy) return
    const act = {
      i: canArrive && (() => take(null)),
      $: isHere && isUnpaid && (() => take('cash')),
      m: kind !== 'class' && (() => task('move')),
      o: () => task('view'),
    }[event.key]
    if (!act) return
    event.preventDefault()
    act()
  }
  const act = canArrive ? 'Check In & Take' : 'Take'
  const title = `${whoOf(booking)}, ${cage_name ?? item_name}, ${formatShortRange(start_time, end_time, zone)}`
  return (
    <Beside
      at={at}
      label={title}
      title={<h3 className={classes.name}>{whoOf(booking)}</h3>}
      onClose={onClose}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: its buttons have the focus, keys are beside them */}
      <div onKeyDown={onKeyDown}>
        <p className={classes.fact}>
          <IconClock size={18} aria-hidden />
          <span>
            {[kind === 'lesson' && item_name, cage_name].filter(Boolean).join(', ')} ·{' '}
            {formatShortRange(start_time, end_time, zone)}
          </span>
          <StateChip booking={booking} now={now} zone={zone} />
        </p>
        {customer_phone && (
          <p className={classes.fact}>
            <IconPhone size={18} aria-hidden />
            <a href={`tel:${customer_phone}`}>{customer_phone}</a>
          </p>
        )}
        {kind === 'class' ? (
          <p className={classes.money}>{booking.participants.length} taking part</p>
        ) : (
          <p className={classes.money}>
            <strong>{formatDollars(centsFromDollars(total_cost))}</strong>{' '}
            {isUnpaid ? 'due at the desk' : status === 'paid' ? 'paid' : ''}
          </p>
        )}
        {isHere && isUnpaid && (canArrive || isIn) && (
          <div className={classes.split}>
            <button type="button" disabled={isBusy} onClick={() => take('cash')} data-autofocus>
              {act} {due} Cash
            </button>
            <button
              type="button"
              disabled={isBusy}
              className={classes.card}
              aria-label={`${act} ${due} by Card`}
              onClick={() => take('desk_card')}
            >
              Card
            </button>
          </div>
        )}
        {canArrive && (
          <button
            type="button"
            className={isUnpaid ? classes.later : classes.primary}
            data-autofocus={!isUnpaid || undefined}
            disabled={isBusy}
            onClick={() => take(null)}
          >
            {isUnpaid ? 'Check In, Pay Later' : 'Check In'} <kbd aria-hidden>I</kbd>
          </button>
        )}
        {isUnpaid && !isHere && (
          <button type="button" className={classes.pale} onClick={() => task('pay')} data-autofocus>
            Take Payment
          </button>
        )}
        <div className={classes.row}>
          {kind !== 'class' && (
            <>
              <button type="button" onClick={() => task('move')}>
                Move <kbd aria-hidden>M</kbd>
              </button>
              <button type="button" onClick={() => task('message')}>
                Message
              </button>
            </>
          )}
          {kind === 'class' && booking.class_id && (
            <Link
              to="/admin/classes/$classId"
              params={{ classId: booking.class_id }}
              search={{ of: booking.id }}
            >
              Registrations
            </Link>
          )}
          <button type="button" onClick={() => task('view')}>
            Open <kbd aria-hidden>O</kbd>
          </button>
        </div>
        {kind !== 'class' && (
          <div className={classes.ends}>
            {noted.includes('no_show') && (
              <button
                type="button"
                disabled={isBusy}
                onClick={() => void run(() => note(booking, 'no_show'))}
              >
                No-Show
              </button>
            )}
            {noted.includes(null) && (
              <button type="button" disabled={isBusy} onClick={() => void run(() => note(booking, null))}>
                {booking.attendance === 'no_show' ? 'Undo No-Show' : 'Undo Check-In'}
              </button>
            )}
            <button type="button" className={classes.cancel} onClick={() => task('cancel')}>
              Cancel Booking
            </button>
          </div>
        )}
      </div>
    </Beside>
  )
}

/** 'in 13 min', '17 min late', 'in at 4:52'; nothing where there is no news. */
function StateChip({ booking, now, zone }: Pick<BookingPopoverProps, 'booking' | 'now' | 'zone'>) {
  const facility = useQuery(facilityQuery).data
  const { isIn } = arrivalOf(booking, now)
  const late = facility ? lateOf(booking, now, facility.late_after_minutes) : null
  const minutes = Math.round((Date.parse(booking.start_time) - now.getTime()) / 60_000)
  const at = booking.attendance_at && formatTime(booking.attendance_at, zone).slice(0, -3)
  const text = isIn
    ? `in at ${at}`
    : booking.attendance === 'no_show'
      ? 'no-show'
      : late !== null
        ? `${late} min late`
        : minutes > 0 && minutes <= 60 && `in ${minutes} min`
  return text ? (
    <span className={classes.chip} data-in={isIn || undefined}>
      {text}
    </span>
  ) : null
}
