import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useCallback, useState } from 'react'
import type { ListedBooking } from '../../../../shared/contract/bookings/bookingLists.ts'
import { scheduleDayQuery } from '../../../api/queries/scheduleDay.ts'
import { queryKeys } from '../../../api/queryKeys.ts'
import type { ScreenPoint } from '../../../ui/staff/PointerMenu.tsx'
import { toast } from '../../../ui/toast.ts'
import { useShownAtOnce } from '../../../ui/useShownAtOnce.ts'
import type { CreatePrefill } from '../../bookings/staff/createBooking.ts'
import { useBookingActions } from '../../bookings/staff/useBookingActions.tsx'
import type { PressedEntry } from './entryPresses.ts'

interface OpenMenu {
  readonly booking: ListedBooking
  /** The day on which it is shown. */
  readonly day: string
  readonly at: ScreenPoint
}

export type BookingTasksState = ReturnType<typeof useBookingTasks>

/**
 * What is being done with which booking of the schedule: one menu at a time.
 *
 * @param open the booking whose details the address opens.
 */
export function useBookingTasks(open: string | undefined) {
  const navigate = useNavigate({ from: '/admin/schedule' })
  const queryClient = useQueryClient()
  const [menu, setMenu] = useState<OpenMenu>()
  const [creating, setCreating] = useState<CreatePrefill>()

  const [opened, showOpened] = useShownAtOnce(open)

  function view(id: string | undefined, date?: string) {
    showOpened(id)
    void navigate({
      search: (before) => ({ ...before, open: id, ...(date && { date }) }),
      resetScroll: false,
    })
  }

  /** Weeks and months name only a part of each booking; all of it is asked for when one is pressed. */
  const press = useCallback(
    async ({ id, day, at }: PressedEntry) => {
      const found = await queryClient
        .fetchQuery({ ...scheduleDayQuery(day), staleTime: 10_000 })
        .catch((error: Error) => error)
      if (found instanceof Error) return toast.error(found.message)
      const booking = found.bookings.find((one) => one.id === id)
      if (booking) return setMenu({ booking, day, at })
      toast.info('This booking has just been changed or canceled.')
      await queryClient.invalidateQueries({ queryKey: queryKeys.staff })
    },
    [queryClient],
  )

  const actions = useBookingActions(
    ({ id }) => view(id, menu?.day),
    () => view(undefined),
  )
  return {
    opened,
    view,
    menu,
    openMenu: setMenu,
    closeMenu: () => setMenu(undefined),
    press,
    actions,
    creating,
    create: setCreating,
  }
}
