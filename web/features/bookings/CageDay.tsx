import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { Facility } from '../../../shared/contract/facility.ts'
import type { SelectedSlot } from '../../../shared/domain/selection.ts'
import { formatMinutes } from '../../../shared/domain/timeFormat.ts'
import { useLiveSchedule } from '../../api/liveSchedule.ts'
import { cagesQuery, scheduleQuery } from '../../api/queries/cages.ts'
import { loadSession, useSession } from '../../api/session.ts'
import { type DayRange, dayChoices } from '../../components/dayChoices.ts'
import { cageGrid, lostSlots, openSlots } from '../../components/grid/cageGrid.ts'
import { keepChoice } from '../../components/keptChoice.ts'
import { type Selection, SelectionBar } from '../../components/SelectionBar.tsx'
import { SignInLink } from '../../components/SignInLink.tsx'
import { slotName } from '../../components/slotName.ts'
import { toast } from '../../ui/toast.ts'
import { GridSkeleton } from '../cages/GridSkeleton.tsx'
import { SlotGrid } from '../cages/SlotGrid.tsx'
import { useReleasing } from '../payments/useReleasing.ts'
import classes from './BookCagePage.module.css'
import { type BookingDialog, BookingDialogs, preloadBookingDialogs } from './BookingDialogs.tsx'
import { type Quote, quoteOf } from './quote.ts'
import { useSelection } from './useSelection.ts'

interface CageDayProps {
  day: string
  now: Date
  range: DayRange
  facility: Facility
  /** Stands between the grid and the selection bar, which stays at the bottom of the screen. */
  children: ReactNode
}

/** One open day: its grid, the selected slots and their booking. */
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

/** The red banner over a schedule that could not be loaded (spec 1 §8). */
export function ScheduleProblem({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const session = useSession()
  return (
    <div role="alert" className={classes.problem}>
      <p className={classes.problemMessage}>Failed to load schedule: {error.message}</p>
      <Button color="stitch.6" size="sm" onClick={onRetry}>
        Try again
      </Button>
      {session.status === 'signed-out' && (
        <SignInLink className={classes.problemLink}>Login or Sign Up to View Bookings</SignInLink>
      )}
    </div>
  )
}

/** The selected slots in the words of the selection bar: how many, how long, how much. Null for none. */
function chosenSlots({ slots, minutes, ...price }: Quote): Selection | null {
  if (slots === 0) return null
  const count = slots === 1 ? '1 slot' : `${slots} slots`
  return {
    total: price.total,
    subtotal: price.subtotal,
    discountPercent: price.discountPercent,
    amount: `${count} · ${lengthOf(minutes)}`,
    spoken: `${count} selected, ${formatMinutes(minutes)}`,
  }
}

/** Minutes, and from an hour on the hours too: '90 min (1.5 hours)'. */
const lengthOf = (minutes: number): string =>
  minutes < 60 ? `${minutes} min` : `${minutes} min (${formatMinutes(minutes)})`

/** Takes slots that were booked by others or have begun out of the selection, and says which; not while `held`. */
function useLostSlots(
  lost: readonly SelectedSlot[],
  {
    held,
    facility,
    remove,
  }: { held: boolean; facility: Facility; remove: (slots: readonly SelectedSlot[]) => void },
): void {
  useEffect(() => {
    if (held || lost.length === 0) return
    const names = lost.map((slot) => slotName(slot, facility)).join('; ')
    toast.info(`No longer available and taken out of your selection: ${names}.`)
    remove(lost)
  }, [lost, held, facility, remove])
}

/** How long a day is looked at before its neighbours are of interest. */
const settledMs = 500

/** Loads the schedules of the days before and after after a moment, so that a step to them is immediate. */
function usePrefetchedNeighbours(day: string, range: DayRange, facility: Facility): void {
  const queryClient = useQueryClient()
  const { previousDay, nextDay } = dayChoices(day, range, facility)
  useLiveSchedule(...[previousDay, nextDay].filter((neighbour) => neighbour !== null))

  useEffect(() => {
    const timer = setTimeout(() => {
      for (const neighbour of [previousDay, nextDay]) {
        if (neighbour) void queryClient.prefetchQuery(scheduleQuery(neighbour))
      }
    }, settledMs)
    return () => clearTimeout(timer)
  }, [queryClient, previousDay, nextDay])
}
