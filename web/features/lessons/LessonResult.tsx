import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { SignInLink } from '../../components/SignInLink.tsx'
import { WithPhone } from '../../components/WithPhone.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import dialogContent from '../../ui/dialogContent.module.css'
import { Actions, Text } from '../../ui/layout.tsx'
import { nothingYet, SignFirst } from '../waivers/SignFirst.tsx'
import type { LessonProblem } from './lessonProblem.ts'

export interface LessonResultProps {
  problem: LessonProblem | null
  onClose: () => void
  /** What had to be signed is signed. */
  onSigned: () => void
}

/** Why a lesson was not booked (spec 1 §2.6, 'Result dialog'); what was booked has a ticket. */
export default function LessonResult({ problem, onClose, onSigned }: LessonResultProps) {
  const waiver = problem?.waiver
  return (
    <Dialog
      opened={problem !== null}
      onClose={onClose}
      title={waiver ? 'Please Sign First' : 'Booking Failed'}
    >
      {problem && (
        <>
          {waiver ? (
            <>
              <Text below="sm">{nothingYet}</Text>
              <SignFirst needed={waiver} onDone={onSigned} />
            </>
          ) : (
            <Text below="sm" role="alert">
              <WithPhone text={problem.message} />
            </Text>
          )}
          <Actions>
            <LimitLink to={problem.limitLink} />
            <Button variant="default" onClick={onClose}>
              {waiver ? 'Cancel' : 'Close'}
            </Button>
          </Actions>
        </>
      )}
    </Dialog>
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
