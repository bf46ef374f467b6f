import { Button } from '@mantine/core'
import type { z } from 'zod'
import type { freshPrice } from '../../../shared/contract/bookings/bookings.ts'
import type { NeededWaivers } from '../../../shared/contract/waivers/waivers.ts'
import { centsFromDollars, formatDollars } from '../../../shared/domain/money/money.ts'
import { ApiError, isRefusal } from '../../api/apiError.ts'
import { SignInLink } from '../../components/SignInLink.tsx'
import { WithPhone } from '../../components/WithPhone.tsx'
import { Stack } from '../../ui/layout.tsx'
import { SignFirst } from '../waivers/SignFirst.tsx'
import classes from './CardForm.module.css'

/** The keys are not what they should be; never which ones (spec 1 §5, spec 2 §8). */
export const configurationProblem = new ApiError(503, {
  code: 'payment_configuration',
  message: 'There is a configuration issue with the payment system. Please contact support.',
})

export const unavailable = new ApiError(503, {
  code: 'payments_unavailable',
  message: 'Payment by card is not available here. Please pay on arrival.',
})

/** The title of the dialog for a payment that was not opened (spec 2 §8). */
export function openingProblemTitle(problem: Error): string {
  if (isRefusal(problem, 'price_changed')) return 'The price has changed'
  if (isRefusal(problem, 'waiver_needed')) return 'Please Sign First'
  if (isRefusal(problem, 'payment_configuration')) return 'Payment Configuration Error'
  if (problem instanceof ApiError && problem.status === 401) return 'Authentication Required'
  return 'Payment Error'
}

interface OpeningProblemProps {
  problem: Error
  /** Makes the shown sentence of the problem's message. */
  textOf?: (message: string) => string
  onRetry: () => void
  /** Goes on at the new total, in cents. */
  onContinue?: (total: number) => void
  onClose: () => void
}

/** Why a payment was not opened, and what can be done: nothing is held and nothing was charged. */
export function OpeningProblem({
  problem,
  textOf = asItIs,
  onRetry,
  onContinue,
  onClose,
}: OpeningProblemProps) {
  if (isRefusal(problem, 'waiver_needed')) {
    return (
      <>
        <p className={classes.message}>Nothing is booked or charged yet: please sign this first.</p>
        <SignFirst needed={problem.details as NeededWaivers} onDone={onRetry} />
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
      </>
    )
  }
  const newTotal = totalOf(problem)
  const signIn = problem instanceof ApiError && problem.status === 401
  return (
    <>
      <p role="alert" className={classes.message}>
        <WithPhone
          text={
            newTotal === null
              ? textOf(problem.message || 'Failed to initiate payment.')
              : `It costs ${formatDollars(newTotal)} now. Nothing has been charged.`
          }
        />
      </p>
      <Stack above="xs" gap="xs" className={classes.buttons}>
        {newTotal !== null && onContinue && (
          <Button color="stitch.6" onClick={() => onContinue(newTotal)}>
            Continue with {formatDollars(newTotal)}
          </Button>
        )}
        {signIn && <SignInLink className={classes.link}>Login / Sign Up</SignInLink>}
        {canHelp(problem) && (
          <Button color="stitch.6" onClick={onRetry}>
            Try Again
          </Button>
        )}
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
      </Stack>
    </>
  )
}

const asItIs = (message: string) => message

/** The fresh price in cents, where it is the price that has changed. */
function totalOf(problem: Error): number | null {
  if (!isRefusal(problem, 'price_changed')) return null
  return centsFromDollars((problem.details as z.output<typeof freshPrice>).total_amount)
}

/** Whether the same request may succeed on a retry: no answer, an error of the server, or a payment under way elsewhere. */
const canHelp = (problem: Error): boolean =>
  problem !== configurationProblem &&
  problem !== unavailable &&
  (!(problem instanceof ApiError) ||
    [0, 408, 429].includes(problem.status) ||
    problem.code === 'open_checkouts_limit' ||
    problem.status >= 500) &&
  !isRefusal(problem, 'payment_configuration') &&
  !isRefusal(problem, 'payments_unavailable')
