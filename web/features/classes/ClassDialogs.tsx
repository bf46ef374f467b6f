import type { ReactNode } from 'react'
import type { RefusedParticipants } from '../../../shared/contract/programs/registrations.ts'
import { isRefusal } from '../../api/apiError.ts'
import { fullNames, type Person } from '../../components/participants/people.ts'
import { type ShortOffer, shortOutcome } from '../../components/participants/shortOffer.ts'
import RegistrationOutcomeDialog, { type RegistrationOutcome } from '../../components/RegistrationOutcome.tsx'
import { SignInLink } from '../../components/SignInLink.tsx'
import dialogContent from '../../ui/dialogContent.module.css'
import { CareFirst } from '../goodToKnow/CareFirst.tsx'
import { signFirst } from '../waivers/SignFirst.tsx'
import { readClassProblem, readFreeSessionsProblem } from './classProblem.ts'
import { sessionName } from './sessionViews.ts'

/** No session is selected, nobody is signed in, free sessions are booked, not all fit, or what went wrong. */
export type ClassDialog =
  | 'none'
  | 'login'
  /** Who is about to be registered for free sessions. */
  | { kind: 'confirm'; people: readonly Person[]; sessions: readonly string[]; onConfirm: () => void }
  | ShortOffer
  /** Why it was refused; `again` tries once more. */
  | { kind: 'refused'; error: unknown; free: boolean; again: () => void }

interface About {
  readonly className: string
  /** Until when it can be canceled. */
  readonly terms: ReactNode
  readonly isPending: boolean
}

export interface ClassDialogsProps extends About {
  /** Null closes it. */
  dialog: ClassDialog | null
  onClose: () => void
  onLeaveToSignIn: () => void
}

/** Downloaded before it is needed, so that the page does without its texts. */
export default function ClassDialogs({ dialog, onClose, onLeaveToSignIn, ...about }: ClassDialogsProps) {
  const outcome = dialog && classOutcome(dialog, about, onLeaveToSignIn)
  return <RegistrationOutcomeDialog outcome={outcome} onClose={onClose} />
}

/**
 * What the class's page tells in a dialog (spec 2 §5, §8).
 *
 * @param onLeaveToSignIn runs when the person follows a link to sign in.
 */
function classOutcome(dialog: ClassDialog, about: About, onLeaveToSignIn: () => void): RegistrationOutcome {
  switch (dialog) {
    case 'none':
      return {
        title: 'No Sessions Selected',
        text: 'Please select at least one session to book.',
        close: 'OK',
      }
    case 'login':
      return {
        title: 'Authentication Required',
        text: 'You need to be logged in to book a class. We’ll keep your selection.',
        links: (
          <>
            <SignInLink className={dialogContent.main} onClick={onLeaveToSignIn}>
              Log In
            </SignInLink>
            <SignInLink mode="signup" className={dialogContent.link} onClick={onLeaveToSignIn}>
              Sign Up
            </SignInLink>
          </>
        ),
        close: 'Cancel',
      }
    default:
      return dialog.kind === 'refused'
        ? refusedOutcome(dialog, about, onLeaveToSignIn)
        : toldOutcome(dialog, about)
  }
}

/** What is asked first, or why it failed. */
function refusedOutcome(
  { error, free, again }: Extract<ClassDialog, { kind: 'refused' }>,
  about: About,
  onLeaveToSignIn: () => void,
): RegistrationOutcome {
  if (isRefusal(error, 'care_needed')) {
    const { participants } = error.details as RefusedParticipants
    return {
      title: 'Good to Know',
      text: 'Nothing is booked yet: please tell us this first.',
      links: <CareFirst people={participants} onDone={again} />,
      close: 'Cancel',
    }
  }
  if (isRefusal(error, 'waiver_needed')) return signFirst(error, again)
  const told = free ? readFreeSessionsProblem(error).problem : readClassProblem(error)
  if (told.kind === 'authentication') return classOutcome('login', about, onLeaveToSignIn)
  const { title, message: text, sessions } = told
  return { title, text, failed: true, sessions: sessions.map(sessionName), close: 'OK' }
}

function toldOutcome(
  dialog: Exclude<ClassDialog, string | { kind: 'refused' }>,
  { className, terms, isPending }: About,
): RegistrationOutcome {
  switch (dialog.kind) {
    case 'confirm': {
      const { people, sessions, onConfirm } = dialog
      const count = sessions.length === 1 ? '1 Session' : `${sessions.length} Sessions`
      return {
        title: sessions.length === 1 ? 'Book this session?' : 'Book these sessions?',
        text: `${className} for ${fullNames(people)}. There is nothing to pay.`,
        sessions,
        act: { label: `Book ${count}`, onPress: onConfirm, terms, isPending },
        close: 'Cancel',
      }
    }
    case 'short':
      return shortOutcome(dialog, { nothing: 'Nothing is booked yet.', verb: 'Book for' })
  }
}
