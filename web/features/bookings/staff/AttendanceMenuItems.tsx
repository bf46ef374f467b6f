import { Menu } from '@mantine/core'
import { IconArrowBackUp, IconCheck, IconClockExclamation, IconUserOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ListedBooking } from '../../../../shared/contract/bookings/bookingLists.ts'
import type { Attendance } from '../../../../shared/contract/bookings/staffChanges.ts'
import { facilityQuery } from '../../../api/queries/facility.ts'
import { attendancesOf, useAttendance } from './useAttendance.ts'

const looks: Readonly<Record<Attendance | 'none', readonly [label: string, Icon: typeof IconCheck]>> = {
  checked_in: ['Check In', IconCheck],
  late: ['Late', IconClockExclamation],
  no_show: ['No-show', IconUserOff],
  none: ['Undo Check-In', IconArrowBackUp],
}

/** The part of a booking's menu that notes who came; nothing where nothing can be noted yet. */
export function AttendanceMenuItems({ booking, now }: { booking: ListedBooking; now: Date }) {
  const facility = useQuery(facilityQuery).data
  const { note } = useAttendance()
  if (!facility) return null
  return attendancesOf(booking, now, facility.time_zone).map((attendance) => {
    const [text, Icon] = looks[attendance ?? 'none']
    const label = attendance === null && booking.attendance === 'no_show' ? 'Undo No-Show' : text
    return (
      <Menu.Item
        key={label}
        leftSection={<Icon size={16} aria-hidden />}
        onClick={() => void note(booking, attendance)}
      >
        {label}
      </Menu.Item>
    )
  })
}
