import { Button } from '@mantine/core'
import { useState } from 'react'
import type { ListedBooking } from '../../../../../shared/contract/bookings/bookingLists.ts'
import { arrivalOf } from '../../../bookings/staff/arrival.ts'
import type { BookingAct } from '../../../bookings/staff/bookingActs.ts'
import type { BookingAction } from '../../../bookings/staff/useBookingActions.tsx'
import classes from './ArrivalButtons.module.css'

interface ArrivalButtonsProps {
  booking: ListedBooking
  now: Date
  actions: readonly BookingAction[]
}

/** What the one press beside an arrival does: check in, take the money, or both; nothing where all is done. */
export function ArrivalButtons({ booking, now, actions }: ArrivalButtonsProps) {
  const [isBusy, setBusy] = useState(false)
  const { mayCheckIn, isIn, isUnpaid, isSoon } = arrivalOf(booking, now)
  if (!mayCheckIn && !(isIn && isUnpaid)) return null
  const who = booking.participant_name ?? booking.customer_name ?? booking.item_name
  const look = mayCheckIn && isSoon ? { color: 'navy.7', variant: 'filled' } : { variant: 'default' }
  async function run({ onSelect }: BookingAction) {
    setBusy(true)
    await onSelect?.()
    setBusy(false)
  }
  const button = (wanted: BookingAct, text?: string) => {
    const action = actions.find(({ act }) => act === wanted)
    return (
      action && (
        <Button
          {...look}
          className={classes.button ?? ''}
          aria-label={`${action.label}, ${who}`}
          disabled={isBusy}
          onClick={() => void run(action)}
        >
          {text ?? action.label}
        </Button>
      )
    )
  }
  if (!isUnpaid) return button('checked_in')
  return (
    <span className={classes.split}>
      {button('cash')}
      {button('card', 'Card')}
    </span>
  )
}
