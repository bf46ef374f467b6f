import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import type { Camp, CampDetail, CampSeat } from '../../../shared/contract/camps.ts'
import { campDates } from '../../../shared/domain/camps.ts'
import { centsFromDollars } from '../../../shared/domain/money.ts'
import { campRefundUntil } from '../../../shared/domain/registrationPolicy.ts'
import { useLiveCamp } from '../../api/liveSeats.ts'
import { myCampRegistrationQuery } from '../../api/queries/camps.ts'
import { facilityQuery } from '../../api/queries/facility.ts'
import { useSession } from '../../api/session.ts'
import { RegistrationDialog } from '../../components/RegistrationDialog.tsx'
import { RefundNotice } from '../changes/RefundNotice.tsx'
import { useCheckout } from '../payments/useCheckout.tsx'
import { campOutcome } from './CampDialogs.tsx'
import { SpotsLeft } from './CampPicture.tsx'
import { type CampDialog, paymentProblem } from './campProblem.ts'
import { campPrice, registerState, stateHeadings } from './campRules.ts'
import classes from './RegisterPanel.module.css'
import { RegisterButtons, RegistrationClosed, SeatStatus } from './SeatActions.tsx'
import { useCampRegistration } from './useCampRegistration.ts'

/** The Register Now panel, once the session and the customer's own seat are known (spec 2 §2). */
export function RegisterPanel({ camp }: { camp: CampDetail }) {
  const session = useSession()
  const signedIn = session.status === 'signed-in'
  useLiveCamp(camp.id)
  const { data, isFetched } = useQuery({ ...myCampRegistrationQuery(camp.id), enabled: signedIn })
  // Not `isLoading`, which is true again with every retry while the seat cannot be read: that would unmount an open
  // checkout.
  if (session.status === 'loading' || (signedIn && !isFetched)) {
    return (
      <div className={classes.panel} aria-busy="true">
        <Skeleton height="2rem" width="60%" mb="md" />
        <Skeleton height="9rem" mb="md" />
        <Skeleton height="3.375rem" />
      </div>
    )
  }
  // If the customer's own seat could not be loaded, the server still refuses a second registration.
  return <Registration camp={camp} seat={(signedIn && data) || null} signedIn={signedIn} />
}

interface RegistrationProps {
  camp: CampDetail
  /** The customer's own seat: registered, or held by a checkout. */
  seat: CampSeat | null
  signedIn: boolean
}

/** Registers and pays for a seat, by card or on arrival, and shows how that ended (spec 2 §4). */
function Registration({ camp, seat, signedIn }: RegistrationProps) {
  const registration = seat?.status === 'held' ? null : seat
  const [dialog, setDialog] = useState<CampDialog | null>(null)
  const { register, refresh, isPending } = useCampRegistration(camp.id)
  const terms = <CampTerms camp={camp} cutoffDays={registration?.cancellation_cutoff_days} />
  const checkout = useCheckout({
    terms,
    refresh,
    unconfirmedText: 'Payment succeeded, but registration failed. Please contact support.',
    onRefused: (refusal) => {
      const problem = paymentProblem(refusal)
      setDialog(problem)
      return problem !== null
    },
  })

  const held = seat?.status === 'held'
  const state = registerState(camp, registration, checkout.isOpen || held)

  /** Pays the customer's seat at the price of its registration, or else a new seat. */
  function pay() {
    if (!signedIn) return setDialog({ kind: 'login' })
    const price = registration ? registration.total_cost : camp.price
    checkout.pay({
      campId: camp.id,
      ...(registration ? { registrationId: registration.id } : {}),
      amount: centsFromDollars(price),
      description: camp.name,
    })
  }

  async function registerOnArrival() {
    if (!signedIn) return setDialog({ kind: 'login' })
    const problem = await register()
    if (problem !== undefined) setDialog(problem ?? { kind: 'registered', free: camp.price === 0 })
  }

  const panel = usePanelFocus(isPending || dialog !== null || checkout.isOpen)
  return (
    <section ref={panel} className={classes.panel} aria-labelledby="register" data-state={state.kind}>
      <h2 id="register" tabIndex={-1} className={classes.heading}>
        {stateHeadings[state.kind]}
      </h2>
      {state.kind === 'registered' && <SeatStatus registration={state.registration} onPay={pay} />}
      {state.kind !== 'registered' && state.kind !== 'open' && <RegistrationClosed state={state.kind} />}
      <CampFacts camp={camp} />
      {state.kind === 'open' && (
        <RegisterButtons
          camp={camp}
          held={held}
          isPending={isPending}
          onPay={pay}
          onRegister={() => void registerOnArrival()}
        />
      )}
      {(state.kind === 'open' || state.kind === 'registered') && terms}
      {checkout.dialog}
      <RegistrationDialog outcome={dialog && campOutcome(dialog)} onClose={() => setDialog(null)} />
    </section>
  )
}

interface CampTermsProps {
  camp: CampDetail
  /** The rule kept with the customer's registration; undefined without one, when the facility's current rule applies. */
  cutoffDays: number | undefined
}

/** Until when a camp can be canceled for a full refund. */
function CampTerms({ camp, cutoffDays }: CampTermsProps) {
  const { data: facility } = useQuery(facilityQuery)
  if (!facility) return null
  const days = cutoffDays ?? facility.camp_cancellation_cutoff_days
  const until = campRefundUntil(new Date(camp.starts_at), days, facility.time_zone)
  return <RefundNotice untils={[until]} />
}

/** Price, dates, age group and spots left (spec 2 §2). */
function CampFacts({ camp }: { camp: Camp }) {
  return (
    <dl className={classes.facts}>
      <dt>Price</dt>
      <dd className={classes.price}>{campPrice(camp.price)}</dd>
      <dt>Dates</dt>
      <dd>{campDates(camp)}</dd>
      <dt>Age group</dt>
      <dd>{camp.age_group}</dd>
      {camp.registration_state !== 'over' && (
        <>
          <dt>Spots</dt>
          <dd>
            <SpotsLeft spots={camp.spots_left} />
          </dd>
        </>
      )}
    </dl>
  )
}

/**
 * Returns the focus to the pressed button when the last dialog has closed; to the panel's heading if the button is gone,
 * because the panel shows another state.
 *
 * @param busy from the press until the last dialog has closed.
 */
function usePanelFocus(busy: boolean): RefObject<HTMLElement | null> {
  const panel = useRef<HTMLElement>(null)
  const pressed = useRef<Element | null>(null)
  useLayoutEffect(() => {
    if (busy) {
      pressed.current ??= document.activeElement
      return
    }
    const { current } = pressed
    pressed.current = null
    if (!current) return
    const isThere = current instanceof HTMLElement && panel.current?.contains(current) === true
    const target = isThere ? current : panel.current?.querySelector('h2')
    // After the dialog's own attempt, which knows only what had the focus when it opened.
    const timer = setTimeout(() => target?.focus({ preventScroll: isThere }), 50)
    return () => clearTimeout(timer)
  }, [busy])
  return panel
}
