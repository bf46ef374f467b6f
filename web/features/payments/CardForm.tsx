import '@mantine/core/styles/Loader.layer.css'
import { Button } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { type ReactNode, type SubmitEvent, useState } from 'react'
import { CardFields } from './CardFields.tsx'
import classes from './CardForm.module.css'
import { CardFormNotice } from './CardFormNotice.tsx'
import type { CardPurpose } from './cardConfirmation.ts'
import type { CardProvider } from './cardProvider.ts'
import { PaymentBlocked } from './PaymentBlocked.tsx'
import { canPay, isCharging, type Waiting } from './paymentStates.ts'
import type { CardForm as Form } from './useCardForm.ts'

interface CardFormProps {
  form: Form
  provider: CardProvider
  purpose: CardPurpose
  /** What the button says, e.g. 'Pay $20.00'. */
  submit: string
  onFilled?: (filled: boolean) => void
  /** Begins anew where this intent cannot be used any more. */
  onRestart?: (() => void) | undefined
  onCancel: () => void
  children?: ReactNode
}

const waitingTexts: Record<Waiting, string> = {
  card: 'Processing your card. Please leave this page open.',
  confirmation: 'Confirming with us. Please leave this page open.',
  bank: 'Your bank is still working on this payment. You may close this: we send an email as soon as it is through.',
}

/** The card form in all its states (spec 1 §4): fields and button, what went wrong, what it waits for. */
export function CardForm(props: CardFormProps) {
  const { form, provider, purpose, submit, onFilled, onRestart, onCancel, children } = props
  const { state } = form
  const [unfilled] = useState(() => () => undefined)
  const isBlocked = state.status === 'blocked'
  const takesCard = canPay(state)
  const isProcessing = state.status === 'processing'

  function pay(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    void form.pay()
  }

  return (
    <>
      {isBlocked && <PaymentBlocked onRetry={() => void form.unblock()} onCancel={onCancel} />}
      {/* Stays while it is not seen: whoever was blocked has the card still typed in. */}
      <form hidden={isBlocked} onSubmit={pay} noValidate className={classes.form} data-private>
        {state.status === 'failed' && <CardFormNotice failure={state} form={form} onRestart={onRestart} />}
        <p role="status" className={classes.status}>
          {isProcessing && waitingTexts[state.waiting]}
        </p>
        <div hidden={!takesCard && !isProcessing} className={classes.fields}>
          <CardFields
            key={form.loads}
            provider={provider}
            publishableKey={provider.publishableKey}
            purpose={purpose}
            disabled={!takesCard}
            onReady={form.onReady}
            onFilled={onFilled ?? unfilled}
            onLoadProblem={form.onLoadProblem}
          />
        </div>
        {children}
        <div className={classes.buttons}>
          {(takesCard || isProcessing) && (
            <Button
              type="submit"
              size="lg"
              color="stitch.6"
              loading={isProcessing}
              leftSection={<IconLock size={18} aria-hidden />}
            >
              {submit}
            </Button>
          )}
          <Button variant="default" onClick={onCancel} disabled={isCharging(state)}>
            {takesCard ? 'Cancel' : 'Close'}
          </Button>
        </div>
      </form>
    </>
  )
}
