import { Button } from '@mantine/core'
import { useState } from 'react'
import type { Facility } from '../../../../shared/contract/facility.ts'
import type { Subscription } from '../../../../shared/contract/memberships.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import dialogContent from '../../../ui/dialogContent.module.css'
import { useFocusReturn } from '../../../ui/useFocusReturn.ts'
import { endingLines, lateNotice } from './cancelTexts.ts'
import classes from './Profile.module.css'
import { useCancelSubscription } from './useCancelSubscription.ts'

interface CancelSubscriptionProps {
  subscription: Subscription
  facility: Facility
  /** It does not renew any more, and what shows it knows. */
  onCanceled: () => void
}

/** The link that ends a membership, once it was meant; what went wrong is said in an Error dialog (spec 2 §8). */
export function CancelSubscription({ subscription, facility, onCanceled }: CancelSubscriptionProps) {
  const [asking, setAsking] = useState(false)
  const waived = lateNotice(subscription, facility)
  const { cancel, isPending, problem, forgetProblem } = useCancelSubscription(waived, () => {
    setAsking(false)
    onCanceled()
  })
  // Of two dialogs in turn the second does not know what had the focus before the first.
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
          <p key={line} className={dialogContent.text}>
            {line}
          </p>
        ))}
        <div className={dialogContent.buttons}>
          <Button color="stitch.6" loading={isPending} onClick={cancel}>
            Cancel Subscription
          </Button>
          <Button variant="default" onClick={close}>
            Keep Membership
          </Button>
        </div>
      </Dialog>
      <Dialog opened={Boolean(problem)} onClose={acknowledge} title="Error">
        <p className={dialogContent.text} role="alert">
          {problem}
        </p>
        <div className={dialogContent.buttons}>
          <Button color="stitch.6" onClick={acknowledge}>
            OK
          </Button>
        </div>
      </Dialog>
    </>
  )
}
