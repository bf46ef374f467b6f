import { Button, Skeleton } from '@mantine/core'
import { centsFromDollars, formatDollars } from '../../../shared/domain/money.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import dialogContent from '../../ui/dialogContent.module.css'
import { PaymentSuccess } from '../payments/PaymentSuccess.tsx'
import { SetupForm } from '../payments/SetupForm.tsx'
import { BankCheck } from './BankCheck.tsx'
import classes from './MembershipCardDialog.module.css'
import { setupError } from './membershipProblem.ts'
import { returnUrl } from './membershipSearch.ts'
import { type CardErrand, useMembershipCard } from './useMembershipCard.ts'

interface MembershipCardDialogProps {
  errand: CardErrand
  /** Per month, in cents. */
  price: number
  onClosed: () => void
}

const titles: Record<CardErrand['kind'], string> = {
  join: 'Join the Club',
  update: 'Update Your Card',
  confirm: 'Confirm Your Payment',
}

/** Takes the card for the membership, from the form over the bank's check to the summary (spec 2 §2, §4). */
export default function MembershipCardDialog({ errand, price, onClosed }: MembershipCardDialogProps) {
  const card = useMembershipCard(errand)
  const { step } = card
  const joins = errand.kind !== 'update'

  function close() {
    if (card.busy) return
    card.giveUp()
    onClosed()
  }

  const due = step.name === 'card' ? centsFromDollars(step.setup.amount_due ?? 0) : 0
  const charge = joins ? price : due
  const paid = step.name === 'done' && step.payment
  return (
    <Dialog
      opened
      onClose={close}
      title={paid ? 'Payment Successful!' : titles[errand.kind]}
      step={step.name}
      long
    >
      {step.name === 'card' && charge > 0 && (
        <p className={classes.order}>
          <span>
            {joins ? 'Founders Unlimited, charged monthly from today' : 'Founders Unlimited, charged today'}
          </span>
          <strong className={classes.price}>{formatDollars(charge)}</strong>
        </p>
      )}
      {step.name === 'opening' && <Opening />}
      {step.name === 'card' && (
        <>
          {step.notice && (
            <p role="alert" className={dialogContent.notice}>
              {step.notice}
            </p>
          )}
          <SetupForm
            key={step.setup.setupIntentId}
            clientSecret={step.setup.clientSecret}
            submit={charge > 0 ? `${joins ? 'Join for' : 'Pay'} ${formatDollars(charge)}` : 'Use this card'}
            failure={setupError}
            onDone={(paymentMethodId) => card.takeCard(step.setup, paymentMethodId)}
            onCancel={close}
            returnUrl={returnUrl(location.origin, joins ? 'join' : 'update')}
          />
        </>
      )}
      {step.name === 'bank' && (
        <BankCheck clientSecret={step.clientSecret} onAnswered={card.confirm} onCancel={close} />
      )}
      {step.name === 'done' &&
        (step.payment ? (
          <PaymentSuccess payment={step.payment} onClose={onClosed} />
        ) : (
          <Done onClosed={onClosed} />
        ))}
      {(step.name === 'failed' || step.name === 'processing') && (
        <>
          <p
            role={step.name === 'failed' ? 'alert' : 'status'}
            className={dialogContent.notice}
            data-kind={step.name}
          >
            {step.message}
          </p>
          <div className={dialogContent.buttons}>
            {step.name === 'failed' && errand.kind !== 'confirm' && (
              <Button color="stitch.6" onClick={card.retry}>
                Try again
              </Button>
            )}
            <Button variant="default" onClick={close}>
              Close
            </Button>
          </div>
        </>
      )}
    </Dialog>
  )
}

function Done({ onClosed }: { onClosed: () => void }) {
  return (
    <>
      <p role="status" className={classes.text}>
        Your card is updated. It will be charged from now on.
      </p>
      <div className={dialogContent.buttons}>
        <Button color="stitch.6" onClick={onClosed}>
          Done
        </Button>
      </div>
    </>
  )
}

function Opening() {
  return (
    <div className={classes.opening} aria-busy="true">
      <Skeleton height="3.5rem" radius="md" />
      <Skeleton height="14rem" radius="md" />
      <Skeleton height="3.375rem" radius="md" />
    </div>
  )
}
