import type { ReactNode } from 'react'
import type { Camp } from '../../../shared/contract/programs/camps.ts'
import { centsFromDollars, formatRate } from '../../../shared/domain/money/money.ts'
import { type SalesTax, taxIn, withTax } from '../../../shared/domain/money/salesTax.ts'
import { campDays } from '../../../shared/domain/programs/camps.ts'
import { shortOutcome } from '../../components/participants/shortOffer.ts'
import type { RegistrationOutcome } from '../../components/RegistrationOutcome.tsx'
import { SignInChoice } from '../../components/SignInLink.tsx'
import dialogContent from '../../ui/dialogContent.module.css'
import { CareFirst } from '../goodToKnow/CareFirst.tsx'
import { signFirst } from '../waivers/SignFirst.tsx'
import type { CampDialog } from './campProblem.ts'

interface About {
  readonly camp: Camp
  /** Until when it can be canceled. */
  readonly terms: ReactNode
  readonly isPending: boolean
  readonly tax: SalesTax
}

/**
 * What the camp's page tells in a dialog (spec 2 §4, §5, §8).
 *
 * @param entered someone who is not signed in has typed who is coming.
 * @param onLeaveToSignIn runs when the person follows a link to sign in.
 */
export function campOutcome(
  dialog: CampDialog,
  { camp, terms, isPending, tax }: About,
  entered: boolean,
  onLeaveToSignIn: () => void,
): RegistrationOutcome {
  switch (dialog.kind) {
    case 'login':
      return {
        title: 'Login Required',
        text: `You need to be logged in to register for this camp.${
          entered ? ' We’ll keep what you entered.' : ''
        }`,
        links: <SignInChoice classNames={dialogContent} onLeave={onLeaveToSignIn} />,
        close: 'Cancel',
      }
    case 'confirm': {
      const { people, onConfirm } = dialog
      const isFree = camp.price === 0
      return {
        title: 'Register for this camp?',
        text: `${camp.name}, ${campDays(camp)}. ${priceSentence(centsFromDollars(camp.price), people.length, tax)}`,
        sessions: people.map(({ name }) => name),
        act: {
          label: isFree ? 'Register' : 'Register & Pay on Arrival',
          onPress: onConfirm,
          terms,
          isPending,
        },
        close: 'Cancel',
      }
    }
    case 'care':
      return {
        title: 'Good to Know',
        text: 'No one is registered yet: please tell us this first.',
        links: <CareFirst people={dialog.people} onDone={dialog.go} />,
        close: 'Cancel',
      }
    case 'waiver':
      return signFirst(dialog.error, dialog.go)
    case 'already':
      return {
        title: 'Already Registered',
        text: dialog.message,
        close: 'Close',
      }
    case 'short':
      return shortOutcome(dialog, { nothing: 'No one is registered yet.', verb: 'Register' })
    case 'failed':
      return {
        title: 'Registration Failed',
        text: dialog.unsure
          ? `${dialog.message} Pressing the button again can’t register you twice.`
          : dialog.message,
        failed: true,
        close: 'Close',
      }
    case 'payment':
      return { title: 'Payment Error', text: dialog.message, failed: true, close: 'Close' }
  }
}

/** What they pay on arrival, and how that comes about. */
function priceSentence(price: number, people: number, tax: SalesTax): string {
  if (price === 0) return 'There is nothing to pay.'
  const cents = withTax(price, tax)
  const each = people > 1 ? `: ${people} people × ${formatRate(cents)}` : ''
  const taxes = taxIn(cents, tax.percent) > 0 ? ', sales tax included' : ''
  return `You pay ${formatRate(cents * people)} when you arrive${each}${taxes}.`
}
