import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { Facility } from '../../../shared/contract/facility/facility.ts'
import type { SelectedSlot } from '../../../shared/domain/bookings/selection.ts'
import { topicName } from '../../../shared/domain/liveTopics.ts'
import { taxOf } from '../../../shared/domain/money/salesTax.ts'
import { formatMinutes, formatTime, formatTimeRange } from '../../../shared/domain/time/timeFormat.ts'
import { useLiveQueries } from '../../api/live.ts'
import { useLiveSchedule } from '../../api/liveSchedule.ts'
import { ownTimesQuery } from '../../api/queries/bookings.ts'
import { cagesQuery, scheduleQuery } from '../../api/queries/cages.ts'
import { facilityQuery } from '../../api/queries/facility.ts'
import { loadSession, useSession } from '../../api/session.ts'
import { bookableRange, type DayRange, dayChoices, useShownDay } from '../../components/dayChoices.ts'
import { cageGrid, lostSlots, openSlots, withSelected } from '../../components/grid/cageGrid.ts'
import { keepChoice } from '../../components/keptChoice.ts'
import { forgetResume, keepResume, useResume } from '../../components/resume.ts'
import { type Selection, SelectionBar } from '../../components/SelectionBar.tsx'
import { slotName } from '../../components/slotName.ts'
import { useMinuteClock } from '../../components/useMinuteClock.ts'
import { Text } from '../../ui/layout.tsx'
import { toast } from '../../ui/toast.ts'
import { useOnline } from '../../ui/useOnline.ts'
import { GridSkeleton } from '../cages/GridSkeleton.tsx'
import { PricingBreakdown, TeamRates } from '../cages/Rates.tsx'
import { SlotGrid } from '../cages/SlotGrid.tsx'
import { useReleasing } from '../payments/useReleasing.ts'
import { type BookingDialog, BookingDialogs } from './BookingDialogs.tsx'
import { NoFreeTimes } from './NoFreeTimes.tsx'
import { type Quote, quoteOf } from './quote.ts'
import { ScheduleProblem } from './ScheduleProblem.tsx'
import { useOwnSlots } from './useOwnSlots.ts'
import { keptSelection, useSelection } from './useSelection.ts'

const route = getRouteApi('/_site/book-cage')

/** One open day: its grid, the selected slots and their booking. A part of its page that is hydrated later, so without props. */
export default function CageDay() {
  const { data: facility } = useQuery(facilityQuery)
  return facility ? <OpenDay facility={facility} /> : <GridSkeleton />
}

function OpenDay({ facility }: { facility: Facility }) {
  const now = useMinuteClock()
  const day = useShownDay(route.useSearch().date, now, facility)
  const range = bookableRange(now, facility)
  useLiveQueries({
    [topicName('schedule', day)]: [scheduleQuery(day).queryKey, ownTimesQuery(day).queryKey],
  })
  usePrefetchedNeighbours(day, range, facility)
  const queryClient = useQueryClient()
  const session = useSession()
  const cages = useQuery(cagesQuery)
  const schedule = useQuery(scheduleQuery(day))
  const selection = useSelection(day)
  const releasing = useReleasing()
  const navigate = useNavigate()
  const turnedTo = useRef<string | null>(null)
  const [dialog, setDialog] = useState<BookingDialog | null>(null)

  const own = useOwnSlots(day, facility.time_zone)
  const base = useMemo(
    () =>
      cages.data && schedule.data
        ? cageGrid(day, { cages: cages.data, entries: schedule.data, facility }, { now, selected: [] })
        : null,
    [day, cages.data, schedule.data, facility, now],
  )
  const grid = base && withSelected(base, selection.slots)
  const lost = grid ? lostSlots(selection.slots, grid) : []
  // While it is being booked, the dialog itself says what became of the slots.
  useLostSlots(lost, { held: dialog === 'confirm' || releasing, facility, remove: selection.remove })

  const subscribed = session.status === 'signed-in' && session.subscribed
  const quoteFor = (slots: readonly SelectedSlot[]) =>
    quoteOf(
      slots,
      cages.data ?? [],
      subscribed ? facility.member_cage_discount_percent : 0,
      taxOf(facility, 'cages'),
    )
  const quote = quoteFor(selection.slots)
  const error = cages.error ?? schedule.error

  useResume(`book-slots:${day}`, grid !== null, () => {
    forgetResume()
    // Asked of the storage: what is restored from it may not be in the selection yet.
    if (keptSelection(day).length > 0) setDialog('confirm')
  })

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
      {grid && <NoFreeTimes grid={grid} day={day} today={range.first} />}
      {grid && (
        <SlotGrid
          grid={grid}
          day={day}
          range={range}
          facility={facility}
          now={now}
          selected={selection.slots}
          own={own}
          turnedTo={turnedTo}
          onToggle={selection.toggle}
          onChoose={selection.choose}
          onOwn={() => void navigate({ to: '/account', search: { tab: 'bookings' } })}
        />
      )}
      {grid && <TimesAsOf now={now} zone={facility.time_zone} />}
      {!grid && !error && <GridSkeleton cages={cages.data} slots={openSlots(day, facility)} />}
      <PricingBreakdown facility={facility} />
      <TeamRates rates={facility.team_rates} />
      <SelectionBar
        things="slots"
        selection={chosenSlots(quote, facility)}
        onClear={selection.clear}
        onBook={() => void bookSelected()}
      />
      <BookingDialogs
        dialog={dialog}
        onDialog={setDialog}
        day={day}
        grid={grid}
        selected={selection.slots}
        quote={quote}
        quoteFor={quoteFor}
        lost={lost}
        facility={facility}
        onLost={selection.remove}
        onChoose={selection.choose}
        onTaken={selection.clear}
        onLeave={() => keepChoice('slots', day, selection.slots)}
        onSignIn={() => {
          keepChoice('slots', day, selection.slots)
          keepResume(`book-slots:${day}`)
        }}
      />
    </>
  )
}

/** How old the free times are: of this minute while the page hears of changes, else of the last one in which it did. */
function TimesAsOf({ now, zone }: { now: Date; zone: string }) {
  const isOnline = useOnline()
  const [known, setKnown] = useState(now)
  if (isOnline && known !== now) setKnown(now)
  return (
    <Text tone="dim" size="sm">
      Free times as of {formatTime(known, zone)}
    </Text>
  )
}

/**
 * The selected slots in the words of the selection bar: how many, how long, how much; a phone names the cage and the time
 * of a single session. Null for none.
 */
function chosenSlots({ slots, minutes, lines, ...price }: Quote, { time_zone }: Facility): Selection | null {
  const [line] = lines
  if (!line) return null
  const { cageName, startTime, endTime } = line.group
  const count = slots === 1 ? '1 slot' : `${slots} slots`
  return {
    total: price.total,
    subtotal: price.subtotal,
    discountPercent: price.discountPercent,
    amount: `${count} · ${lengthOf(minutes)}`,
    ...(lines.length === 1 && {
      shortAmount: `${cageName} · ${formatTimeRange(startTime, endTime, time_zone)}`,
    }),
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

/** Milliseconds that a day is shown before the days beside it are prefetched. */
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
