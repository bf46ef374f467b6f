import { IconCalendarPlus, IconPhone } from '@tabler/icons-react'
import type { CustomerLesson } from '../../../shared/contract/lessons.ts'
import { formatDay, formatWallTime } from '../../../shared/domain/timeFormat.ts'
import { CardLink, CardNote, ItemCard, When } from '../../components/ItemCard.tsx'
import { phoneHref } from '../../components/phone.ts'
import { offersChange } from '../bookings/change/changeTexts.ts'
import { ChangeLesson } from './change/ChangeLesson.tsx'
import { lessonStanding } from './lessonStanding.ts'

/** One lesson of the customer, in facility time. */
export function LessonCard({ lesson, upcoming }: { lesson: CustomerLesson; upcoming: boolean }) {
  const { coach_name, coach_phone, cage_name, lesson_date, start_time, end_time, status } = lesson
  const { customer_notes, admin_notes } = lesson
  const times = `${formatWallTime(start_time)} - ${formatWallTime(end_time)} · ${cage_name}`
  return (
    <ItemCard
      title={`Lesson with ${coach_name}`}
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
            <CardLink
              href={lesson.calendar_url}
              label={`Add to Calendar: ${coach_name}, ${formatDay(lesson_date)}`}
            >
              <IconCalendarPlus size={20} aria-hidden />
              Add to Calendar
            </CardLink>
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
      <When day={formatDay(lesson_date, 'long')} times={times} />
      {customer_notes && <CardNote by="You">{customer_notes}</CardNote>}
      {admin_notes && <CardNote by="Coach">{admin_notes}</CardNote>}
    </ItemCard>
  )
}
