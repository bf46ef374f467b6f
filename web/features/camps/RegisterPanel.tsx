import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { type RefObject, useLayoutEffect, useRef } from 'react'
import type { Camp, CampDetail, HouseholdCampSeat } from '../../../shared/contract/programs/camps.ts'
import { campRefundUntil } from '../../../shared/domain/programs/registrationPolicy.ts'
import { useLiveCamp } from '../../api/livePages.ts'
import { campQuery, campSeatsQuery } from '../../api/queries/camps.ts'
import { facilityQuery } from '../../api/queries/facility.ts'
import { useSession } from '../../api/session.ts'
import { WhoIsComing } from '../../components/participants/WhoIsComing.tsx'
import type { RegistrationDialogProps } from '../../components/RegistrationOutcome.tsx'
import { SpotsLeft } from '../../components/SpotsLeft.tsx'
import { useOnceKnown } from '../../components/useOnceKnown.ts'
import { Heading, Panel, Text } from '../../ui/layout.tsx'
import { untilLoaded } from '../../ui/lazyExtra.ts'
import { PreloadedDialog, preloadable } from '../../ui/preloadable.tsx'
import { RefundNotice } from '../changes/RefundNotice.tsx'
import { campOutcome } from './CampDialogs.tsx'
import { CampSeats } from './CampSeats.tsx'
import { campPrice, campWhen, registerState, stateHeadings } from './campRules.ts'
import classes from './RegisterPanel.module.css'
import { RegisterButtons, RegistrationClosed, SeatStatus } from './SeatActions.tsx'
import { useRegistering } from './useRegistering.tsx'

const route = getRouteApi('/_site/camps/$campId')

const outcomeDialog = preloadable(() => untilLoaded(() => import('../../components/RegistrationOutcome.tsx')))

/** What came of registering (spec 2 §4, §8). */
const RegistrationDialog = (props: RegistrationDialogProps) => (
  <PreloadedDialog part={outcomeDialog} props={props} opened={props.outcome !== null} />
)

/** The Register Now panel. A part of its page that is hydrated later, so without props. */
export default function RegisterPanel() {
  const { campId } = route.useParams()
  const { data: camp } = useQuery(campQuery(campId))
  return camp && <KnownSeats camp={camp} />
}

/** As a stranger sees it, until the session and the family's seats are known (spec 2 §2). */
function KnownSeats({ camp }: { camp: CampDetail }) {
  const session = useSession()
  const signedIn = session.status === 'signed-in'
  useLiveCamp(camp.id)
  const { data, isPending } = useQuery({ ...campSeatsQuery(camp.id), enabled: signedIn })
  const isKnown = session.status === 'signed-out' || (signedIn && !isPending)
  // Until the seats are known, and if they cannot be loaded, the server refuses a second registration.
  return <Registration camp={camp} seats={(signedIn && data) || []} signedIn={signedIn} isKnown={isKnown} />
}

interface RegistrationProps {
  camp: CampDetail
  /** Of the family: registered, or held by a checkout. */
  seats: readonly HouseholdCampSeat[]
  signedIn: boolean
  /** Whether session and seats are. */
  isKnown: boolean
}

/** Registers and pays for seats, by card or on arrival, and shows how that ended (spec 2 §4). */
function Registration({ camp, seats, signedIn, isKnown }: RegistrationProps) {
  const taken = seats.filter(({ status }) => status !== 'held')
  const held = seats.length - taken.length
  const terms = <CampTerms camp={camp} cutoffDays={taken[0]?.cancellation_cutoff_days ?? undefined} />
  const onBack = () => showAgain(panel.current)
  const registering = useRegistering({ camp, taken, held, signedIn, terms, onBack })
  const { party, checkout, dialog } = registering
  const isSettled = isKnown && !party.isLoading
  const pay = useOnceKnown(isSettled, () => void registering.pay())
  const arrive = useOnceKnown(isSettled, () => void registering.registerOnArrival())
  const state = registerState(camp, seats, checkout.isOpen)
  const [only] = taken
  const isFamily = party.people.length > 1 || taken.length > 1 || only?.participant.is_self === false
  const open = camp.registration_state === 'open' || state === 'open'

  const panel = usePanelFocus(registering.isRegistering || dialog !== null || checkout.isOpen)
  return (
    <Panel
      padded
      gap="sm"
      ref={panel}
      className={classes.panel}
      aria-labelledby="register"
      data-state={state}
    >
      <Heading size="3xl" id="register" tabIndex={-1}>
        {stateHeadings[state]}
      </Heading>
      {only && !isFamily && <SeatStatus registration={only} onPay={() => registering.paySeats([only])} />}
      {isFamily && taken.length > 0 && <CampSeats camp={camp} seats={taken} onPay={registering.paySeats} />}
      {state !== 'registered' && state !== 'open' && <RegistrationClosed state={state} />}
      <CampFacts camp={camp} />
      {open && (
        <>
          <WhoIsComing
            party={party}
            standingOf={registering.standingOf}
            offer={{ ...camp, noun: 'camp' }}
            spotsLeft={registering.spotsLeft}
            needsBirthDate
            hidesTaken={taken.length > 0}
            problem={registering.problem}
          />
          {(taken.length === 0 || (!party.alone && party.chosen.length > 0)) && (
            <RegisterButtons
              camp={camp}
              count={Math.max(1, party.chosen.length)}
              held={held}
              isPending={registering.isPending || pay.isWaiting || arrive.isWaiting}
              onPay={pay.press}
              onRegister={arrive.press}
            />
          )}
        </>
      )}
      {(state === 'open' || state === 'registered') && terms}
      {checkout.dialog}
      <RegistrationDialog
        outcome={
          dialog &&
          campOutcome(
            dialog,
            { camp, terms, isPending: registering.isPending, tax: registering.tax },
            !signedIn && !party.alone,
            registering.leave,
          )
        }
        onClose={registering.closeDialog}
      />
    </Panel>
  )
}

/** Brings the panel into view, at the button that registers. */
function showAgain(panel: HTMLElement | null): void {
  panel?.scrollIntoView({ block: 'nearest' })
  const buttons = panel?.querySelectorAll<HTMLElement>('[data-register] button')
  buttons?.item(buttons.length - 1)?.focus({ preventScroll: true })
}

interface CampTermsProps {
  camp: CampDetail
  /** The rule kept with the family's registration; undefined without one, when the facility's current rule applies. */
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
  const [dates, sessions] = campWhen(camp).split(' · ')
  return (
    <dl className={classes.facts}>
      <dt>Price</dt>
      <dd className={classes.price}>{campPrice(camp.price)}</dd>
      <dt>Dates</dt>
      <dd>
        {dates}
        {sessions && (
          <Text as="span" block tone="dim" size="sm">
            {sessions}
          </Text>
        )}
      </dd>
      <dt>Age Group</dt>
      <dd>{camp.age_group}</dd>
      {camp.registration_state !== 'over' && camp.registration_state !== 'called_off' && (
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
