import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { CoachProfile } from '../../../shared/contract/lessons/coaches.ts'
import { centsFromDollars, formatDollars } from '../../../shared/domain/money/money.ts'
import { formatDay, formatWallTime } from '../../../shared/domain/time/timeFormat.ts'
import { BookedLinks } from '../../components/BookedLinks.tsx'
import type { Person } from '../../components/participants/people.ts'
import { SignInLink } from '../../components/SignInLink.tsx'
import { WithPhone } from '../../components/WithPhone.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import dialogContent from '../../ui/dialogContent.module.css'
import { Heading } from '../../ui/layout.tsx'
import classes from './LessonBooking.module.css'
import type { LessonProblem } from './lessonProblem.ts'
import type { LessonOutcome } from './useLessonBooking.ts'

export interface LessonResultProps {
  outcome: LessonOutcome | null
  coach: CoachProfile
  /** Those whom the customer can book for. */
  people: readonly Person[] | undefined
  onClose: () => void
}

type Confirmed = Extract<LessonOutcome, { kind: 'confirmed' }>

/** How booking a lesson ended (spec 1 §2.6, 'Result dialog'). */
export default function LessonResult({ outcome, coach, people, onClose }: LessonResultProps) {
  const confirmed = outcome?.kind === 'confirmed'
  return (
    <Dialog
      opened={outcome !== null}
      onClose={onClose}
      title={confirmed ? 'Booking Confirmed!' : 'Booking Failed'}
    >
      {confirmed && (
        <ConfirmedLesson
          outcome={outcome}
          coach={coach}
          person={people?.find(({ id }) => id === outcome.request.participant_id)}
        />
      )}
      {outcome?.kind === 'failed' && (
        <p role="alert" className={classes.text}>
          <WithPhone text={outcome.problem.message} />
        </p>
      )}
      <div className={dialogContent.buttons}>
        {confirmed && <WaysOn outcome={outcome} coach={coach} />}
        {outcome?.kind === 'failed' && <LimitLink to={outcome.problem.limitLink} />}
        <Button variant="default" onClick={onClose}>
          {confirmed ? 'Done' : 'Close'}
        </Button>
      </div>
    </Dialog>
  )
}

interface ConfirmedLessonProps {
  outcome: Confirmed
  coach: CoachProfile
  /** Who it is for, where it is not the customer. */
  person: Person | undefined
}

function ConfirmedLesson({ outcome, coach, person }: ConfirmedLessonProps) {
  const { lesson_date, start_time, end_time, cage_name, total_cost } = outcome.answer.booking
  return (
    <>
      <p className={classes.text}>
        {person ? `The session of ${person.name}` : 'Your session'} with {coach.name} is confirmed. You can
        pay on arrival.
      </p>
      <Heading as="p" size="lg" className={classes.when}>
        {formatDay(lesson_date, 'long')}
        <br />
        {formatWallTime(start_time)} - {formatWallTime(end_time)}
      </Heading>
      <p className={classes.text}>
        {cage_name} · {formatDollars(centsFromDollars(total_cost))}
      </p>
    </>
  )
}

function LimitLink({ to }: { to: LessonProblem['limitLink'] }) {
  if (to === 'sign-in') return <SignInLink className={dialogContent.main}>Login / Sign Up</SignInLink>
  if (to !== 'bookings') return null
  return (
    <Link to="/account" search={{ tab: 'lessons' }} className={dialogContent.main}>
      View your bookings
    </Link>
  )
}

/** Where the booking can be seen again, its calendar file, and the way here. */
function WaysOn({ outcome: { answer, request }, coach }: { outcome: Confirmed; coach: CoachProfile }) {
  const guest = request.guest_details
  return (
    <>
      {guest && (
        <Link
          to="/auth"
          search={{ mode: 'signup', redirect: '/account?tab=lessons' }}
          state={{ newcomer: { name: guest.name, phone: guest.phone, email: guest.email ?? '' } }}
          className={dialogContent.main}
        >
          Create Account to Manage Booking
        </Link>
      )}
      <BookedLinks
        calendar={answer.calendar_url}
        of={`${coach.name}, ${formatDay(answer.booking.lesson_date)}`}
        account={guest ? null : { tab: 'lessons', label: 'View your bookings' }}
      />
    </>
  )
}
