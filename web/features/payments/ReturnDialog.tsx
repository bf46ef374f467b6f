import { Button, Skeleton } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import type { PaymentSummary } from '../../../shared/contract/payments/payments.ts'
import { centsFromDollars } from '../../../shared/domain/money/money.ts'
import { paymentConfigurationQuery } from '../../api/queries/payments.ts'
import { useSession } from '../../api/session.ts'
import { forgetChoices } from '../../components/keptChoice.ts'
import { forgetPeople } from '../../components/participants/keptPeople.ts'
import { useTicket } from '../../components/ticket/useTicket.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { Stack, Text } from '../../ui/layout.tsx'
import classes from './CardForm.module.css'
import { cardProviderOf } from './cardConfirmation.ts'
import { configurationProblem, OpeningProblem } from './OpeningProblem.tsx'
import { PayIntent } from './PayIntent.tsx'
import { paidTicket } from './paidTicket.ts'
import { askPayment, type CheckoutIntent } from './paymentCalls.ts'
import { keepReturn, type PaymentReturn } from './paymentReturn.ts'
import { canGiveUp, isCharging, type PaymentFormState } from './paymentStates.ts'
import { somethingWrong } from './paymentTexts.ts'
import { pause, type Settlement, settlePayment } from './settlePayment.ts'
import { useOpenCheckout } from './useOpenCheckout.ts'

interface ReturnDialogProps {
  returned: PaymentReturn
  onClosed: () => void
}

const returnKey = 'payment-return'

/** How a payment ended that led over a bank's page; where it did not end, the card form again. */
export default function ReturnDialog({ returned, onClosed }: ReturnDialogProps) {
  const { data: settlement, refetch } = useQuery({
    queryKey: [returnKey, returned.paymentIntentId],
    queryFn: async () => {
      const settlement = await settlePayment({ ask: () => askPayment(returned), pause })
      if (settlement.kind !== 'unconfirmed') keepReturn(null)
      return settlement
    },
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
  const [form, setForm] = useState<PaymentFormState>({ status: 'idle' })
  const [paidNow, setPaidNow] = useState<PaymentSummary | null>(null)
  const payment = paidNow ?? (settlement?.kind === 'paid' ? settlement.payment : null)
  useFreshData(payment !== null)
  const session = useSession()
  const showTicket = useTicket()
  const isKnown = session.status !== 'loading'
  const tellPaid = useEffectEvent((summary: PaymentSummary) => {
    onClosed()
    // The page where it was chosen was left for the bank's.
    forgetChoices()
    forgetPeople()
    showTicket(paidTicket(summary, session.status === 'signed-out'))
  })
  useEffect(() => {
    if (payment && isKnown) tellPaid(payment)
  }, [payment, isKnown])
  const isUnpaid = !payment && (settlement?.kind === 'declined' || settlement?.kind === 'action')
  const phase = canGiveUp(form) ? 'unpaid' : isCharging(form) ? 'charging' : null
  const held = useOpenCheckout({ key: returned.paymentIntentId, payment: returned }, isUnpaid ? phase : null)

  function close() {
    if (isCharging(form)) return
    keepReturn(null)
    void held.release()
    onClosed()
  }

  return (
    <Dialog opened onClose={close} title={titleOf(settlement)} long>
      {(!settlement || payment) && <Asking />}
      {!payment && (settlement?.kind === 'declined' || settlement?.kind === 'action') && (
        <ReturnedIntent
          returned={returned}
          settlement={settlement}
          onPaid={(summary) => {
            held.end()
            setPaidNow(summary)
          }}
          onState={setForm}
          onClosed={close}
        />
      )}
      {!payment && settlement && ['pending', 'refunded', 'over', 'unconfirmed'].includes(settlement.kind) && (
        <>
          <p role="alert" className={classes.message}>
            {sentenceOfEnd(settlement)}
          </p>
          <Stack above="xs" gap="xs" className={classes.buttons}>
            {settlement.kind === 'unconfirmed' && (
              <Button color="stitch.6" onClick={() => void refetch()}>
                Check Again
              </Button>
            )}
            <Button variant="default" onClick={close}>
              Close
            </Button>
          </Stack>
        </>
      )}
    </Dialog>
  )
}

function titleOf(settlement: Settlement | undefined): string {
  if (!settlement) return 'Checking your payment'
  if (settlement.kind === 'pending') return 'Payment on its way'
  if (settlement.kind === 'refunded') return 'Your money comes back'
  return settlement.kind === 'unconfirmed' ? 'Payment received' : 'Payment not completed'
}

function sentenceOfEnd(settlement: Settlement): string {
  if (settlement.kind === 'pending') {
    return 'Your bank is still working on this payment. We’ll email you as soon as it goes through.'
  }
  return 'message' in settlement ? settlement.message : somethingWrong
}

function Asking() {
  return (
    <Stack role="status" aria-label="Checking your payment" className={classes.fields}>
      <Skeleton height="6rem" />
      <Skeleton height="3.375rem" />
    </Stack>
  )
}

/** What was paid is in the lists that the page shows: they are loaded again. */
function useFreshData(isPaid: boolean): void {
  const queryClient = useQueryClient()
  useEffect(() => {
    if (!isPaid) return
    void queryClient.invalidateQueries({
      predicate: ({ meta, queryKey }) => meta?.public !== true && queryKey[0] !== returnKey,
    })
  }, [isPaid, queryClient])
}

interface ReturnedIntentProps {
  returned: PaymentReturn
  settlement: Extract<Settlement, { kind: 'declined' | 'action' }>
  onPaid: (payment: PaymentSummary) => void
  onState: (state: PaymentFormState) => void
  onClosed: () => void
}

/** The card form for a payment that came back from the bank unpaid: with another card it can still be paid. */
function ReturnedIntent({ returned, settlement, onPaid, onState, onClosed }: ReturnedIntentProps) {
  const { data: configuration, error, refetch } = useQuery(paymentConfigurationQuery)
  const provider = configuration && cardProviderOf(configuration)
  const problem = error ?? (typeof provider === 'string' ? configurationProblem : null)
  if (problem) return <OpeningProblem problem={problem} onRetry={() => void refetch()} onClose={onClosed} />
  if (!provider || typeof provider === 'string') return <Skeleton height="20rem" />
  return (
    <PayIntent
      intent={intentOf(returned, settlement.payment)}
      provider={provider}
      returnPath={location.pathname}
      onPaid={onPaid}
      onState={onState}
      onCancel={onClosed}
    >
      {settlement.kind === 'declined' && (
        <div role="alert" className={classes.notice} data-kind="problem">
          <p className={classes.message}>{settlement.message}</p>
          <Text size="sm">You have not been charged. Try again, with this card or another one.</Text>
        </div>
      )}
    </PayIntent>
  )
}

const intentOf = (returned: PaymentReturn, payment: PaymentSummary): CheckoutIntent => ({
  ...returned,
  type: payment.paymentType,
  description: payment.description,
  total: centsFromDollars(payment.amount),
  heldUntil: null,
})
