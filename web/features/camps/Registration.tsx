import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { CampDetail, CampSeat } from '../../../shared/contract/camps.ts'
import { centsFromDollars } from '../../../shared/domain/money.ts'
import { campRefundUntil } from '../../../shared/domain/registrationPolicy.ts'
import { facilityQuery } from '../../api/queries/facility.ts'
import { RefundNotice } from '../changes/ChangeNotice.tsx'
import { useCheckout } from '../payments/useCheckout.tsx'
import { CampDialogs } from './CampDialogs.tsx'
import { CampFacts } from './CampFacts.tsx'
import { type CampDialog, paymentProblem } from './campProblem.ts'
import { NoSeat } from './NoSeat.tsx'
import { RegisterButtons } from './RegisterButtons.tsx'
import classes from './RegisterPanel.module.css'
import { registerState, stateHeadings } from './registerState.ts'
import { SeatStatus } from './SeatStatus.tsx'
import { useCampRegistration } from './useCampRegistration.ts'
import { usePanelFocus } from './usePanelFocus.ts'

interface RegistrationProps {
  camp: CampDetail
  /** The seat of whoever looks, if they have one, or hold one while they pay. */
  seat: CampSeat | null
  signedIn: boolean
}

/** What one can do about a seat in this camp, and how it ends: pay, register, pay later (spec 2 §4). */
export function Registration({ camp, seat, signedIn }: RegistrationProps) {
  const registration = seat?.status === 'held' ? null : seat
  const [dialog, setDialog] = useState<CampDialog | null>(null)
  const { register, refresh, isPending } = useCampRegistration(camp.id)
  const terms = <CampTerms camp={camp} cutoffDays={registration?.cancellation_cutoff_days} />
  const checkout = useCheckout({
    terms,
    onPaid: () => void refresh(),
    unconfirmedText: 'Payment succeeded, but registration failed. Please contact support.',
    onRefused: (refusal) => {
      void refresh()
      const problem = paymentProblem(refusal)
      setDialog(problem)
      return problem !== null
    },
  })

  const held = seat?.status === 'held'
  const state = registerState(camp, registration, checkout.isOpen || held)

  /** The card pays the seat that there is, at the price agreed for it, or else a new one. */
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
      {state.kind !== 'registered' && state.kind !== 'open' && <NoSeat state={state.kind} />}
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
      <CampDialogs dialog={dialog} onClose={() => setDialog(null)} />
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
