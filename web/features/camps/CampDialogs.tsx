import { Button } from '@mantine/core'
import type { RegistrationOutcome } from '../../components/RegistrationDialog.tsx'
import { SignInChoice } from '../../components/SignInLink.tsx'
import dialogContent from '../../ui/dialogContent.module.css'
import type { CampDialog } from './campProblem.ts'

/**
 * What the camp's page tells in a dialog (spec 2 §4, §5, §8).
 *
 * @param entered somebody who is not signed in has typed who is coming.
 * @param onLeaveToSignIn runs when the person follows a link to sign in.
 */
export function campOutcome(
  dialog: CampDialog,
  entered: boolean,
  onLeaveToSignIn: () => void,
): RegistrationOutcome {
  switch (dialog.kind) {
    case 'login':
      return {
        title: 'Login Required',
        text: `You need to be logged in to register for this camp.${
          entered ? ' What you have entered is kept meanwhile.' : ''
        }`,
        links: <SignInChoice classNames={dialogContent} onLeave={onLeaveToSignIn} />,
        close: 'Cancel',
      }
    case 'registered':
      return {
        title: 'Registration Successful!',
        text: [
          dialog.sentence ?? '',
          dialog.free ? 'See you at the camp!' : 'You will pay on arrival. See you at the camp!',
        ]
          .join(' ')
          .trim(),
        booked: {
          ids: dialog.ids,
          of: dialog.of,
          account: { tab: 'camps', label: 'View My Camps' },
        },
        close: 'Done',
      }
    case 'already':
      return {
        title: 'Already Registered',
        text: dialog.message,
        close: 'Close',
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
    case 'failed':
      return {
        title: 'Registration Failed',
        text: dialog.unsure
          ? `${dialog.message} Pressing the button again cannot register you twice.`
          : dialog.message,
        failed: true,
        close: 'Close',
      }
    case 'payment':
      return { title: 'Payment Error', text: dialog.message, failed: true, close: 'Close' }
  }
}
