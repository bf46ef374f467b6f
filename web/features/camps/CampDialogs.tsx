import { Link } from '@tanstack/react-router'
import type { RegistrationOutcome } from '../../components/RegistrationDialog.tsx'
import { SignInLink } from '../../components/SignInLink.tsx'
import dialogContent from '../../ui/dialogContent.module.css'
import type { CampDialog } from './campProblem.ts'

/** What the camp's page tells in a dialog (spec 2 §4, §5, §8). */
export function campOutcome(dialog: CampDialog): RegistrationOutcome {
  switch (dialog.kind) {
    case 'login':
      return {
        title: 'Login Required',
        text: 'You need to be logged in to register for this camp.',
        links: <SignInLink className={dialogContent.main}>Login / Sign Up</SignInLink>,
        close: 'Cancel',
      }
    case 'registered':
      return {
        title: 'Registration Successful!',
        text: dialog.free ? 'See you at the camp!' : 'You will pay on arrival. See you at the camp!',
        links: (
          <Link to="/account" search={{ tab: 'camps' }} className={dialogContent.main}>
            View My Camps
          </Link>
        ),
        close: 'Done',
      }
    case 'already':
      return {
        title: 'Already Registered',
        text: 'You are already registered for this camp!',
        close: 'Close',
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
