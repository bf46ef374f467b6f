import { ActionIcon, Button, Skeleton } from '@mantine/core'
import { IconCalendar, IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useEffect, useRef, useState } from 'react'
import type { Facility } from '../../../../shared/contract/facility/facility.ts'
import type { StaffLesson } from '../../../../shared/contract/lessons/staffLessons.ts'
import type { SelectedSlot } from '../../../../shared/domain/bookings/selection.ts'
import { formatHours, hoursOf } from '../../../../shared/domain/facility/openingHours.ts'
import { dayOfWeek, facilityDay } from '../../../../shared/domain/time/time.ts'
import { formatDay, weekdayNames } from '../../../../shared/domain/time/timeFormat.ts'
import { cagesQuery } from '../../../api/queries/cages.ts'
import { coachScheduleQuery, useLiveCoachSchedule } from '../../../api/queries/coachSchedule.ts'
import { bookableRange } from '../../../components/dayChoices.ts'
import { CageRows } from '../../../components/grid/CageRows.tsx'
import { slotName } from '../../../components/slotName.ts'
import { Heading, Panel, Row, Stack, Text } from '../../../ui/layout.tsx'
import { lazyPart } from '../../../ui/lazyPart.ts'
import { ErrorAlert } from '../../../ui/staff/ErrorAlert.tsx'
import { toast } from '../../../ui/toast.ts'
import classes from './CoachDayGrid.module.css'
import { adjacentDay, type CoachGrid, coachGrid, freeRun, lostFrom } from './coachGrid.ts'

const DayCalendar = lazyPart(() => import('../../../components/DayCalendar.tsx'))

interface CoachDayGridProps {
  coachId: string
  facility: Facility
  now: Date
  day: string
  onDay: (day: string) => void
  selected: readonly SelectedSlot[]
  /** `free`: the half hours of its cage that are free from it on. */
  onSlot: (slot: SelectedSlot, free: readonly SelectedSlot[]) => void
  /** Selected slots were taken by someone else. */
  onLost: () => void
  /** Own lessons can be opened. */
  onLesson?: (lesson: StaffLesson) => void
  /** The lesson that gets another time. */
  moving?: string
  /** While something is being booked, what is booked does not count as lost. */
  isHeld?: boolean
}

/** One day for a coach: arrows to the days beside it, and the grid, kept fresh while it is on screen (spec 3 §2). */
export function CoachDayGrid(props: CoachDayGridProps) {
  const { coachId, facility, now, day, selected, onSlot, onLost, onLesson, moving, isHeld = false } = props
  useLiveCoachSchedule(coachId, day)
  const cages = useQuery(cagesQuery)
  const schedule = useQuery(coachScheduleQuery(day))
  const range = bookableRange(now, facility)
  // The day that a key has turned to: its grid takes the focus when it is there.
  const turnedTo = useRef<string | null>(null)
  const grid =
    cages.data && schedule.data
      ? coachGrid(day, { cages: cages.data, entries: schedule.data, facility }, { now, selected, moving })
      : null
  useLostRun(grid, { selected, day, facility, onLost, isHeld })

  function turn(step: -1 | 1, byKey = false) {
    const to = adjacentDay(day, step, range)
    if (!to) return
    turnedTo.current = byKey ? to : null
    props.onDay(to)
  }

  return (
    <Stack shrinks as="section" gap="xs" className={classes.day} aria-label={`Cages on ${formatDay(day)}`}>
      <DayHead
        day={day}
        facility={facility}
        range={range}
        onDay={props.onDay}
        onTurn={turn}
        canTurn={(step) => adjacentDay(day, step, range) !== null}
      />
      {cages.error && (
        <ErrorAlert
          error={cages.error}
          text={`Failed to load data: ${cages.error.message} Please try again`}
          onRetry={() => void cages.refetch()}
        />
      )}
      {schedule.error && (
        <ErrorAlert
          error={schedule.error}
          text="Failed to load schedule"
          onRetry={() => void schedule.refetch()}
        />
      )}
      {grid && grid.cages.length > 0 && grid.slots.length > 0 && (
        <CageRows
          dayLabel={grid.dayLabel}
          cages={grid.cages}
          slots={grid.slots}
          viewOf={grid.viewOf}
          takesFocus={turnedTo.current === day}
          onTurn={(step) => turn(step, true)}
          onPress={(cage, slot) => {
            const lesson = grid.lessonAt(cage, slot)
            if (lesson) onLesson?.(lesson)
            else
              onSlot({ cageId: cage.id, cageName: cage.name, start: slot.start }, freeRun(grid, cage, slot))
          }}
        />
      )}
      {grid && (grid.cages.length === 0 || grid.slots.length === 0) && (
        <Panel as="p" small className={classes.none}>
          {grid.cages.length === 0 ? 'No cage is in service.' : closedText(day, facility)}
        </Panel>
      )}
      {!grid && !cages.error && !schedule.error && <GridPending />}
    </Stack>
  )
}

interface DayHeadProps {
  day: string
  facility: Facility
  range: ReturnType<typeof bookableRange>
  onDay: (day: string) => void
  onTurn: (step: -1 | 1) => void
  canTurn: (step: -1 | 1) => boolean
}

/** Which day is shown; arrows lead to the days beside it, the calendar to any other. */
function DayHead({ day, facility, range, onDay, onTurn, canTurn }: DayHeadProps) {
  const [calendar, setCalendar] = useState(false)
  const arrows = { variant: 'default', size: 44, radius: 'md' } as const
  return (
    <>
      <Row gap={8} nowrap className={classes.head}>
        <ActionIcon {...arrows} aria-label="Previous day" disabled={!canTurn(-1)} onClick={() => onTurn(-1)}>
          <IconChevronLeft size={24} aria-hidden />
        </ActionIcon>
        <div className={classes.title}>
          <Heading size="2xl" className={classes.name} aria-live="polite">
            {formatDay(day)}
          </Heading>
          <Text tone="dim" size="sm" className={classes.hours}>
            {formatHours(hoursOf(day, facility))}
          </Text>
        </div>
        <ActionIcon {...arrows} aria-label="Next day" disabled={!canTurn(1)} onClick={() => onTurn(1)}>
          <IconChevronRight size={24} aria-hidden />
        </ActionIcon>
        <Button
          variant="default"
          className={classes.calendarButton ?? ''}
          leftSection={<IconCalendar size={20} aria-hidden />}
          aria-expanded={calendar}
          onClick={() => setCalendar(!calendar)}
        >
          Calendar
        </Button>
      </Row>
      {calendar && (
        <Panel as="div" small className={classes.calendar}>
          <Suspense fallback={<Skeleton height="22.5rem" />}>
            <DayCalendar
              day={day}
              range={range}
              facility={facility}
              onPick={(picked) => {
                setCalendar(false)
                onDay(picked)
              }}
            />
          </Suspense>
        </Panel>
      )}
    </>
  )
}

const closedText = (day: string, facility: Facility): string => {
  const special = facility.special_days.find(({ date }) => date === day)
  if (special) return special.reason ? `Closed: ${special.reason}` : `Closed on ${formatDay(day, 'long')}`
  return `Closed on ${weekdayNames[dayOfWeek(day)]}s`
}

const rows = Array.from({ length: 8 }, (_, row) => row)

const GridPending = () => (
  <div className={classes.pending} aria-busy="true">
    <Text as="output" tone="dim" size="sm">
      Loading the schedule…
    </Text>
    {rows.map((row) => (
      <Skeleton key={row} height="3rem" radius="sm" aria-hidden />
    ))}
  </div>
)

/** Says which selected slots are taken or have begun, and drops the selection: the rest is not what was wanted. */
function useLostRun(
  grid: CoachGrid | null,
  {
    selected,
    day,
    facility,
    onLost,
    isHeld,
  }: { selected: readonly SelectedSlot[]; day: string } & Pick<CoachDayGridProps, 'facility' | 'onLost'> & {
      isHeld: boolean
    },
): void {
  const ofDay = selected.some(({ start }) => facilityDay(start, facility.time_zone) === day)
  const lost = grid && ofDay && !isHeld ? lostFrom(grid, selected) : []
  useEffect(() => {
    if (lost.length === 0) return
    const names = lost.map((slot) => slotName(slot, facility)).join('; ')
    toast.info(`No longer available: ${names}. Please choose another time.`)
    onLost()
  })
}
