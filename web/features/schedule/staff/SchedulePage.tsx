import { useQuery } from '@tanstack/react-query'
import { facilityDay } from '../../../../shared/domain/time.ts'
import { facilityQuery } from '../../../api/queries/facility.ts'
import { dayScheduleQuery, useLiveDesk } from '../../../api/queries/staffSchedule.ts'
import { useMinuteClock } from '../../../components/useMinuteClock.ts'
import { StaffPage } from '../../../ui/staff/StaffPage.tsx'
import { type ScheduleSearch, titleOf } from './scheduleSearch.ts'

/** The schedule of a day, a week or a month for staff (spec 3 §2). */
export function SchedulePage({ search }: { search: ScheduleSearch }) {
  const { data: facility } = useQuery(facilityQuery)
  const now = useMinuteClock()
  const date = search.date ?? facilityDay(now, facility?.time_zone ?? 'America/Chicago')
  useLiveDesk([date])
  const day = useQuery(dayScheduleQuery(date))
  return (
    <StaffPage title="Schedule" refresh={{ onRefresh: () => void day.refetch(), isFetching: day.isFetching }}>
      <h2>{titleOf(search.view ?? 'day', date)}</h2>
      <ul>
        {day.data?.map(({ id, item_name }) => (
          <li key={id}>{item_name}</li>
        ))}
      </ul>
    </StaffPage>
  )
}
