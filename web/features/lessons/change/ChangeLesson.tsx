import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy } from 'react'
import type { CustomerLesson } from '../../../../shared/contract/lessons.ts'
import { api, unwrap } from '../../../api/client.ts'
import { facilityQuery } from '../../../api/queries/facility.ts'
import { ChangeMenu } from '../../bookings/change/ChangeMenu.tsx'
import { bookedLesson } from './bookedLesson.ts'

const MoveLesson = lazy(() => import('./MoveLesson.tsx'))

/** Moves or cancels a lesson of the signed-in customer, from its card. */
export function ChangeLesson({ lesson }: { lesson: CustomerLesson }) {
  const facility = useQuery(facilityQuery).data
  if (!facility) return null
  return (
    <ChangeMenu
      facility={facility}
      booked={bookedLesson(lesson, facility.time_zone)}
      renderMove={(dialog) => <MoveLesson {...dialog} lesson={lesson} />}
      cancel={(id, once) => unwrap(api.me.lessons[':id'].cancel.$post({ param: { id } }, once({ id })))}
      again={
        <Link to="/book-coach/$coachId" params={{ coachId: lesson.coach_id }}>
          Book another time
        </Link>
      }
    />
  )
}
