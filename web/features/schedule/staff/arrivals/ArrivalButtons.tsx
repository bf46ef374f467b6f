import { Button, Menu } from '@mantine/core'
import { IconCash, IconCreditCard } from '@tabler/icons-react'
import type { ListedBooking } from '../../../../../shared/contract/bookings/bookingLists.ts'
import { centsFromDollars, formatRate } from '../../../../../shared/domain/money/money.ts'
import { arrivalOf } from '../../../bookings/staff/arrival.ts'
import { type Taking, useArrival } from '../../../bookings/staff/useArrival.ts'
import classes from './ArrivalButtons.module.css'

interface ArrivalButtonsProps {
  booking: ListedBooking
  now: Date
}

const dueOf = ({ total_cost }: ListedBooking): string => formatRate(centsFromDollars(total_cost))

/** What the one press beside an arrival does: check in, take the money, or both; nothing where all is done. */
export function ArrivalButtons({ booking, now }: ArrivalButtonsProps) {
  const { arrive, isPending } = useArrival()
  const { mayCheckIn, isIn, isUnpaid, isSoon } = arrivalOf(booking, now)
  if (!mayCheckIn && !(isIn && isUnpaid)) return null
  const who = booking.participant_name ?? booking.customer_name ?? booking.item_name
  const look = mayCheckIn && isSoon ? { color: 'navy.7', variant: 'filled' } : { variant: 'default' }
  const button = (method: Taking, text: string, name = text) => (
    <Button
      {...look}
      className={classes.button ?? ''}
      aria-label={`${name}, ${who}`}
      disabled={isPending}
      onClick={() => void arrive(booking, method)}
    >
      {text}
    </Button>
  )
  if (!isUnpaid) return button(null, 'Check In')
  const act = mayCheckIn ? 'Check In & Take' : 'Take'
  const due = dueOf(booking)
  return (
    <span className={classes.split}>
      {button('cash', `${act} ${due} Cash`)}
      {button('desk_card', 'Card', `${act} ${due} by Card`)}
    </span>
  )
}

/** The same at the head of a booking's menu. Mount it inside `Menu.Dropdown`. */
export function ArrivalMenuItems({ booking }: Pick<ArrivalButtonsProps, 'booking'>) {
  const { arrive, isPending } = useArrival()
  const item = (method: Taking, label: string, Icon: typeof IconCash) => (
    <Menu.Item
      leftSection={<Icon size={18} aria-hidden />}
      disabled={isPending}
      onClick={() => void arrive(booking, method)}
    >
      {label}
    </Menu.Item>
  )
  const due = dueOf(booking)
  return (
    <>
      {item('cash', `Check In & Take ${due} Cash`, IconCash)}
      {item('desk_card', `Check In & Take ${due} by Card`, IconCreditCard)}
      <Menu.Divider />
    </>
  )
}
