import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { z } from 'zod'
import type { bookFreeClassSessions, TrainingClass } from '../../../shared/contract/programs/classes.ts'
import { priceClassSessions } from '../../../shared/domain/programs/classPrice.ts'
import { startOf } from '../../../shared/domain/programs/classSessions.ts'
import { sessionRefundUntil } from '../../../shared/domain/programs/registrationPolicy.ts'
import { type ApiError, isTemporary } from '../../api/apiError.ts'
import { refreshAccount } from '../../api/queries/account.ts'
import { classQuery } from '../../api/queries/classes.ts'
import { useSalesTax } from '../../api/queries/facility.ts'
import { loadSession } from '../../api/session.ts'
import { useAttempt } from '../../api/useAttempt.ts'
import { forgetPeople } from '../../components/participants/keptPeople.ts'
import { fullNames, namesWithVerb, type Person } from '../../components/participants/people.ts'
import { seatsLeft } from '../../components/participants/seatsLeft.ts'
import type { Party } from '../../components/participants/useParty.ts'
import { missingOf } from '../../components/participants/WhoIsComing.tsx'
import { useTicket } from '../../components/ticket/useTicket.ts'
import { RefundNotice } from '../changes/RefundNotice.tsx'
import { useCheckout } from '../payments/useCheckout.tsx'
import type { ClassDialog } from './ClassDialogs.tsx'
import { type SessionRow, sessionName } from './sessionViews.ts'

interface ClassBookingOptions {
  trainingClass: TrainingClass
  party: Party
  /** In the fullest of the chosen sessions. */
  spotsLeft: number
  /** The chosen sessions. */
  selected: readonly SessionRow[]
  clear: () => void
  /** Percent off for this person. */
  percent: number
  cutoffHours: number
  zone: string
}

/** Books the chosen sessions for everybody who is coming, by card or free of charge (spec 2 §4). */
export function useClassBooking(options: ClassBookingOptions) {
  const { trainingClass, party, spotsLeft, selected, clear, percent, cutoffHours, zone } = options
  const queryClient = useQueryClient()
  const showTicket = useTicket()
  const tax = useSalesTax('classes')
  const [dialog, setDialog] = useState<ClassDialog | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  /** Whether the problem is that something was not said. */
  const [asked, setAsked] = useState(false)
  /** Whom the open payment is for. */
  const [paidFor, setPaidFor] = useState<readonly Person[]>([])
  const refresh = () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: classQuery(trainingClass.id).queryKey }),
      // The seats here are among what is the customer's own.
      refreshAccount(queryClient),
    ])
  const untils = selected.map(({ session }) => sessionRefundUntil(startOf(session, zone), cutoffHours))
  const terms = <RefundNotice untils={untils} hours={cutoffHours} />
  /** What was chosen is used. */
  const settle = () => {
    clear()
    forgetPeople()
  }
  const checkout = useCheckout({
    terms,
    refresh,
    forWhom: fullNames(paidFor),
    onPaid: settle,
    // The bank has not answered yet: the sessions stay held and must not be bought twice.
    onUnsettled: settle,
    onRefused(refusal) {
      const left = seatsLeft(refusal)
      if (left !== null && paidFor.length > 1) {
        short(left, paidFor)
        return true
      }
      if (isSolvedInDialog(refusal)) return false
      refused(refusal, false, paidFor)
      return true
    },
  })
  // Without a card; pending until the page shows the new state.
  const free = useAttempt({
    send: (json: z.input<typeof bookFreeClassSessions.body>, once) =>
      once('POST /api/class-registrations', json),
    refresh,
    pendingUntilRefreshed: true,
  })
  const priceFor = (people: number) =>
    priceClassSessions(
      selected.flatMap(() => Array.from({ length: people }, () => trainingClass.price)),
      percent,
      tax,
    )
  const price = priceFor(Math.max(1, party.chosen.length))

  /** Offers to book for those who still fit. */
  const short = (left: number, people: readonly Person[]) =>
    setDialog({
      ...{ kind: 'short', left, people },
      go: (first) => {
        setDialog(null)
        void bookFor(first)
      },
    })

  const refused = (error: unknown, free: boolean, people: readonly Person[]) =>
    setDialog({
      ...{ kind: 'refused', error, free },
      again: () => {
        setDialog(null)
        void bookFor(people)
      },
    })

  async function book() {
    setProblem(null)
    if (selected.length === 0) return setDialog('none')
    const { status } = await loadSession(queryClient)
    if (status === 'signed-out') return setDialog('login')
    const missing = missingOf(party.chosen, { spotsLeft, ages: trainingClass })
    setAsked(missing !== null)
    if (missing) return setProblem(missing)
    const ready = await party.ready()
    if ('error' in ready) return setProblem(ready.error.message)
    const { people } = ready
    // Nobody is registered by one press: the payment's dialog shows what is paid for, this one what is free.
    if (priceFor(people.length).total > 0) return bookFor(people)
    const names = selected.map(({ session }) => sessionName(session))
    setDialog({ kind: 'confirm', people, sessions: names, onConfirm: () => void bookFor(people) })
  }

  async function bookFor(people: readonly Person[]) {
    const instanceIds = selected.map(({ session }) => session.id)
    const alone = people.length === 1 && people[0]?.isSelf
    const who = alone ? {} : { participantIds: people.map(({ id }) => id) }
    const { total } = priceFor(people.length)
    if (total > 0) {
      setPaidFor(people)
      return checkout.pay({
        instanceIds,
        ...who,
        isMultiple: selected.length > 1,
        amount: total,
        description: trainingClass.name,
      })
    }
    const outcome = await free.attempt({ instanceIds, ...who })
    if (!outcome) return
    if ('answer' in outcome) {
      settle()
      setDialog(null)
      const who = alone ? '' : `${namesWithVerb(people)} registered. `
      return showTicket({
        heading: 'Booking Confirmed!',
        text: `${who}There is nothing to pay. See you in class!`,
        tab: 'classes',
        ids: outcome.answer.registration_ids,
      })
    }
    const left = seatsLeft(outcome.error)
    if (left !== null && people.length > 1) return short(left, people)
    refused(outcome.error, true, people)
  }

  return {
    book,
    price,
    checkout,
    isPending: free.isPending || party.isPending,
    dialog,
    closeDialog: () => setDialog(null),
    /** Why nothing was sent; gone once someone is chosen. */
    problem: asked && missingOf(party.chosen, { spotsLeft, ages: trainingClass }) === null ? null : problem,
    terms,
  }
}

/** What the payment dialog solves itself: a new price, and what may succeed in a moment. */
export const isSolvedInDialog = (refusal: ApiError): boolean =>
  refusal.code === 'price_changed' ||
  refusal.code === 'waiver_needed' ||
  (isTemporary(refusal) && !isUnavailable(refusal))

const isUnavailable = ({ code }: ApiError): boolean =>
  code === 'payment_configuration' || code === 'payments_unavailable'
