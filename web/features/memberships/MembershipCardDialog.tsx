import { Button, Skeleton } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import { Link } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { centsFromDollars, formatDollars } from '../../../shared/domain/money/money.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import dialogContent from '../../ui/dialogContent.module.css'
import { Actions, Grid, Heading, Row, Text } from '../../ui/layout.tsx'
import { Note } from '../../ui/Note.tsx'
import { PaymentSuccess } from '../payments/PaymentSuccess.tsx'
import { canGiveUp, type PaymentFormState } from '../payments/paymentStates.ts'
import { SetupForm } from '../payments/SetupForm.tsx'
import { BankCheck } from './BankCheck.tsx'
import classes from './MembershipCardDialog.module.css'
import { setupError } from './membershipProblem.ts'
import { returnUrl } from './membershipSearch.ts'
import { type CardStep, type CardTask, useMembershipCard } from './useMembershipCard.ts'

interface MembershipCardDialogProps {
  task: CardTask
  /** Per month, in cents. */
  price: number
  /** What renewing and notice mean, told before joining. */
  renewal: string | undefined
  onClosed: () => void
}

const titles: Record<CardTask['kind'], string> = {
  join: 'Join the Club',
  update: 'Update Your Card',
  confirm: 'Confirm Your Payment',
}

/** Takes the card for the membership: form, the bank's check, summary (spec 2 §2, §4). */
export default function MembershipCardDialog({
  price,
  renewal,
  onClosed,
  ...props
}: MembershipCardDialogProps) {
  const card = useMembershipCard(props.task)
  const { step, task } = card
  const joins = task.kind !== 'update'
  const [form, setForm] = useState<PaymentFormState>({ status: 'idle' })
  const [left, setLeft] = useState(false)
  useCancelOnLeave(!left && !card.busy && canGiveUp(form), card.cancelSignUp)

  function close() {
    if (card.busy) return
    setLeft(true)
    card.cancelSignUp()
    onClosed()
  }

  const due = step.name === 'card' ? centsFromDollars(step.setup.amount_due ?? 0) : 0
  const charge = joins ? price : due
  return (
    <Dialog opened onClose={close} title={titleOf(step, task)} step={step.name} long>
      {step.name === 'card' && charge > 0 && (
        <Row as="p" align="baseline" apart below="md" className={classes.order}>
          <span>
            {joins ? 'Founders Unlimited, charged monthly from today' : 'Founders Unlimited, charged today'}
          </span>
          <Heading as="strong" size="2xl" className={classes.price}>
            {formatDollars(charge)}
          </Heading>
        </Row>
      )}
      {step.name === 'card' && joins && renewal && <Text tone="dim">{renewal}</Text>}
      {step.name === 'opening' && <Opening />}
      {step.name === 'card' && (
        <>
          {step.notice && <Note role="alert">{step.notice}</Note>}
          <SetupForm
            key={step.setup.setupIntentId}
            clientSecret={step.setup.clientSecret}
            submit={charge > 0 ? `${joins ? 'Join for' : 'Pay'} ${formatDollars(charge)}` : 'Use This Card'}
            failure={setupError}
            onDone={(paymentMethodId) => card.takeCard(step.setup, paymentMethodId)}
            onCancel={close}
            onState={setForm}
            returnUrl={returnUrl(location.origin, joins ? 'join' : 'update')}
          />
        </>
      )}
      {step.name === 'bank' && (
        <BankCheck
          clientSecret={step.clientSecret}
          onAnswered={card.confirm}
          onCancel={close}
          onState={setForm}
        />
      )}
      {step.name === 'done' &&
        (step.payment ? (
          <PaymentSuccess payment={step.payment} onClose={onClosed} />
        ) : (
          <Done onClosed={onClosed} />
        ))}
      {(step.name === 'failed' || step.name === 'processing') && (
        <>
          <Note role={step.name === 'failed' ? 'alert' : 'status'} info={step.name === 'processing'}>
            {step.message}
          </Note>
          <Actions>
            {step.name === 'failed' && step.canRetry && (
              <Button color="stitch.6" onClick={card.retry}>
                Try Again
              </Button>
            )}
            <Button variant="default" onClick={close}>
              Close
            </Button>
          </Actions>
        </>
      )}
      {step.name === 'full' && <Full message={step.message} onClose={close} />}
    </Dialog>
  )
}

function titleOf(step: CardStep, { kind }: CardTask): string {
  if (step.name === 'full') return 'The club is full'
  return step.name === 'done' && step.payment ? 'Payment Successful!' : titles[kind]
}

/** Shown when someone else took the last spot. */
function Full({ message, onClose }: { message: string; onClose: () => void }) {
  return (
    <>
      <Note role="alert">{message}</Note>
      <Text below="lg">Leave us your name and we will tell you when a spot is free.</Text>
      <Actions>
        <Link to="/contact" className={dialogContent.main}>
          Contact us
        </Link>
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
      </Actions>
    </>
  )
}

function Done({ onClosed }: { onClosed: () => void }) {
  return (
    <>
      <Text role="status">Your card is updated. It will be charged from now on.</Text>
      <Actions>
        <Button color="stitch.6" onClick={onClosed}>
          Done
        </Button>
      </Actions>
    </>
  )
}

function Opening() {
  return (
    <Grid aria-busy="true">
      <Skeleton height="3.5rem" />
      <Skeleton height="14rem" />
      <Skeleton height="3.375rem" />
    </Grid>
  )
}

/** Cancels the sign-up if the page is left or closed while the dialog is open and nothing is paid. */
function useCancelOnLeave(isUnpaid: boolean, cancelSignUp: () => void): void {
  const shown = useRef(false)
  const abandon = useEffectEvent(() => {
    if (isUnpaid && !shown.current) cancelSignUp()
  })
  useEffect(() => {
    shown.current = true
    return () => {
      shown.current = false
      // React's strict mode unmounts a component and mounts it again at once.
      setTimeout(() => abandon())
    }
  }, [])
  useWindowEvent('pagehide', () => {
    if (isUnpaid) cancelSignUp()
  })
}
