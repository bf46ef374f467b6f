import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import type { Facility } from '../../../shared/contract/facility.ts'
import { useLiveSchedule } from '../../api/liveSchedule.ts'
import { cagesQuery, scheduleQuery } from '../../api/queries/cages.ts'
import { loadSession, useSession } from '../../api/session.ts'
import { keepChoice } from '../../components/keptChoice.ts'
import { SelectionBar } from '../../components/SelectionBar.tsx'
import { toast } from '../../ui/toast.ts'
import { type BookingDialog, BookingDialogs, preloadBookingDialogs } from '../bookings/BookingDialogs.tsx'
import { quoteOf } from '../bookings/quote.ts'
import { useReleasing } from '../payments/useReleasing.ts'
import { cageGrid, lostSlots, openSlots } from './cageGrid.ts'
import { chosenSlots } from './chosenSlots.ts'
import type { DayRange } from './dayChoices.ts'
import { GridSkeleton } from './GridSkeleton.tsx'
import { ScheduleProblem } from './ScheduleProblem.tsx'
import { SlotGrid } from './SlotGrid.tsx'
import { useLostSlots } from './useLostSlots.ts'
import { usePrefetchedNeighbours } from './usePrefetchedNeighbours.ts'
import { useSelection } from './useSelection.ts'

interface CageDayProps {
  day: string
  now: Date
  range: DayRange
  facility: Facility
  /** Stands between the grid and the selection bar, which stays at the bottom of the screen. */
  children: ReactNode
}

/** One open day: its grid, what is chosen of it, and the way to book that. */
export function CageDay({ day, now, range, facility, children }: CageDayProps) {
  useLiveSchedule(day)
  usePrefetchedNeighbours(day, range, facility)
  const queryClient = useQueryClient()
  const session = useSession()
  const cages = useQuery(cagesQuery)
  const schedule = useQuery(scheduleQuery(day))
  const selection = useSelection(day)
  const releasing = useReleasing()
  const turnedTo = useRef<string | null>(null)
  const [dialog, setDialog] = useState<BookingDialog | null>(null)

  const grid =
    cages.data && schedule.data
      ? cageGrid(
          day,
          { cages: cages.data, entries: schedule.data, facility },
          { now, selected: selection.slots },
        )
      : null
  const lost = grid ? lostSlots(selection.slots, grid) : []
  // While it is being booked, the dialog itself says what became of the slots.
  useLostSlots(lost, { held: dialog === 'confirm' || releasing, facility, remove: selection.remove })

  const subscribed = session.status === 'signed-in' && session.subscribed
  const quote = quoteOf(
    selection.slots,
    cages.data ?? [],
    subscribed ? facility.member_cage_discount_percent : 0,
  )
  const error = cages.error ?? schedule.error

  async function bookSelected() {
    const { status } = await loadSession(queryClient)
    if (status === 'signed-out') setDialog('login')
    else if (quote.slots === 0) toast.info('Please select at least one time slot.')
    else setDialog('confirm')
  }

  return (
    <>
      {error && (
        <ScheduleProblem
          error={error}
          onRetry={() => {
            if (cages.error) void cages.refetch()
            if (schedule.error) void schedule.refetch()
          }}
        />
      )}
      {grid && (
        <SlotGrid
          grid={grid}
          day={day}
          range={range}
          facility={facility}
          turnedTo={turnedTo}
          onToggle={(slot) => {
            preloadBookingDialogs()
            selection.toggle(slot)
          }}
        />
      )}
      {!grid && !error && <GridSkeleton cages={cages.data} slots={openSlots(day, facility)} />}
      {children}
      <SelectionBar
        things="slots"
        selection={chosenSlots(quote)}
        onClear={selection.clear}
        onBook={() => void bookSelected()}
      />
      <BookingDialogs
        dialog={dialog}
        onDialog={setDialog}
        day={day}
        quote={quote}
        lost={lost}
        facility={facility}
        onLost={selection.remove}
        onBooked={selection.clear}
        onLeave={() => keepChoice('slots', day, selection.slots)}
      />
    </>
  )
}
