import { Button } from '@mantine/core'
import { IconClockOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import type { Facility } from '../../../../shared/contract/facility/facility.ts'
import type { StaffLesson } from '../../../../shared/contract/lessons/staffLessons.ts'
import type { SelectedSlot } from '../../../../shared/domain/bookings/selection.ts'
import { taxOf } from '../../../../shared/domain/money/salesTax.ts'
import { facilityWallTime } from '../../../../shared/domain/time/time.ts'
import { formatDay, formatMinutes } from '../../../../shared/domain/time/timeFormat.ts'
import { cagesQuery } from '../../../api/queries/cages.ts'
import { coachQuery } from '../../../api/queries/coaches.ts'
import { coachScheduleQuery } from '../../../api/queries/coachSchedule.ts'
import { facilityQuery } from '../../../api/queries/facility.ts'
import { bookableRange, isInRange, otherDayText } from '../../../components/dayChoices.ts'
import { SelectionBar } from '../../../components/SelectionBar.tsx'
import { readDay } from '../../../components/searchValues.ts'
import type { CoachTabProps } from '../../../components/staff/coachTab.ts'
import { useOfferUndo } from '../../../components/staff/useUndo.tsx'
import { useMinuteClock } from '../../../components/useMinuteClock.ts'
import { Heading, Row, Stack, Text } from '../../../ui/layout.tsx'
import { ErrorAlert } from '../../../ui/staff/ErrorAlert.tsx'
import staffPage from '../../../ui/staff/StaffPage.module.css'
import { toast } from '../../../ui/toast.ts'
import { TimeOffDialog, type TimeOffStart } from '../../coaches/staff/TimeOffDialog.tsx'
import { BookClientDialog, type ClientBooked, ClientBookedDialog } from './BookClientDialog.tsx'
import classes from './BookClientTab.module.css'
import { CoachDayGrid } from './CoachDayGrid.tsx'
import { noClient } from './clientChoice.ts'
import { coachGrid, firstGridDay, lostFrom, nearestRuns } from './coachGrid.ts'
import { EditLessonDialog } from './EditLessonDialog.tsx'
import { useLessonSaved } from './useLessonDialogs.tsx'
import { type LessonRun, priceOf, runOf, useLessonRun, wallTimesOf, whenOf } from './useLessonRun.ts'

/** Book Client: the day's grid for a coach, and what is booked from it (spec 3 §2). */
export default function BookClientTab({ coachId, search }: CoachTabProps) {
  const facility = useQuery(facilityQuery)
  return (
    <Stack className={`${staffPage.page} ${classes.page}`}>
      <Heading as="h1" size="xl" breaks className={staffPage.title}>
        Book Client
      </Heading>
      {facility.error && (
        <ErrorAlert
          error={facility.error}
          text={`Failed to load data: ${facility.error.message} Please try again`}
          onRetry={() => void facility.refetch()}
        />
      )}
      {facility.data && <BookableDay coachId={coachId} search={search} facility={facility.data} />}
    </Stack>
  )
}

function BookableDay({ coachId, search, facility }: CoachTabProps & { facility: Facility }) {
  const now = useMinuteClock()
  const navigate = useNavigate()
  const range = bookableRange(now, facility)
  const asked = readDay(search.day)
  const day = asked && isInRange(asked, range) ? asked : firstGridDay(range.first, facility)
  const other = otherDayText(asked, day, range)
  const zone = facility.time_zone
  const coach = useQuery(coachQuery(coachId))
  const cages = useQuery(cagesQuery)
  const selection = useLessonRun()
  useAskedTime(day, search.time, { facility, now, press: selection.press })
  const [booking, setBooking] = useState<LessonRun | null>(null)
  const [booked, setBooked] = useState<ClientBooked | null>(null)
  const [typed, setTyped] = useState(noClient)
  const [opened, setOpened] = useState<StaffLesson>()
  const entries = useQuery(coachScheduleQuery(day)).data
  const present = entries?.find(({ lesson }) => lesson?.id === opened?.id)
  const [takingOff, setTakingOff] = useState<TimeOffStart>()
  const offerUndo = useOfferUndo()
  const { say, success } = useLessonSaved()
  const { run } = selection
  const total = priceOf(run, cages.data, coach.data?.hourly_rate, taxOf(facility, 'lessons'))
  const gridWith = (selected: readonly SelectedSlot[]) =>
    cages.data && entries
      ? coachGrid(day, { cages: cages.data, entries, facility }, { now, selected })
      : undefined
  const grid = booking ? gridWith(selection.slots) : undefined

  return (
    <>
      {coach.error && (
        <ErrorAlert
          error={coach.error}
          text={`Failed to load data: ${coach.error.message} Please try again`}
          onRetry={() => void coach.refetch()}
        />
      )}
      {other && (
        <Text strong role="status">
          {other}
        </Text>
      )}
      <CoachDayGrid
        coachId={coachId}
        facility={facility}
        now={now}
        day={day}
        onDay={(to) => {
          selection.reset()
          void navigate({
            to: '/coach-dashboard',
            search: { tab: 'book-client', day: to },
            resetScroll: false,
          })
        }}
        selected={selection.slots}
        onSlot={selection.press}
        onLost={selection.reset}
        onLesson={setOpened}
        isHeld={booking !== null}
      />
      <Row gap={8}>
        <Button
          variant="default"
          leftSection={<IconClockOff size="1.25rem" aria-hidden />}
          onClick={() => setTakingOff(run ? timeOffOf(run, zone) : { day })}
        >
          Take Time Off
        </Button>
        <Text tone="dim" size="sm">
          {run ? `${whenOf(run, zone)}, in every cage` : formatDay(day)}
        </Text>
      </Row>
      <TimeOffDialog
        facility={facility}
        of={takingOff}
        onClose={() => {
          setTakingOff(undefined)
          selection.reset()
        }}
      />
      <div className={classes.bar}>
        <SelectionBar
          things="slots"
          selection={
            run && {
              total: total ?? 0,
              subtotal: total ?? 0,
              discountPercent: 0,
              amount: `${run.cageName} · ${whenOf(run, zone)}`,
              spoken: `${run.cageName}, ${whenOf(run, zone)}, ${formatMinutes(run.minutes)} selected`,
            }
          }
          onClear={selection.reset}
          onBook={() => (run ? setBooking(run) : toast.info('Please select at least one slot.'))}
        />
      </div>
      <BookClientDialog
        coachId={coachId}
        run={booking}
        total={total}
        zone={zone}
        typed={typed}
        isLost={grid !== undefined && lostFrom(grid, selection.slots).length > 0}
        nearest={() => {
          const free = gridWith([])
          return booking && free ? nearestRuns(free, booking, 3) : []
        }}
        onOther={(slots) => {
          selection.replace(slots)
          setBooking(runOf(slots))
        }}
        onClose={(kept) => {
          setBooking(null)
          setTyped(kept ?? noClient)
        }}
        onBooked={(answer) => {
          setBooking(null)
          setTyped(noClient)
          selection.reset()
          setBooked(answer)
        }}
      />
      <ClientBookedDialog
        booked={booked}
        onClose={() => {
          setBooked(null)
          // Not before: it would lie over the dialog, which says the same.
          if (booked?.undo) offerUndo(booked)
        }}
      />
      <EditLessonDialog
        lesson={opened && (present?.lesson ?? opened)}
        onClose={() => setOpened(undefined)}
        onSaved={say}
      />
      {success}
    </>
  )
}

/** The hours of a run as time off. */
const timeOffOf = (run: LessonRun, zone: string): TimeOffStart => ({
  day: wallTimesOf(run, zone).day,
  hours: { start: facilityWallTime(run.start, zone), end: facilityWallTime(run.end, zone) },
})

/** Selects the start that the address leads to, once: in the first cage that is free then. */
function useAskedTime(
  day: string,
  time: string | undefined,
  { facility, now, press }: { facility: Facility; now: Date; press: (slot: SelectedSlot) => void },
): void {
  const cages = useQuery(cagesQuery)
  const schedule = useQuery(coachScheduleQuery(day))
  const isDone = useRef(time === undefined)
  useEffect(() => {
    if (isDone.current || !cages.data || !schedule.data) return
    isDone.current = true
    const data = { cages: cages.data, entries: schedule.data, facility }
    const grid = coachGrid(day, data, { now, selected: [] })
    const slot = grid.slots.find(({ start }) => facilityWallTime(start, facility.time_zone) === time)
    const cage = slot && grid.cages.find((one) => grid.viewOf(one, slot).state === 'Available')
    if (slot && cage) press({ cageId: cage.id, cageName: cage.name, start: slot.start })
    else toast.info('That time is no longer free. Please choose another one.')
  })
}
