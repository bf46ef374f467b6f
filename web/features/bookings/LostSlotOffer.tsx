import { Button } from '@mantine/core'
import type { Facility } from '../../../shared/contract/facility/facility.ts'
import { groupSlots, type SelectedSlot } from '../../../shared/domain/bookings/selection.ts'
import { formatPrice } from '../../../shared/domain/money/money.ts'
import { formatTimeRange } from '../../../shared/domain/time/timeFormat.ts'
import dialogContent from '../../ui/dialogContent.module.css'

interface LostSlotOfferProps {
  /** What is free in place of what was lost. */
  slots: readonly SelectedSlot[]
  /** Cents; of everything that is booked then. */
  total: number
  /** Nothing else is left to book. */
  isOnly: boolean
  facility: Facility
  onTake: () => void
}

/** Takes the nearest free time in one press, with what it all costs then. */
export function LostSlotOffer({ slots, total, isOnly, facility, onTake }: LostSlotOfferProps) {
  const names = groupSlots(slots).map(
    ({ cageName, startTime, endTime }) =>
      `${cageName}, ${formatTimeRange(startTime, endTime, facility.time_zone)}`,
  )
  return (
    <Button
      fullWidth
      {...(isOnly ? { color: 'stitch.6' } : { variant: 'default' })}
      classNames={{ root: dialogContent.wrapping ?? '', label: dialogContent.wrappingLabel ?? '' }}
      onClick={({ currentTarget }) => {
        // Pressing removes the button, so the focus moves to the start of the dialog.
        currentTarget.closest('[role="dialog"]')?.querySelector<HTMLElement>('[data-autofocus]')?.focus()
        onTake()
      }}
    >
      Take {names.join(' and ')} instead · {formatPrice(total)}
      {!isOnly && ' in total'}
    </Button>
  )
}
