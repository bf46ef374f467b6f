import { Button } from '@mantine/core'
import { IconEdit, IconMapPin, IconPhone, IconX } from '@tabler/icons-react'
import type { CoachLesson, LessonOfDay } from '../../../../shared/contract/coachLessons.ts'
import { formatDay } from '../../../../shared/domain/timeFormat.ts'
import { phoneHref } from '../../../components/phone.ts'
import { StatusBadge } from '../../../components/staff/StatusBadge.tsx'
import { CareNote } from './CareNote.tsx'
import classes from './DashboardTab.module.css'
import { bookedBy, lessonTimes, playerFacts, whenIs, whoComes } from './lessonTexts.ts'
import { MarkButtons } from './MarkButtons.tsx'
import { isChangeable } from './useLessonDialogs.tsx'

interface LessonCardProps {
  /** Of today with more: what the same person was told before, and the way to the medical note. */
  lesson: CoachLesson | LessonOfDay
  now: Date
  /** The one that comes next, or goes on: it has all that one needs for it. */
  isNext?: boolean
  onEdit: () => void
  onCancel: () => void
}

/** A lesson of the day: who, when, where, what they work on, and what a coach does about it. */
export function LessonCard({ lesson, now, isNext = false, onEdit, onCancel }: LessonCardProps) {
  const who = whoComes(lesson)
  const customer = bookedBy(lesson)
  const facts = playerFacts(lesson)
  const { customer_phone: phone, customer_notes, coach_notes, participant } = lesson
  const isToday = 'last_notes' in lesson
  const last = isToday ? lesson.last_notes : null
  return (
    <article
      className={classes.lesson}
      data-next={isNext || undefined}
      aria-label={`${lessonTimes(lesson)}, ${who}`}
    >
      <div className={classes.lessonHead}>
        <p className={classes.times}>
          {!isToday && `${formatDay(lesson.lesson_date)}, `}
          {lessonTimes(lesson)}
        </p>
        <span className={classes.badges}>
          {lesson.attendance === 'no_show' && <StatusBadge status="no_show" />}
          <StatusBadge status={lesson.status} />
          {isToday && <span className={classes.when}>{whenIs(lesson, now)}</span>}
        </span>
      </div>
      <h3 className={classes.who}>{who}</h3>
      {facts.length > 0 && <p className={classes.facts}>{facts.join(' · ')}</p>}
      {customer && <p className={classes.hint}>Booked by {customer}</p>}
      <p className={classes.where}>
        <IconMapPin size={18} aria-hidden /> {lesson.cage_name}
      </p>
      {customer_notes && <Note title="They write" text={customer_notes} />}
      {coach_notes && <Note title="Your notes" text={coach_notes} />}
      {last && <Note title={`Last time, ${formatDay(last.lesson_date)}`} text={last.coach_notes} />}
      <div className={classes.lessonActions}>
        {phone && lesson.is_own_client && (
          <Button
            component="a"
            href={phoneHref(phone)}
            color={isNext ? 'stitch.6' : 'navy'}
            variant={isNext ? 'filled' : 'default'}
            leftSection={<IconPhone size={20} aria-hidden />}
            aria-label={`Call ${lesson.customer_name}, ${phone}`}
          >
            Call
          </Button>
        )}
        <MarkButtons lesson={lesson} now={now} />
        {lesson.status !== 'canceled' && (
          <Button
            variant="default"
            leftSection={<IconEdit size={20} aria-hidden />}
            aria-label={`Edit: ${who}`}
            onClick={onEdit}
          >
            Edit
          </Button>
        )}
        {isChangeable(lesson, now) && (
          <Button
            variant="default"
            leftSection={<IconX size={20} aria-hidden />}
            aria-label={`Cancel: ${who}`}
            onClick={onCancel}
          >
            Cancel
          </Button>
        )}
      </div>
      {isToday && participant && <CareNote participantId={participant.id} name={participant.name} />}
    </article>
  )
}

const Note = ({ title, text }: { title: string; text: string }) => (
  <div className={classes.note}>
    <span className={classes.noteTitle}>{title}</span>
    <p className={classes.prose}>{text}</p>
  </div>
)
