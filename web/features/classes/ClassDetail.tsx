import { useQuery } from '@tanstack/react-query'
import type { ClassDetails } from '../../../shared/contract/classes.ts'
import type { Facility } from '../../../shared/contract/facility.ts'
import { classDiscountPercent } from '../../../shared/domain/classPrice.ts'
import { useLiveClass } from '../../api/livePages.ts'
import { classSeatsQuery } from '../../api/queries/classes.ts'
import { subscriptionQuery } from '../../api/queries/memberships.ts'
import { useSession } from '../../api/session.ts'
import { keepChoice } from '../../components/keptChoice.ts'
import { LoadProblem, retryFailed } from '../../components/LoadProblem.tsx'
import { useParty } from '../../components/participants/useParty.ts'
import { WhoIsComing } from '../../components/participants/WhoIsComing.tsx'
import { RegistrationDialog } from '../../components/RegistrationDialog.tsx'
import { SelectionBar } from '../../components/SelectionBar.tsx'
import { useMinuteClock } from '../../components/useMinuteClock.ts'
import detailPage from '../../ui/detailPage.module.css'
import { preloadCheckout } from '../payments/useCheckout.tsx'
import { useReleasing } from '../payments/useReleasing.ts'
import { classOutcome } from './ClassDialogs.tsx'
import { ClassIntroduction } from './ClassIntroduction.tsx'
import { ClassSeats } from './ClassSeats.tsx'
import { ClassSessions } from './ClassSessions.tsx'
import type { ClassSearch } from './classSearch.ts'
import { sessionRows } from './sessionViews.ts'
import { selectionOf, useChosenSessions, useLostSessions } from './useChosenSessions.ts'
import { useClassBooking } from './useClassBooking.tsx'

interface ClassDetailProps {
  details: ClassDetails
  facility: Facility
  search: ClassSearch
}

/** A class, its sessions, and the way from choosing to paying (spec 2 §4, 'Class booking'). */
export function ClassDetail({ details, facility, search }: ClassDetailProps) {
  const { class: trainingClass, instances } = details
  useLiveClass(trainingClass.id)
  const at = { now: useMinuteClock(), zone: facility.time_zone }
  const signedIn = useSession().status === 'signed-in'
  const seats = useQuery({ ...classSeatsQuery(trainingClass.id), enabled: signedIn })
  const membership = useQuery({ ...subscriptionQuery, enabled: signedIn })
  const chosen = useChosenSessions(trainingClass.id)
  const party = useParty({ of: `class:${trainingClass.id}`, canCome: () => true })

  const own = signedIn ? seats.data : []
  const rows = sessionRows(
    instances,
    own ?? [],
    at,
    ({ id }) => party.chosen.some((person) => person.id === id),
    !party.alone,
  )
  const subscription = (signedIn && membership.data?.subscription) || null
  const percent = classDiscountPercent(facility, subscription)
  const selected = rows.filter(({ session }) => chosen.ids.includes(session.id))
  const cutoffHours = facility.class_cancellation_cutoff_hours
  const { clear } = chosen
  const booking = useClassBooking({
    trainingClass,
    party,
    selected,
    clear,
    percent,
    cutoffHours,
    zone: at.zone,
  })
  const { checkout } = booking
  const releasing = useReleasing()
  useLostSessions(selected, {
    held: checkout.isOpen || releasing || booking.isPending || own === undefined,
    remove: chosen.remove,
  })

  function toggle(id: string) {
    if (signedIn) preloadCheckout()
    chosen.toggle(id)
  }

  const keepSessions = () => keepChoice('class-sessions', trainingClass.id, chosen.ids)
  const bookable = rows.some(({ state }) => state === 'open')

  return (
    <>
      <div className={detailPage.introduced}>
        <div>
          <ClassIntroduction
            trainingClass={trainingClass}
            discountPercent={percent}
            memberPercent={facility.member_class_discount_percent}
            cutoffHours={cutoffHours}
          />
          {!party.alone && (
            <ClassSeats details={details} seats={own ?? []} facility={facility} now={at.now} />
          )}
        </div>
        {signedIn && (seats.error || membership.error) && (
          <LoadProblem
            what="registrations and membership"
            error={seats.error ?? membership.error ?? new Error()}
            onRetry={() => retryFailed(seats, membership)}
          />
        )}
        <ClassSessions
          classId={trainingClass.id}
          rows={rows}
          at={at}
          search={search}
          chosen={{ ...chosen, toggle }}
          who={
            (bookable || !party.alone) && (
              <WhoIsComing party={party} standingOf={() => ({ kind: 'open' })} problem={booking.problem} />
            )
          }
          bar={
            bookable && (
              <SelectionBar
                things="sessions"
                selection={selectionOf(booking.price, percent, selected.length, party.chosen.length)}
                isPending={booking.isPending}
                onClear={chosen.clear}
                onBook={() => void booking.book()}
              />
            )
          }
        />
      </div>
      <RegistrationDialog
        outcome={booking.dialog && classOutcome(booking.dialog, keepSessions)}
        onClose={booking.closeDialog}
      />
      {checkout.dialog}
    </>
  )
}
