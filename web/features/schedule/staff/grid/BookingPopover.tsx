import { IconClock, IconPhone } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useState } from 'react'
import type { ListedBooking } from '../../../../../shared/contract/bookings/bookingLists.ts'
import { centsFromDollars, formatDollars } from '../../../../../shared/domain/money/money.ts'
import { facilityDay } from '../../../../../shared/domain/time/time.ts'
import { formatTime, formatTimeRange, withoutHalfDay } from '../../../../../shared/domain/time/timeFormat.ts'
import { facilityQuery } from '../../../../api/queries/facility.ts'
import { Text } from '../../../../ui/layout.tsx'
import { ignoreHeldKey } from '../../../../ui/pressGuard.ts'
import { Beside, type Spot } from '../../../../ui/staff/Beside.tsx'
import { arrivalOf, lateOf } from '../../../bookings/staff/arrival.ts'
import { type BookingAct, paysOnArrival } from '../../../bookings/staff/bookingActs.ts'
import type { BookingAction } from '../../../bookings/staff/useBookingActions.tsx'
import { ArrivalAsks } from '../../../programs/staff/ToAsk.tsx'
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
  actionsOf: (booking: ListedBooking) => readonly BookingAction[]
  onClose: () => void
}

/**
 * What the desk does with a booking most: check in, take the money, move, write, look. The first button is the one press of an
 * arrival. By keys: I checks in, $ takes cash, M moves, O opens.
 */
export function BookingPopover({ booking, at, zone, now, actionsOf, onClose }: BookingPopoverProps) {
  const { cage_name, item_name, kind, start_time, end_time, customer_phone, total_cost, status } = booking
  const [isBusy, setBusy] = useState(false)
  const { isUnpaid } = arrivalOf(booking, now)
  const actions = new Map(actionsOf(booking).map((action) => [action.act, action]))
  const canPay = paysOnArrival(booking, { now, zone })

  // What is refused, such as for a waiver, leaves it open.
  async function run(act: BookingAct) {
    const action = actions.get(act)
    if (!action || isBusy) return
    if (!doneAtOnce.has(act)) onClose()
    setBusy(true)
    const done = await action.onSelect?.()
    setBusy(false)
    if (done !== false) onClose()
  }
  function onKeyDown(event: KeyboardEvent) {
    ignoreHeldKey(event as KeyboardEvent<HTMLElement>)
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const act = keys[event.key]
    if (!act || !actions.has(act) || (act === 'cash' && !canPay)) return
    event.preventDefault()
    void run(act)
  }
  /** A button for what can be done, or nothing where it cannot. */
  const button = (
    act: BookingAct,
    look: { text?: string; className?: string | undefined; key?: string } = {},
  ) => {
    const { label } = actions.get(act) ?? {}
    if (label === undefined) return null
    const { text = label, className, key } = look
    return (
      <button
        type="button"
        className={className}
        aria-label={act === 'card' ? label : undefined}
        disabled={isBusy && doneAtOnce.has(act)}
        onClick={() => void run(act)}
        data-autofocus={
          (canPay ? act === 'cash' : act === 'pay') || (!isUnpaid && act === 'checked_in') || undefined
        }
      >
        {text} {key && <kbd aria-hidden>{key}</kbd>}
      </button>
    )
  }
  const title = `${whoOf(booking)}, ${cage_name ?? item_name}, ${formatTimeRange(start_time, end_time, zone)}`
  return (
    <Beside
      at={at}
      label={title}
      title={<h3 className={classes.name}>{whoOf(booking)}</h3>}
      onClose={onClose}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: its buttons have the focus, keys are beside them */}
      <div onKeyDown={onKeyDown}>
        <Text size="sm" numbers className={classes.fact}>
          <IconClock size={18} aria-hidden />
          <span>
            {[kind === 'lesson' && item_name, cage_name].filter(Boolean).join(', ')} ·{' '}
            {formatTimeRange(start_time, end_time, zone)}
          </span>
          <StateChip booking={booking} now={now} zone={zone} />
        </Text>
        {customer_phone && (
          <Text size="sm" numbers className={classes.fact}>
            <IconPhone size={18} aria-hidden />
            <a href={`tel:${customer_phone}`}>{customer_phone}</a>
          </Text>
        )}
        {kind !== 'class' && <ArrivalAsks day={facilityDay(start_time, zone)} ids={booking.ids} />}
        {kind === 'class' ? (
          <Text tone="dim" size="sm" className={classes.money}>
            {booking.participants.length} taking part
          </Text>
        ) : (
          <Text tone="dim" size="sm" className={classes.money}>
            <strong>{formatDollars(centsFromDollars(total_cost))}</strong>{' '}
            {isUnpaid ? 'due at the desk' : status === 'paid' ? 'paid' : ''}
          </Text>
        )}
        {canPay && isUnpaid && (
          <div className={classes.split}>
            {button('cash')}
            {button('card', { text: 'Card', className: classes.card })}
          </div>
        )}
        {button('checked_in', {
          ...(isUnpaid && { text: 'Check In, Pay Later' }),
          className: isUnpaid ? classes.later : classes.primary,
          key: 'I',
        })}
        {!canPay && button('pay', { className: classes.pale })}
        <div className={classes.row}>
          {button('move', { text: 'Move', key: 'M' })}
          {button('message', { text: 'Message' })}
          {button('seats')}
          {button('view', { text: 'Open', key: 'O' })}
        </div>
        {actions.has('edit') && (
          <div className={classes.ends}>
            {button('no_show')}
            {button('free_rest')}
            {button('undo')}
            {button('cancel', { className: classes.cancel })}
          </div>
        )}
      </div>
    </Beside>
  )
}

/** What keeps it open until it is done; anything else opens in its place. */
const doneAtOnce: ReadonlySet<BookingAct> = new Set([
  'cash',
  'card',
  'checked_in',
  'no_show',
  'free_rest',
  'undo',
])

const keys: Readonly<Record<string, BookingAct | undefined>> = {
  i: 'checked_in',
  $: 'cash',
  m: 'move',
  o: 'view',
}

/** 'in 13 min', '17 min late', 'in at 4:52'; nothing where there is no news. */
function StateChip({ booking, now, zone }: Pick<BookingPopoverProps, 'booking' | 'now' | 'zone'>) {
  const facility = useQuery(facilityQuery).data
  const { isIn } = arrivalOf(booking, now)
  const late = facility ? lateOf(booking, now, facility.late_after_minutes) : null
  const minutes = Math.round((Date.parse(booking.start_time) - now.getTime()) / 60_000)
  const at = booking.attendance_at && withoutHalfDay(formatTime(booking.attendance_at, zone))
  const text = isIn
    ? `in at ${at}`
    : booking.attendance === 'no_show'
      ? 'no-show'
      : late !== null
        ? `${late} min late`
        : minutes > 0 && minutes <= 60 && `in ${minutes} min`
  return text ? (
    <Text as="span" size="xs" strong className={classes.chip} data-in={isIn || undefined}>
      {text}
    </Text>
  ) : null
}
