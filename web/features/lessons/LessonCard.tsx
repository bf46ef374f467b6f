import { IconPhone } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { CustomerLesson } from '../../../shared/contract/lessons/lessons.ts'
import { dayInText, formatDay, formatWallTimeRange } from '../../../shared/domain/time/timeFormat.ts'
import { facilityQuery } from '../../api/queries/facility.ts'
import { AddToCalendar } from '../../components/AddToCalendar.tsx'
import { CardLink, CardNote, canceledStatus, ItemCard, type Tone, When } from '../../components/ItemCard.tsx'
import { useToday } from '../../components/participants/ages.ts'
import { phoneHref } from '../../components/phone.ts'
import { ticketLink } from '../../components/ticket/useTicket.ts'
import { lazyExtra } from '../../ui/lazyExtra.ts'
import { cardId } from '../changes/askedItem.ts'
import { bookedLesson } from '../changes/booked.ts'
import { ChangeMenu } from '../changes/ChangeMenu.tsx'
import { offersChange } from '../changes/changeTexts.ts'
import { Deadline } from '../changes/Deadline.tsx'

const MoveLesson = lazyExtra(() => import('./MoveLesson.tsx'))

/** One lesson of the customer, in facility time. */
export function LessonCard({ lesson, upcoming }: { lesson: CustomerLesson; upcoming: boolean }) {
  const { coach_name, coach_phone, cage_name, lesson_date, start_time, end_time, status } = lesson
  const { customer_notes, admin_notes } = lesson
  const times = `${formatWallTimeRange({ start_time, end_time })} · ${cage_name}`
  return (
    <ItemCard
      id={cardId(lesson.id)}
      title={`Lesson with ${coach_name}`}
      page={ticketLink('lessons', [lesson.id])}
      who={lesson}
      day={lesson_date}
      chip={lessonStanding(lesson)}
      cost={lesson.total_cost}
      note={lesson.payment_status === 'refunded' ? 'Refunded' : undefined}
      upcoming={upcoming}
      canceled={status === 'canceled'}
      actions={
        upcoming && (
          <>
            {offersChange(lesson.change) && <ChangeLesson lesson={lesson} />}
            <AddToCalendar href={lesson.calendar_url} of={`${coach_name}, ${formatDay(lesson_date)}`} />
            {coach_phone && (
              <CardLink href={phoneHref(coach_phone)} label={`Call ${coach_name}`}>
                <IconPhone size={20} aria-hidden />
                Call
              </CardLink>
            )}
          </>
        )
      }
    >
      <When day={dayInText(lesson_date, useToday())} times={times} />
      {customer_notes && <CardNote by={lesson.booked_by ?? 'You'}>{customer_notes}</CardNote>}
      {admin_notes && <CardNote by="Coach">{admin_notes}</CardNote>}
      {upcoming && <Deadline change={lesson.change} ways="move or cancel" />}
    </ItemCard>
  )
}

/** Moves or cancels the lesson, from its card. */
export function ChangeLesson({ lesson }: { lesson: CustomerLesson }) {
  const facility = useQuery(facilityQuery).data
  if (!facility) return null
  return (
    <ChangeMenu
      facility={facility}
      booked={bookedLesson(lesson, facility.time_zone)}
      renderMove={(dialog) => <MoveLesson {...dialog} lesson={lesson} />}
      cancel={(id, once) => once('POST /api/me/lessons/:id/cancel', { id })}
      again={
        <Link to="/book-coach/$coachId" params={{ coachId: lesson.coach_id }}>
          Book another time
        </Link>
      }
    />
  )
}

/** Paid when its payment status is paid, otherwise Pay on Arrival (spec 2 §2); a canceled one is neither, and may be refunded. */
export function lessonStanding({
  status,
  payment_status,
}: Pick<CustomerLesson, 'status' | 'payment_status'>): { tone: Tone; label: string } {
  if (status === 'canceled') return canceledStatus(payment_status === 'refunded')
  return payment_status === 'paid'
    ? { tone: 'good', label: 'Paid' }
    : { tone: 'open', label: 'Pay on Arrival' }
}
