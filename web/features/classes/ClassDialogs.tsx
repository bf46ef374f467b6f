import type { ReactNode } from 'react'
import { fullNames, type Person } from '../../components/participants/people.ts'
import RegistrationOutcomeDialog, { type RegistrationOutcome } from '../../components/RegistrationOutcome.tsx'
import { SignInLink } from '../../components/SignInLink.tsx'
import dialogContent from '../../ui/dialogContent.module.css'
import type { ClassProblem } from './classProblem.ts'
import { sessionName } from './sessionViews.ts'

/** No session is selected, nobody is signed in, free sessions are booked, not all fit, or what went wrong. */
export type ClassDialog =
  | 'none'
  | 'login'
  /** Who is about to be registered for free sessions. */
  | { kind: 'confirm'; people: readonly Person[]; sessions: readonly string[]; onConfirm: () => void }
  /** Not everybody who was chosen fits; `sentence` and `offer` say who would. */
  | { kind: 'short'; sentence: string; offer: string; onOffer: () => void }
  | ClassProblem

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
      return toldOutcome(dialog, about)
  }
}

function toldOutcome(
  dialog: Exclude<ClassDialog, string>,
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
      return {
        title: 'Not Enough Spots',
        text: dialog.sentence,
        failed: true,
        act: { label: dialog.offer, onPress: dialog.onOffer },
        close: 'Cancel',
      }
    default:
      return {
        title: dialog.title,
        text: dialog.message,
        failed: true,
        sessions: dialog.sessions.map(sessionName),
        close: 'OK',
      }
  }
}
