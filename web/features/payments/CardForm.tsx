import { Button, Skeleton } from '@mantine/core'
import { IconLock, IconShieldX } from '@tabler/icons-react'
import { type ReactNode, type SubmitEvent, Suspense, useState } from 'react'
import { Heading, Stack, Text } from '../../ui/layout.tsx'
import { lazyPart } from '../../ui/lazyPart.ts'
import { stayInField } from '../../ui/pressGuard.ts'
import { useFocusOnShow } from '../../ui/useFocusOnShow.ts'
import classes from './CardForm.module.css'
import type { CardFieldsProps, CardProvider, CardPurpose } from './cardConfirmation.ts'
import { canPay, isCharging, type PaymentFormState, type Waiting } from './paymentStates.ts'
import { blockedByBrowser } from './paymentTexts.ts'
import type { CardForm as Form } from './useCardForm.ts'

interface CardFormProps {
  form: Form
  provider: CardProvider
  purpose: CardPurpose
  /** What the button says, e.g. 'Pay $20.00'. */
  submit: string
  onFilled?: (filled: boolean) => void
  /** Starts again where this intent cannot be used any more. */
  onRestart?: (() => void) | undefined
  onCancel: () => void
  children?: ReactNode
}

const waitingTexts: Record<Waiting, string> = {
  card: 'Processing your card. Please leave this page open.',
  confirmation: 'Confirming with us. Please leave this page open.',
  bank: 'Your bank is still working on this payment. You can close this: we’ll email you as soon as it goes through.',
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
      {/* Stays mounted while hidden, so that a typed card is kept. */}
      <form
        hidden={isBlocked}
        onSubmit={pay}
        onMouseDown={stayInField}
        noValidate
        className={classes.form}
        data-private
      >
        {state.status === 'failed' && <CardFormNotice failure={state} form={form} onRestart={onRestart} />}
        <p role="status" className={classes.status}>
          {isProcessing && waitingTexts[state.waiting]}
        </p>
        <Stack hidden={!takesCard && !isProcessing} className={classes.fields}>
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
        </Stack>
        {children}
        <Stack above="xs" gap="xs" className={classes.buttons}>
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
        </Stack>
      </form>
    </>
  )
}

interface CardFormNoticeProps {
  failure: Extract<PaymentFormState, { status: 'failed' }>
  form: Form
  onRestart: (() => void) | undefined
}

/** Why it failed, and what can be done about it. */
function CardFormNotice({ failure: { message, recovery }, form, onRestart }: CardFormNoticeProps) {
  // The press that failed has lost the focus: it goes to the reason, which is above the fields.
  const notice = useFocusOnShow<HTMLDivElement>()
  return (
    <div
      ref={notice}
      role="alert"
      tabIndex={-1}
      className={classes.notice}
      data-kind={recovery === 'refunded' ? 'calm' : 'problem'}
    >
      <p className={classes.message}>{message}</p>
      {recovery === 'card' && (
        <Text size="sm">You have not been charged. Check the card or use another one.</Text>
      )}
      {recovery === 'confirmation' && (
        <>
          <Text size="sm">
            Please don’t pay again: we keep trying, and you’ll get an email as soon as it’s done.
          </Text>
          <Button variant="default" onClick={() => void form.confirmAgain()}>
            Check Again
          </Button>
        </>
      )}
      {recovery === 'setup' && (
        <Button color="stitch.6" onClick={() => void form.confirmAgain()}>
          Try Again
        </Button>
      )}
      {recovery === 'authentication' && (
        <Button color="stitch.6" onClick={() => void form.resume()}>
          Continue to Your Bank
        </Button>
      )}
      {recovery === 'restart' && onRestart && (
        <Button color="stitch.6" onClick={onRestart}>
          Start Again
        </Button>
      )}
    </div>
  )
}

/** The way to the payment provider is blocked: what to do about it (spec 1 §4, §8). */
function PaymentBlocked({ onRetry, onCancel }: { onRetry: () => void; onCancel: () => void }) {
  const again = useFocusOnShow<HTMLButtonElement>()
  return (
    <Stack as="section" gap="xs" aria-labelledby="payment-blocked">
      <IconShieldX className={classes.blockedIcon} aria-hidden />
      <Heading as="h3" size="2xl" id="payment-blocked">
        Payment Blocked
      </Heading>
      <p role="alert" className={classes.message}>
        {blockedByBrowser}
      </p>
      <Text size="sm">This usually helps:</Text>
      <ul className={classes.tips}>
        <li>Switch off your ad blocker for this site, then try again.</li>
        <li>Allow the browser’s tracking protection to load stripe.com.</li>
        <li>Open this page in a private window, or in another browser.</li>
        <li>Check that you are online, and leave a VPN or a guarded network.</li>
      </ul>
      <Stack above="xs" gap="xs" className={classes.buttons}>
        <Button ref={again} color="stitch.6" onClick={onRetry}>
          Try Again
        </Button>
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
      </Stack>
    </Stack>
  )
}

const StripeCardFields = lazyPart(() => import('./StripeCardFields.tsx'))
const SandboxCardFields = lazyPart(() => import('./SandboxCardFields.tsx'))

/** The fields for a card: Stripe's own, or those of the sandbox. */
function CardFields({ provider, ...fields }: CardFieldsProps & { provider: CardProvider }) {
  return (
    <Suspense fallback={<Skeleton height="12rem" />}>
      {provider.apiBase === null ? (
        <StripeCardFields {...fields} />
      ) : (
        <SandboxCardFields {...fields} apiBase={provider.apiBase} />
      )}
    </Suspense>
  )
}
