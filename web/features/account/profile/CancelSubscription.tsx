import { Button } from '@mantine/core'
import { useState } from 'react'
import type { Facility } from '../../../../shared/contract/facility/facility.ts'
import type { Subscription } from '../../../../shared/contract/memberships/memberships.ts'
import { accountTouches } from '../../../api/accountTouches.ts'
import { useSession } from '../../../api/session.ts'
import { useAttempt } from '../../../api/useAttempt.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Actions, Text } from '../../../ui/layout.tsx'
import { toast } from '../../../ui/toast.ts'
import { useFocusReturn } from '../../../ui/useFocusReturn.ts'
import { cancelProblem, cancelTexts, endingLines, lateNotice } from './cancelTexts.ts'
import classes from './Profile.module.css'

interface CancelSubscriptionProps {
  subscription: Subscription
  facility: Facility
  /** Runs once it no longer renews and the account is loaded again. */
  onCanceled: () => void
}

/** Ends the membership after a confirmation; a failure is told in an Error dialog (spec 2 §8). */
export function CancelSubscription({ subscription, facility, onCanceled }: CancelSubscriptionProps) {
  const [asking, setAsking] = useState(false)
  const waived = lateNotice(subscription, facility)
  const { cancel, isPending, problem, forgetProblem } = useCancelSubscription(waived, () => {
    setAsking(false)
    onCanceled()
  })
  // The second of two dialogs does not know what had the focus before the first.
  useFocusReturn(asking)
  const close = () => {
    if (!isPending) setAsking(false)
  }
  const acknowledge = () => {
    setAsking(false)
    forgetProblem()
  }
  return (
    <>
      <button type="button" className={classes.quiet} onClick={() => setAsking(true)}>
        Cancel Subscription
      </button>
      <Dialog opened={asking && !problem} onClose={close} title="Cancel Subscription?">
        {endingLines(subscription, facility).map((line) => (
          <Text below="lg" key={line}>
            {line}
          </Text>
        ))}
        <Actions>
          <Button data-danger color="stitch.6" loading={isPending} onClick={cancel}>
            Cancel Subscription
          </Button>
          <Button variant="default" onClick={close}>
            Keep Membership
          </Button>
        </Actions>
      </Dialog>
      <Dialog opened={Boolean(problem)} onClose={acknowledge} title="Error">
        <Text below="lg" role="alert">
          {problem}
        </Text>
        <Actions>
          <Button color="stitch.6" onClick={acknowledge}>
            OK
          </Button>
        </Actions>
      </Dialog>
    </>
  )
}

/**
 * Ends the membership with its current period (spec 2 §4, §8). `waived`, of `lateNotice`, is added to the success
 * message. `problem` is the sentence of the Error dialog. `onDone` runs once the account is loaded again.
 */
function useCancelSubscription(waived: string | null, onDone: () => void) {
  const signedIn = useSession().status === 'signed-in'
  const { attempt, isPending, error, forgetError } = useAttempt({
    send: (_nothing: undefined, once) => once('POST /api/memberships/cancel', {}),
    touches: accountTouches,
    pendingUntilRefreshed: true,
  })

  async function cancel() {
    const outcome = await attempt(undefined)
    if (!outcome || !('answer' in outcome)) return
    toast.success(`${cancelTexts.done} ${waived ?? ''}`.trim())
    onDone()
  }

  const problem = error && (signedIn ? cancelProblem(error) : cancelTexts.signedOut)
  return { cancel: () => void cancel(), isPending, problem, forgetProblem: forgetError }
}
