import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconKeyboard, IconPlus, IconPrinter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { Facility } from '../../../../shared/contract/facility/facility.ts'
import { facilityDay } from '../../../../shared/domain/time/time.ts'
import { facilityQuery } from '../../../api/queries/facility.ts'
import { useMinuteClock } from '../../../components/useMinuteClock.ts'
import { ErrorAlert } from '../../../ui/staff/ErrorAlert.tsx'
import { StaffPage } from '../../../ui/staff/StaffPage.tsx'
import { BookingTasks } from './BookingTasks.tsx'
import { CloseCageDialog } from './CloseCageDialog.tsx'
import { DaysView } from './DaysView.tsx'
import { DayView } from './DayView.tsx'
import { KeysDialog } from './KeysDialog.tsx'
import classes from './SchedulePage.module.css'
import { ScheduleSkeleton } from './ScheduleSkeleton.tsx'
import { ScheduleToolbar } from './ScheduleToolbar.tsx'
import { SummaryTiles } from './SummaryTiles.tsx'
import { type ScheduleAct, useKeysWanted, useScheduleKeys } from './scheduleKeys.ts'
import { stepDate } from './scheduleRange.ts'
import type { ScheduleSearch } from './scheduleSearch.ts'
import { useBookingTasks } from './useBookingTasks.ts'
import { countsOf, useSchedule } from './useSchedule.ts'

/** The schedule of a day, a week or a month for staff (spec 3 §2). */
export function SchedulePage({ search }: { search: ScheduleSearch }) {
  const facility = useQuery(facilityQuery)
  if (facility.data) return <Schedule search={search} facility={facility.data} />
  return (
    <StaffPage
      title="Schedule"
      refresh={{ onRefresh: () => void facility.refetch(), isFetching: facility.isFetching }}
    >
      {facility.error ? (
        <LoadingFailed error={facility.error} onRetry={() => void facility.refetch()} />
      ) : (
        <ScheduleSkeleton />
      )}
    </StaffPage>
  )
}

function Schedule({ search, facility }: { search: ScheduleSearch; facility: Facility }) {
  const navigate = useNavigate({ from: '/admin/schedule' })
  const now = useMinuteClock()
  const zone = facility.time_zone
  const wide = useMediaQuery('(width >= 62em)', true, { getInitialValueInEffect: false })
  const view = search.view ?? 'day'
  const today = facilityDay(now, zone)
  const date = search.date ?? today
  const schedule = useSchedule({ view, date, search, listsDay: !wide })
  const show = (change: Partial<ScheduleSearch>) =>
    void navigate({ search: (before) => ({ ...before, ...change }), replace: true, resetScroll: false })
  const tasks = useBookingTasks(search.open)
  const [isClosing, setIsClosing] = useState(false)
  const [keysOpened, setKeysOpened] = useState(false)
  const [keysWanted, setKeysWanted] = useKeysWanted()
  const go = (change: Partial<ScheduleSearch>) =>
    void navigate({ search: (before) => ({ ...before, open: undefined, ...change }), resetScroll: false })
  const acts: Record<ScheduleAct, () => void> = {
    today: () => go({ date: undefined }),
    day: () => go({ view: undefined, date }),
    week: () => go({ view: 'week', date }),
    month: () => go({ view: 'month', date }),
    previous: () => go({ date: stepDate(view, date, -1) }),
    next: () => go({ date: stepDate(view, date, 1) }),
    create: () => tasks.create({ day: date }),
    help: () => setKeysOpened(true),
  }
  useScheduleKeys(keysWanted, (act) => acts[act]())

  const counted =
    view === 'day'
      ? schedule.day && [countsOf(schedule.day.bookings)]
      : schedule.days?.filter((day) => view === 'week' || day.date.slice(0, 7) === date.slice(0, 7))
  const isLoaded = view === 'day' ? schedule.day : schedule.shownDays
  return (
    <StaffPage
      title="Schedule"
      refresh={{ onRefresh: schedule.reload, isFetching: schedule.isFetching }}
      action={
        <>
          <Link
            to="/admin/schedule/print"
            search={{ date }}
            className={classes.tool}
            aria-label="Print the day"
            title="Print the day"
          >
            <IconPrinter size={20} aria-hidden />
          </Link>
          <button
            type="button"
            className={classes.tool}
            data-keyboard
            aria-label="Keyboard shortcuts"
            title="Keyboard shortcuts"
            onClick={() => setKeysOpened(true)}
          >
            <IconKeyboard size={20} aria-hidden />
          </button>
          {view === 'day' && (
            <Button
              color="stitch.6"
              leftSection={<IconPlus size={18} aria-hidden />}
              onClick={() => tasks.create({ day: date })}
            >
              Add Booking
            </Button>
          )}
        </>
      }
    >
      <ScheduleToolbar
        view={view}
        date={date}
        search={search}
        onShow={show}
        onCloseCage={
          view === 'day' && date === today && schedule.day?.cages.length !== 0
            ? () => setIsClosing(true)
            : undefined
        }
      />
      <SummaryTiles days={counted} scope={`this ${view}`} />
      {schedule.error && <LoadingFailed error={schedule.error} onRetry={schedule.reload} />}
      {!isLoaded ? (
        !schedule.error && <ScheduleSkeleton />
      ) : view === 'day' && schedule.day ? (
        <DayView
          day={date}
          schedule={schedule.day}
          found={schedule.found}
          isFiltered={schedule.isFiltered}
          facility={facility}
          tasks={tasks}
          onTurn={(step) => go({ date: stepDate('day', date, step) })}
        />
      ) : (
        schedule.shownDays && (
          <DaysView
            view={view === 'month' ? 'month' : 'week'}
            date={date}
            days={schedule.shownDays}
            day={schedule.day}
            found={schedule.found}
            isFiltered={schedule.isFiltered}
            wide={wide}
            zone={zone}
            now={now}
            onPress={tasks.press}
          />
        )
      )}
      <BookingTasks tasks={tasks} zone={zone} now={now} />
      <CloseCageDialog
        opened={isClosing}
        onClose={() => setIsClosing(false)}
        today={today}
        facility={facility}
        cages={schedule.day?.cages ?? []}
        now={now}
      />
      <KeysDialog
        opened={keysOpened}
        onClose={() => setKeysOpened(false)}
        wanted={keysWanted}
        onWanted={setKeysWanted}
      />
    </StaffPage>
  )
}

const LoadingFailed = ({ error, onRetry }: { error: Error; onRetry: () => void }) => (
  <ErrorAlert error={error} text={`Error loading schedule: ${error.message}`} onRetry={onRetry} />
)
