import { VisuallyHidden } from '@mantine/core'
import { useLocalStorage, useMediaQuery } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import type { ListedBooking } from '../../../../shared/contract/bookings/bookingLists.ts'
import type { Facility } from '../../../../shared/contract/facility/facility.ts'
import { facilityDay } from '../../../../shared/domain/time/time.ts'
import { facilityQuery } from '../../../api/queries/facility.ts'
import { useMinuteClock } from '../../../components/useMinuteClock.ts'
import { ErrorAlert } from '../../../ui/staff/ErrorAlert.tsx'
import { PointerMenu } from '../../../ui/staff/PointerMenu.tsx'
import { lateOf } from '../../bookings/staff/arrival.ts'
import { BookingDetailsDrawer } from '../../bookings/staff/BookingDetails.tsx'
import { CreateBookingDialog } from '../../bookings/staff/CreateBookingDialog.tsx'
import { CloseCageDialog } from './CloseCageDialog.tsx'
import { DaysView } from './DaysView.tsx'
import { DayView } from './DayView.tsx'
import { whoOf } from './entryText.ts'
import { KeysDialog } from './KeysDialog.tsx'
import classes from './SchedulePage.module.css'
import { ScheduleSkeleton } from './ScheduleSkeleton.tsx'
import { ScheduleToolbar } from './ScheduleToolbar.tsx'
import { type ScheduleAct, useKeysWanted, useScheduleKeys } from './scheduleKeys.ts'
import { stepDate } from './scheduleRange.ts'
import type { ScheduleSearch } from './scheduleSearch.ts'
import { useBookingTasks } from './useBookingTasks.ts'
import { countsOf, useSchedule } from './useSchedule.ts'

/** The schedule of a day, a week or a month for staff (spec 3 §2). Its frame is there at once. */
export function SchedulePage({ search }: { search: ScheduleSearch }) {
  const facility = useQuery(facilityQuery)
  if (facility.data) return <Schedule search={search} facility={facility.data} />
  return (
    <div className={classes.page}>
      <VisuallyHidden component="h1">Schedule</VisuallyHidden>
      {facility.error ? (
        <LoadingFailed error={facility.error} onRetry={() => void facility.refetch()} />
      ) : (
        <ScheduleSkeleton />
      )}
    </div>
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
  const [hasColumns, setHasColumns] = useLocalStorage({
    key: 'schedule-columns',
    defaultValue: false,
    getInitialValueInEffect: false,
  })
  const isFiltered = search.search !== undefined || search.status !== undefined
  const isOverview = view !== 'day' && wide && !hasColumns && !isFiltered
  const schedule = useSchedule({ view, date, search, listsDay: !wide, isOverview })
  const show = (change: Partial<ScheduleSearch>) =>
    void navigate({ search: (before) => ({ ...before, ...change }), replace: true, resetScroll: false })
  const tasks = useBookingTasks(search.open)
  const [isClosing, setIsClosing] = useState(false)
  const [keysOpened, setKeysOpened] = useState(false)
  const [keysWanted, setKeysWanted] = useKeysWanted()
  const dayOfNow = view === 'day' && date === today ? schedule.day?.bookings : undefined
  const late = useLate(dayOfNow, now, facility.late_after_minutes)
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
  const isLoaded = view === 'day' ? schedule.day : isOverview ? schedule.load : schedule.shownDays
  return (
    <div className={classes.page}>
      <VisuallyHidden component="h1">Schedule</VisuallyHidden>
      <ScheduleToolbar
        view={view}
        date={date}
        today={today}
        search={search}
        days={counted}
        late={late}
        columns={
          view !== 'day' && wide && !isFiltered ? { isShown: hasColumns, onShow: setHasColumns } : undefined
        }
        onShow={show}
        onCreate={acts.create}
        onRefresh={schedule.reload}
        onKeys={acts.help}
        onCloseCage={
          view === 'day' && date >= today && schedule.day?.cages.length !== 0
            ? () => setIsClosing(true)
            : undefined
        }
      />
      {schedule.error && <LoadingFailed error={schedule.error} onRetry={schedule.reload} />}
      {!isLoaded ? (
        !schedule.error && <ScheduleSkeleton />
      ) : view === 'day' && schedule.day ? (
        <DayView
          day={date}
          schedule={schedule.day}
          found={late?.found ?? schedule.found}
          isFiltered={schedule.isFiltered || late?.isShown === true}
          facility={facility}
          tasks={tasks}
          onTurn={(step) => go({ date: stepDate('day', date, step) })}
        />
      ) : (
        (schedule.load || schedule.shownDays) && (
          <DaysView
            view={view === 'month' ? 'month' : 'week'}
            date={date}
            days={schedule.shownDays ?? []}
            load={schedule.load}
            facility={facility}
            tasks={tasks}
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
      <PointerMenu
        at={tasks.menu?.at}
        label={tasks.menu ? `Actions for ${whoOf(tasks.menu.booking)}` : 'Actions'}
        onClose={tasks.closeMenu}
        actions={tasks.menu ? tasks.actions.actionsOf(tasks.menu.booking) : []}
      />
      <BookingDetailsDrawer id={tasks.opened} onClose={() => tasks.view(undefined)} actions={tasks.actions} />
      {tasks.actions.dialogs}
      <CreateBookingDialog of={tasks.creating} onClose={() => tasks.create(undefined)} />
      <CloseCageDialog
        opened={isClosing}
        onClose={() => setIsClosing(false)}
        day={date}
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
    </div>
  )
}

/** Who of today is late by now, and whether only they are looked for; undefined on other days. */
function useLate(bookings: readonly ListedBooking[] | undefined, now: Date, lateAfter: number) {
  const [isShown, onShow] = useState(false)
  const late = bookings?.filter((booking) => lateOf(booking, now, lateAfter) !== null).map(({ id }) => id)
  const ids = late?.join(' ') ?? ''
  const found = useMemo(() => new Set(ids.split(' ')), [ids])
  return late && { count: late.length, isShown, onShow, found: isShown ? found : null }
}

const LoadingFailed = ({ error, onRetry }: { error: Error; onRetry: () => void }) => (
  <ErrorAlert error={error} text={`Error loading schedule: ${error.message}`} onRetry={onRetry} />
)
