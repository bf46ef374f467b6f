import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { ListedBooking } from '../../../../shared/contract/bookingLists.ts'
import type { ScheduleDay } from '../../../../shared/contract/scheduleDay.ts'
import { scheduleDayQuery } from '../../../api/queries/scheduleDay.ts'
import { refreshSchedule } from '../../../api/queries/staffSchedule.ts'
import type { ScreenPoint } from '../../../ui/staff/PointerMenu.tsx'
import { toast } from '../../../ui/toast.ts'
import type { BookingTask } from './bookingMenu.tsx'
import type { PressedEntry } from './entryPresses.ts'

interface OnSchedule {
  /** The booking whose details are open. */
  open: string | undefined
  /** The day that the address names, once it is loaded. */
  day: ScheduleDay | undefined
}

/** What a new booking begins with. */
export interface NewBooking {
  readonly day: string
  readonly startTime?: string
  readonly minutes?: number
  readonly cageIds?: readonly string[]
  readonly person?: { id: string; full_name: string }
}

/** Where a booking is to be instead. */
export interface NewPlace {
  readonly cageId: string
  readonly start: Date
  readonly end: Date
}

/** What the pages of the schedule show of a booking beside it. */
interface OpenMenu {
  readonly booking: ListedBooking
  readonly day: string
  readonly at: ScreenPoint
}

export type BookingTasksState = ReturnType<typeof useBookingTasks>

/** What is being done with which booking of the schedule: one menu and one dialog at a time. */
export function useBookingTasks({ open, day: shownDay }: OnSchedule) {
  const navigate = useNavigate({ from: '/admin/schedule' })
  const queryClient = useQueryClient()
  const [menu, setMenu] = useState<OpenMenu>()
  const [task, setTask] = useState<{ kind: BookingTask; booking: ListedBooking }>()
  const [moving, setMoving] = useState<{ booking: ListedBooking; to: NewPlace }>()
  const [creating, setCreating] = useState<NewBooking>()

  const view = (id: string | undefined, date?: string) =>
    void navigate({
      search: (before) => ({ ...before, open: id, ...(date && { date }) }),
      resetScroll: false,
    })

  /** Weeks and months name only a part of each booking; all of it is asked for when one is pressed. */
  async function press({ id, day, at }: PressedEntry) {
    const found = await queryClient
      .fetchQuery({ ...scheduleDayQuery(day), staleTime: 10_000 })
      .catch((error: Error) => error)
    if (found instanceof Error) return void toast.error(found.message)
    const booking = found.bookings.find((one) => one.id === id)
    if (booking) return setMenu({ booking, day, at })
    toast.info('This booking has just been changed or canceled.')
    await refreshSchedule(queryClient)
  }

  return {
    menu,
    closeMenu: () => setMenu(undefined),
    press: (pressed: PressedEntry) => void press(pressed),
    /** The menu of a booking of which everything is known. */
    showMenu: (booking: ListedBooking, day: string, at: ScreenPoint) => setMenu({ booking, day, at }),
    /** Begins what was chosen in a booking's menu. */
    start: (kind: BookingTask, booking: ListedBooking, day?: string) =>
      kind === 'view' ? view(booking.id, day) : setTask({ kind, booking }),
    viewed: shownDay?.bookings.find(({ id }) => id === open),
    closeDetails: () => view(undefined),
    task,
    endTask: () => setTask(undefined),
    moving,
    /** A tile was put elsewhere: asks before anything is changed. */
    move: (booking: ListedBooking, to: NewPlace) => setMoving({ booking, to }),
    endMove: () => setMoving(undefined),
    creating,
    create: setCreating,
    endCreating: () => setCreating(undefined),
  }
}
