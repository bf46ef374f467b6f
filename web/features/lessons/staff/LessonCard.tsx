import { Button, UnstyledButton } from '@mantine/core'
import {
  IconArrowBackUp,
  IconCash,
  IconChevronDown,
  IconDoorExit,
  IconEdit,
  IconMapPin,
  IconMessage,
  IconPhone,
  IconUserOff,
  IconX,
} from '@tabler/icons-react'
import { useId, useState } from 'react'
import type { CoachLesson, LessonOfDay } from '../../../../shared/contract/lessons/coachLessons.ts'
import { formatDay, formatWallTimeRange } from '../../../../shared/domain/time/timeFormat.ts'
import { phoneHref } from '../../../components/phone.ts'
import { MessageEveryoneDialog } from '../../../components/staff/reminders/MessageEveryoneDialog.tsx'
import { messageLabel } from '../../../components/staff/reminders/ReminderTarget.ts'
import { StatusBadge } from '../../../components/staff/StatusBadge.tsx'
import { Heading, Panel, Row, Text } from '../../../ui/layout.tsx'
import { ActionMenu, type MenuAction } from '../../../ui/staff/ActionMenu.tsx'
import { CareNote } from '../../goodToKnow/staff/CareNote.tsx'
import { ArrivalAsks } from '../../programs/staff/ToAsk.tsx'
import classes from './LessonCard.module.css'
import { bookedBy, playerFacts, whenIs, whoComes } from './lessonTexts.ts'
import { isChangeable } from './useLessonDialogs.tsx'
import { type Mark, markOf, useLessonMarks } from './useLessonMarks.ts'

const markLooks: Record<Mark, { set: string; undo: string; Icon: typeof IconCash }> = {
  paid: { set: 'Paid', undo: 'Undo Paid', Icon: IconCash },
  'no-show': { set: 'No-Show', undo: 'Undo No-Show', Icon: IconUserOff },
  'free-rest': { set: 'No-Show, Free the Rest', undo: '', Icon: IconDoorExit },
}

/** What a coach notes of a lesson now, as its menu offers it. */
export const markActions = (
  lesson: CoachLesson,
  now: Date,
  mark: ReturnType<typeof useLessonMarks>['mark'],
): MenuAction[] =>
  (['paid', 'no-show', 'free-rest'] as const).flatMap((name) => {
    const state = markOf(lesson, name, now)
    if (!state) return []
    const undo = state === 'undo'
    const frees = name === 'free-rest' && lesson.attendance === 'no_show'
    const { Icon, ...labels } = markLooks[name]
    return {
      label: frees ? 'Free the Rest' : labels[state],
      Icon: undo ? IconArrowBackUp : Icon,
      onSelect: () => mark({ lesson, mark: name, undo }),
    }
  })

interface LessonCardProps {
  /** Of today with more: what the same person was told before, and the way to the medical note. */
  lesson: CoachLesson | LessonOfDay
  now: Date
  /** The one that comes next, or goes on. */
  isNext?: boolean
  /** It shows who, when and where until it is opened; what can be noted of it stays in view. */
  folds?: boolean
  /** It is in a dialog. */
  inPlace?: boolean
  onEdit: () => void
  onCancel: () => void
}

/** A lesson: who, when, where, what they work on, and what a coach does about it. */
export function LessonCard({
  lesson,
  now,
  isNext = false,
  folds = false,
  inPlace = false,
  onEdit,
  onCancel,
}: LessonCardProps) {
  const [unfolded, setUnfolded] = useState(false)
  const more = useId()
  const who = whoComes(lesson)
  const customer = bookedBy(lesson)
  const isToday = 'last_notes' in lesson
  const times = `${isToday ? '' : `${formatDay(lesson.lesson_date)}, `}${formatWallTimeRange(lesson)}`
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
      <Row apart className={classes.head}>
        <Text strong numbers>
          {times}
        </Text>
        <Row as="span" className={classes.badges}>
          {lesson.attendance && <StatusBadge status={lesson.attendance} />}
          <StatusBadge status={lesson.status} />
          {isToday && (
            <Text as="span" size="sm" strong className={classes.when}>
              {whenIs(lesson, now)}
            </Text>
          )}
        </Row>
      </Row>
      <Row nowrap apart>
        <Heading above={6} as="h3" size="2xl" breaks className={classes.who}>
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
      </Row>
      <Row as="p" gap={6} nowrap above={6} className={classes.where}>
        <IconMapPin size={18} aria-hidden /> {lesson.cage_name}
      </Row>
      {isToday && lesson.status !== 'canceled' && (
        <ArrivalAsks day={lesson.lesson_date} ids={[lesson.id]} readOnly />
      )}
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
          <Actions
            lesson={lesson}
            now={now}
            isNext={isNext}
            isOpen={isOpen}
            inPlace={inPlace}
            onEdit={onEdit}
            onCancel={onCancel}
          />
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
      {lesson.customer_notes && <Note title="They Write" text={lesson.customer_notes} />}
      {lesson.coach_notes && <Note title="Your Notes" text={lesson.coach_notes} />}
      {last && <Note title={`Last time, ${formatDay(last.lesson_date)}`} text={last.coach_notes} />}
    </>
  )
}

const Note = ({ title, text }: { title: string; text: string }) => (
  <div className={classes.note}>
    <Text as="span" tone="dim" size="xs" strong block>
      {title}
    </Text>
    <Text breaks lines>
      {text}
    </Text>
  </div>
)

interface ActionsProps extends Pick<LessonCardProps, 'lesson' | 'now' | 'onEdit' | 'onCancel'> {
  isNext: boolean
  isOpen: boolean
  inPlace: boolean
}

/**
 * The two things that a coach is most likely to do now as buttons, and the rest in a menu. Once the lesson has begun these
 * are its marks; of one that is folded nothing else is in view.
 */
function Actions({ lesson, now, isNext, isOpen, inPlace, onEdit, onCancel }: ActionsProps) {
  const marks = useLessonMarks()
  const [isWriting, setWriting] = useState(false)
  const who = whoComes(lesson)
  const isCanceled = lesson.status === 'canceled'
  const hasBegun = Date.parse(lesson.start) <= now.getTime()
  // Of someone who is not a client of the coach only the desk has the number (decision 32).
  const phone = lesson.is_own_client ? lesson.customer_phone : null
  const noted = markActions(lesson, now, marks.mark)
  const others: MenuAction[] = [
    ...(phone ? [{ label: 'Call', Icon: IconPhone, href: phoneHref(phone) }] : []),
    ...(isCanceled ? [] : [{ label: 'Edit', Icon: IconEdit, onSelect: onEdit }]),
    ...(isCanceled
      ? []
      : [{ label: messageLabel('lesson'), Icon: IconMessage, onSelect: () => setWriting(true) }]),
    ...(isChangeable(lesson, now)
      ? [{ label: 'Cancel', Icon: IconX, onSelect: onCancel, danger: true }]
      : []),
  ]
  const all: MenuAction[] = hasBegun
    ? [...noted, ...others]
    : [...others.slice(0, 2), ...noted, ...others.slice(2)]
  const rest = isOpen ? all.slice(2) : []
  return (
    <Row gap={8} align="stretch" above="md" className={classes.actions}>
      {(isOpen ? all.slice(0, 2) : noted).map(({ label, Icon, onSelect, href }, index) => {
        // Neither a no-show nor what takes a mark back is what a coach is here for.
        const isPrimary = isNext && index === 0 && (!hasBegun || label === markLooks.paid.set)
        const look = isPrimary ? { color: 'stitch.6' } : { variant: 'default' }
        const face = { ...look, leftSection: <Icon size={20} aria-hidden />, children: label }
        return href === undefined ? (
          <Button
            key={label}
            {...face}
            loading={marks.isPending && noted.some((mark) => mark.label === label)}
            aria-label={`${label}: ${who}`}
            onClick={onSelect}
          />
        ) : (
          <Button
            key={label}
            {...face}
            component="a"
            href={href}
            aria-label={`Call ${lesson.customer_name}, ${lesson.customer_phone}`}
          />
        )
      })}
      {rest.length > 0 && <ActionMenu label={`More: ${who}`} actions={rest} inPlace={inPlace} />}
      <MessageEveryoneDialog
        about="lesson"
        aboutId={lesson.id}
        title={`Lesson, ${formatDay(lesson.lesson_date)}, ${formatWallTimeRange(lesson)}`}
        opened={isWriting}
        onClose={() => setWriting(false)}
      />
    </Row>
  )
}
