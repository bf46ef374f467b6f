import { Button } from '@mantine/core'
import type { RegistrationOutcome } from '../../components/RegistrationDialog.tsx'
import { SignInLink } from '../../components/SignInLink.tsx'
import dialogContent from '../../ui/dialogContent.module.css'
import type { ClassProblem } from './classProblem.ts'
import { sessionName } from './sessionViews.ts'

/** No session is selected, nobody is signed in, free sessions are booked, not all fit, or what went wrong. */
export type ClassDialog =
  | 'none'
  | 'login'
  /** `sentence` says who, where it is not the customer alone; `ids` are the registrations. */
  | { kind: 'booked'; sentence: string; of: string; ids: readonly string[] }
  /** Not everybody who was chosen fits; `sentence` and `offer` say who would. */
  | { kind: 'short'; sentence: string; offer: string; onOffer: () => void }
  | ClassProblem

/**
 * What the class's page tells in a dialog (spec 2 §5, §8).
 *
 * @param onLeaveToSignIn runs when the person follows a link to sign in.
 */
export function classOutcome(dialog: ClassDialog, onLeaveToSignIn: () => void): RegistrationOutcome {
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
        text: 'You need to be logged in to book a class. What you have chosen is kept meanwhile.',
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
      return toldOutcome(dialog)
  }
}

function toldOutcome(dialog: Exclude<ClassDialog, string>): RegistrationOutcome {
  switch (dialog.kind) {
    case 'booked':
      return {
        title: 'Booking Confirmed!',
        text: `${dialog.sentence} There is nothing to pay. See you in class!`.trim(),
        booked: {
          ids: dialog.ids,
          of: dialog.of,
          account: { tab: 'classes', label: 'View My Classes' },
        },
        close: 'Done',
      }
    case 'short':
      return {
        title: 'Not Enough Spots',
        text: dialog.sentence,
        failed: true,
        links: (
          <Button
            color="stitch.6"
            classNames={{ root: dialogContent.wrapping ?? '', label: dialogContent.wrappingLabel ?? '' }}
            onClick={dialog.onOffer}
          >
            {dialog.offer}
          </Button>
        ),
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
