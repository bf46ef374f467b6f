import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import dialogContent from '../../ui/dialogContent.module.css'
import { Actions } from '../../ui/layout.tsx'

interface PayButtonsProps {
  byCard: boolean
  isPending: boolean
  /** The limit on unpaid time is reached: Pay on Arrival works only after canceling something. */
  limited: boolean
  onArrival: () => void
  onCard: () => void
  onLeave: () => void
}

/** The ways to pay (spec 1 §2.4). Where the limit on unpaid time is reached, Pay on Arrival is not the primary one. */
export function PayButtons({ byCard, isPending, limited, onArrival, onCard, onLeave }: PayButtonsProps) {
  return (
    <Actions>
      <Button
        {...(limited ? { variant: 'default' } : { color: 'stitch.6' })}
        loading={isPending}
        onClick={onArrival}
      >
        Pay on Arrival
      </Button>
      {byCard ? (
        <Button
          {...(limited ? { color: 'stitch.6' } : { variant: 'default' })}
          disabled={isPending}
          onClick={onCard}
        >
          Pay with Card
        </Button>
      ) : (
        <Button
          variant="default"
          disabled
          classNames={{ root: dialogContent.wrapping ?? '', label: dialogContent.wrappingLabel ?? '' }}
        >
          Pay with Card (Temporarily Disabled)
        </Button>
      )}
      {limited && (
        <Link
          to="/account"
          search={{ tab: 'bookings' }}
          className={byCard ? dialogContent.link : dialogContent.main}
          onClick={onLeave}
        >
          View your bookings
        </Link>
      )}
    </Actions>
  )
}
