import { Button, Skeleton, VisuallyHidden } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import { type ReactNode, useCallback, useEffect, useEffectEvent, useState } from 'react'
import type { PaymentSummary } from '../../../shared/contract/payments/payments.ts'
import { ApiError, isTemporary } from '../../api/apiError.ts'
import { useSession } from '../../api/session.ts'
import { useTicket } from '../../components/ticket/useTicket.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { Grid, Row, Stack, Text } from '../../ui/layout.tsx'
import { toast } from '../../ui/toast.ts'
import { useFocusOnShow } from '../../ui/useFocusOnShow.ts'
import formClasses from './CardForm.module.css'
import { cardProviderOf } from './cardConfirmation.ts'
import { configurationProblem, OpeningProblem, openingProblemTitle, unavailable } from './OpeningProblem.tsx'
import { PayIntent } from './PayIntent.tsx'
import { paidTicket } from './paidTicket.ts'
import { type PurchaseRequest, withTotal } from './paymentCalls.ts'
import { canGiveUp, isCharging, isUnsettled, mayBeCharged, type PaymentFormState } from './paymentStates.ts'
import { pause } from './settlePayment.ts'
import { paid } from './useLeftCheckouts.ts'
import { useOpenCheckout } from './useOpenCheckout.ts'
import { useOpenedPayment } from './useOpenedPayment.ts'

export interface CheckoutOptions {
  /** Loads the bought places again: after a payment, after a refusal, and where the result is not known yet. */
  refresh?: () => Promise<unknown>
  /** The payment is confirmed and booked. The page is left for its ticket, unless it stays. */
  onPaid?: (payment: PaymentSummary) => void
  /** The page shows itself that it is paid. */
  stays?: boolean
  /**
   * The server refused to open the payment. Return true if the page shows the problem: the dialog then closes. Otherwise
   * the dialog shows it, a changed price included.
   */
  onRefused?: (refusal: ApiError) => boolean
  /** Makes the sentence of a refusal that the dialog shows; by default the server's message. */
  refusalText?: (message: string) => string
  /** Shown where the money was taken and our server does not confirm the booking; by default the server's message. */
  unconfirmedText?: string
  /** Closed before the bank or our server has answered: the place is taken and may be paid. */
  onUnsettled?: () => void
  /** Closed, with everything paid. */
  onFinished?: () => void
  /** Who takes part, where it is not only the customer: 'Mia Parker and Leo Parker'. */
  forWhom?: string | undefined
  /** Said above the card form: the terms of what is paid. */
  terms?: ReactNode
  /** Where a bank's page leads back to; it must show `<ReturnFromPayment>`. */
  returnPath?: string
}

interface CardCheckoutProps extends Omit<CheckoutOptions, 'refresh'> {
  request: PurchaseRequest
  /** The dialog has closed, and what it held and did not pay is free. */
  onClosed: () => void
}

/** The dialog in which something is paid by card, from the hold to the summary; see `useCheckout`. */
export default function CardCheckout(props: CardCheckoutProps) {
  const {
    onPaid,
    onRefused,
    refusalText,
    unconfirmedText,
    onUnsettled,
    onFinished,
    onClosed,
    returnPath = '/account',
  } = props
  const opened = useOpenedPayment(props.request)
  const { intent, configuration, error } = opened
  const [form, setForm] = useState<PaymentFormState>({ status: 'idle' })
  const isGuest = useSession().status === 'signed-out'
  const showTicket = useTicket()
  const [filled, setFilled] = useState(false)
  const [holdEnded, setHoldEnded] = useState(false)
  const [asksToLeave, setAsksToLeave] = useState(false)
  const [leaving, setLeaving] = useState(false)
  const endHold = useCallback(() => setHoldEnded(true), [])

  const provider = configuration && cardProviderOf(configuration)
  const problem =
    error ??
    (provider === 'misconfigured' ? configurationProblem : provider === 'unavailable' ? unavailable : null)
  const isOver = holdEnded && canGiveUp(form)
  // The server may have opened the payment although its answer was lost.
  const isHeld = (!error || isTemporary(error)) && canGiveUp(form)
  const held = useOpenCheckout(
    { key: opened.key, payment: intent ?? opened.request },
    isHeld ? 'unpaid' : isCharging(form) ? 'charging' : null,
  )
  // Back from the back-forward cache: the hold was released when the page was left.
  useWindowEvent('pageshow', ({ persisted }) => {
    if (persisted && isHeld) endHold()
  })

  function succeed(summary: PaymentSummary) {
    held.end()
    onPaid?.(summary)
    onClosed()
    onFinished?.()
    if (!props.stays) showTicket(paidTicket(summary, isGuest))
  }

  function restart() {
    setForm({ status: 'idle' })
    setFilled(false)
    setHoldEnded(false)
    opened.restart()
  }

  function close() {
    if (isCharging(form)) return
    if (filled && !isOver && canGiveUp(form) && !asksToLeave) setAsksToLeave(true)
    else void leave()
  }

  async function leave() {
    setLeaving(true)
    if (isUnsettled(form)) onUnsettled?.()
    else await giveUp()
    // The query cache notifies its observers in a separate task. Until then the released place still looks taken.
    await pause(0)
    onClosed()
  }

  /** Frees the place. If another tab has paid in the meantime, says so. */
  async function giveUp() {
    const answer = await held.release()
    if (answer?.status !== 'succeeded') return
    toast.success(paid)
    onPaid?.(answer.payment)
  }

  useRefusal(error, (refusal) => {
    if (onRefused?.(refusal)) onClosed()
  })

  return (
    <Dialog
      opened={!leaving}
      onClose={close}
      title={problem ? openingProblemTitle(problem) : 'Pay with Card'}
      step={isOver ? 'over' : asksToLeave ? 'leave' : 'pay'}
      long
    >
      {problem && (
        <OpeningProblem
          problem={problem}
          {...(refusalText ? { textOf: refusalText } : {})}
          onRetry={opened.retry}
          onContinue={(total) => opened.restart(withTotal(opened.request, total))}
          onClose={close}
        />
      )}
      {!problem && isOver && <HoldEnded unsure={mayBeCharged(form)} onRestart={restart} onClose={close} />}
      {!problem && !isOver && asksToLeave && (
        <LeaveUnpaid
          unsure={mayBeCharged(form)}
          onStay={() => setAsksToLeave(false)}
          onLeave={() => void leave()}
        />
      )}
      {!problem && !isOver && (!intent || !provider) && <Opening />}
      {!isOver && intent && typeof provider === 'object' && (
        <PayIntent
          key={intent.paymentIntentId}
          intent={unconfirmedText ? { ...intent, unconfirmedText } : intent}
          provider={provider}
          returnPath={returnPath}
          onPaid={succeed}
          onState={setForm}
          onFilled={setFilled}
          onHoldEnded={endHold}
          onRestart={restart}
          onCancel={close}
        >
          {props.forWhom && <p>For {props.forWhom}</p>}
          {props.terms}
        </PayIntent>
      )}
    </Dialog>
  )
}

function Opening() {
  return (
    <Grid>
      <VisuallyHidden component="p" role="status">
        Holding your spot
      </VisuallyHidden>
      <Skeleton height="5.5rem" />
      <Skeleton height="14rem" />
      <Skeleton height="3.375rem" />
    </Grid>
  )
}

function useRefusal(error: unknown, tell: (refusal: ApiError) => void): void {
  const onRefusal = useEffectEvent(tell)
  useEffect(() => {
    if (error instanceof ApiError) onRefusal(error)
  }, [error])
}

const ifCharged = 'If your card went through, you’re booked and we’ll email you.'

interface HoldEndedProps {
  /** Nobody knows whether the card was charged. */
  unsure: boolean
  onRestart: () => void
  onClose: () => void
}

/** The hold has ended: the payment can be started again. */
function HoldEnded({ unsure, onRestart, onClose }: HoldEndedProps) {
  const again = useFocusOnShow<HTMLButtonElement>()
  return (
    <div>
      <p role="alert" className={formClasses.message}>
        {unsure
          ? `Time’s up. ${ifCharged} If not, your spot is free for others again.`
          : 'Time’s up, so your spot is free for others again. You haven’t been charged.'}
      </p>
      <Stack above="xs" gap="xs" className={formClasses.buttons}>
        <Button ref={again} color="stitch.6" onClick={onRestart}>
          Start Again
        </Button>
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
      </Stack>
    </div>
  )
}

interface LeaveUnpaidProps {
  /** Nobody knows whether the card was charged. */
  unsure: boolean
  onStay: () => void
  onLeave: () => void
}

/** Asks before a typed card is discarded. */
function LeaveUnpaid({ unsure, onStay, onLeave }: LeaveUnpaidProps) {
  const stay = useFocusOnShow<HTMLButtonElement>()
  return (
    <section className={formClasses.notice} data-kind="calm" aria-labelledby="leave-unpaid">
      <p id="leave-unpaid" className={formClasses.message}>
        {unsure ? 'Leave now?' : 'Leave without paying?'}
      </p>
      <Text size="sm">
        {unsure ? `${ifCharged} If not, your spot` : 'You haven’t been charged. Your spot'} will be free for
        others right away.
      </Text>
      <Row align="stretch">
        <Button ref={stay} color="stitch.6" onClick={onStay}>
          Keep Paying
        </Button>
        <Button variant="default" onClick={onLeave}>
          Leave
        </Button>
      </Row>
    </section>
  )
}
