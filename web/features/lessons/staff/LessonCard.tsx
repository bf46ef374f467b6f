import { Button, UnstyledButton } from '@mantine/core'
import { IconChevronDown, IconEdit, IconMapPin, IconPhone, IconX } from '@tabler/icons-react'
import { useId, useState } from 'react'
import type { CoachLesson, LessonOfDay } from '../../../../shared/contract/lessons/coachLessons.ts'
import { formatDay } from '../../../../shared/domain/time/timeFormat.ts'
import { phoneHref } from '../../../components/phone.ts'
import { MessageEveryoneButton } from '../../../components/staff/reminders/MessageEveryoneButton.tsx'
import { StatusBadge } from '../../../components/staff/StatusBadge.tsx'
import { Heading, Panel, Text } from '../../../ui/layout.tsx'
import { CareNote } from './CareNote.tsx'
import classes from './LessonCard.module.css'
import { bookedBy, lessonTimes, playerFacts, whenIs, whoComes } from './lessonTexts.ts'
import { MarkButtons } from './MarkButtons.tsx'
import { isChangeable } from './useLessonDialogs.tsx'

interface LessonCardProps {
  /** Of today with more: what the same person was told before, and the way to the medical note. */
  lesson: CoachLesson | LessonOfDay
  now: Date
  /** The one that comes next, or goes on. */
  isNext?: boolean
  /** It shows who, when and where until it is opened; what can be noted of it stays in view. */
  folds?: boolean
  onEdit: () => void
  onCancel: () => void
}

/** A lesson: who, when, where, what they work on, and what a coach does about it. */
export function LessonCard({
  lesson,
  now,
  isNext = false,
  folds = false,
  onEdit,
  onCancel,
}: LessonCardProps) {
  const [unfolded, setUnfolded] = useState(false)
  const more = useId()
  const who = whoComes(lesson)
  const customer = bookedBy(lesson)
  const isToday = 'last_notes' in lesson
  const times = `${isToday ? '' : `${formatDay(lesson.lesson_date)}, `}${lessonTimes(lesson)}`
  const isOpen = !folds || unfolded
  const hasBegun = Date.parse(lesson.start) <= now.getTime()
  return (
    <Panel
      as="article"
      padded
      className={classes.lesson}
      data-next={isNext || undefined}
      aria-label={`${times}, ${who}`}
    >
      <div className={classes.head}>
        <Text strong numbers>
          {times}
        </Text>
        <span className={classes.badges}>
          {lesson.attendance && <StatusBadge status={lesson.attendance} />}
          <StatusBadge status={lesson.status} />
          {isToday && <span className={classes.when}>{whenIs(lesson, now)}</span>}
        </span>
      </div>
      <div className={classes.title}>
        <Heading as="h3" size="2xl" breaks className={classes.who}>
          {who}
        </Heading>
        {folds && (
          <UnstyledButton
            className={classes.fold ?? ''}
            aria-expanded={unfolded}
            aria-controls={more}
            aria-label={`Details: ${who}`}
            onClick={() => setUnfolded(!unfolded)}
          >
            <IconChevronDown aria-hidden />
          </UnstyledButton>
        )}
      </div>
      <p className={classes.where}>
        <IconMapPin size={18} aria-hidden /> {lesson.cage_name}
      </p>
      <div id={more}>
        {isOpen && (
          <>
            <About lesson={lesson} />
            {customer && (
              <Text tone="dim" size="sm">
                Booked by {customer}
              </Text>
            )}
          </>
        )}
        {(isOpen || hasBegun) && (
          <div className={classes.actions}>
            {isOpen && <CallLink lesson={lesson} isNext={isNext} />}
            <MarkButtons lesson={lesson} now={now} />
            {isOpen && lesson.status !== 'canceled' && (
              <Button
                variant="default"
                leftSection={<IconEdit size={20} aria-hidden />}
                aria-label={`Edit: ${who}`}
                onClick={onEdit}
              >
                Edit
              </Button>
            )}
            {isOpen && isChangeable(lesson, now) && (
              <Button
                variant="default"
                leftSection={<IconX size={20} aria-hidden />}
                aria-label={`Cancel: ${who}`}
                onClick={onCancel}
              >
                Cancel
              </Button>
            )}
            {isOpen && lesson.status !== 'canceled' && (
              <div className={classes.longest}>
                <MessageEveryoneButton
                  about="lesson"
                  aboutId={lesson.id}
                  title={`Lesson, ${formatDay(lesson.lesson_date)}, ${lessonTimes(lesson)}`}
                  of={who}
                  count={1}
                />
              </div>
            )}
          </div>
        )}
        {isOpen && isToday && lesson.participant && (
          <CareNote participantId={lesson.participant.id} name={lesson.participant.name} />
        )}
      </div>
    </Panel>
  )
}

/** What is known of the player, and what both have written. */
function About({ lesson }: { lesson: CoachLesson | LessonOfDay }) {
  const facts = playerFacts(lesson)
  const last = 'last_notes' in lesson ? lesson.last_notes : null
  return (
    <>
      {facts.length > 0 && <p className={classes.facts}>{facts.join(' · ')}</p>}
      {lesson.customer_notes && <Note title="They write" text={lesson.customer_notes} />}
      {lesson.coach_notes && <Note title="Your notes" text={lesson.coach_notes} />}
      {last && <Note title={`Last time, ${formatDay(last.lesson_date)}`} text={last.coach_notes} />}
    </>
  )
}

const Note = ({ title, text }: { title: string; text: string }) => (
  <div className={classes.note}>
    <span className={classes.noteTitle}>{title}</span>
    <p className={classes.prose}>{text}</p>
  </div>
)

/** Calls the customer; of someone who is not a client of the coach only the desk has the number (decision 32). */
function CallLink({ lesson, isNext }: { lesson: CoachLesson; isNext: boolean }) {
  const { customer_phone: phone, customer_name, is_own_client } = lesson
  if (!phone || !is_own_client) return null
  return (
    <Button
      component="a"
      href={phoneHref(phone)}
      {...(isNext ? { color: 'stitch.6' } : { variant: 'default' })}
      leftSection={<IconPhone size={20} aria-hidden />}
      aria-label={`Call ${customer_name}, ${phone}`}
    >
      Call
    </Button>
  )
}
