import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import type { Facility } from '../../../shared/contract/facility/facility.ts'
import { defaultLessonMinutes } from '../../../shared/domain/lessons/lessons.ts'
import { availabilityQuery } from '../../api/queries/coaches.ts'
import { facilityQuery } from '../../api/queries/facility.ts'
import DayCalendar from '../../components/DayCalendar.tsx'
import { bookableRange, useShownDay } from '../../components/dayChoices.ts'
import { useMinuteClock } from '../../components/useMinuteClock.ts'
import { useLessonDays } from './useLessonDays.ts'

const route = getRouteApi('/_site/book-coach/$coachId')

/** The month in which the day of a lesson is picked. A part of its page that is hydrated later, so without props. */
export default function LessonCalendar() {
  const { data: facility } = useQuery(facilityQuery)
  return facility && <CoachDays facility={facility} />
}

function CoachDays({ facility }: { facility: Facility }) {
  const { coachId } = route.useParams()
  const { duration, date } = route.useSearch()
  const navigate = useNavigate()
  const now = useMinuteClock()
  const day = useShownDay(date, now, facility)
  const minutes = duration ?? defaultLessonMinutes
  const { data: times } = useQuery(availabilityQuery(coachId, day, minutes))
  const marks = useLessonDays(coachId, day, minutes, times)
  return (
    <DayCalendar
      day={day}
      range={bookableRange(now, facility)}
      facility={facility}
      {...marks}
      onPick={(picked) =>
        void navigate({
          to: '/book-coach/$coachId',
          params: { coachId },
          search: { duration, date: picked, time: undefined },
          resetScroll: false,
        })
      }
    />
  )
}
