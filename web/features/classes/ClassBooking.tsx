import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { Facility } from '../../../shared/contract/facility/facility.ts'
import type { ClassDetails } from '../../../shared/contract/programs/classes.ts'
import { hasAgeLimit } from '../../../shared/domain/programs/ages.ts'
import { useLiveClass } from '../../api/livePages.ts'
import { classQuery, classSeatsQuery } from '../../api/queries/classes.ts'
import { facilityQuery } from '../../api/queries/facility.ts'
import { useSession } from '../../api/session.ts'
import { keepChoice } from '../../components/keptChoice.ts'
import { LoadProblem, retryFailed } from '../../components/LoadProblem.tsx'
import type { Person } from '../../components/participants/people.ts'
import { useParty } from '../../components/participants/useParty.ts'
import { canBeChosen, standingByAge, WhoIsComing } from '../../components/participants/WhoIsComing.tsx'
import { forgetResume, keepResume, useResume } from '../../components/resume.ts'
import { SelectionBar } from '../../components/SelectionBar.tsx'
import { useMinuteClock } from '../../components/useMinuteClock.ts'
import { useOnceKnown } from '../../components/useOnceKnown.ts'
import { untilLoaded } from '../../ui/lazyExtra.ts'
import { PreloadedDialog, preloadable } from '../../ui/preloadable.tsx'
import { preloadCheckout } from '../payments/useCheckout.tsx'
import { useReleasing } from '../payments/useReleasing.ts'
import { ClassSessions } from './ClassSessions.tsx'
import { sessionRows } from './sessionViews.ts'
import { selectionOf, useChosenSessions, useLostSessions } from './useChosenSessions.ts'
import { useClassBooking } from './useClassBooking.tsx'
import { useClassMembership } from './useClassMembership.ts'

const classDialogs = preloadable(() => untilLoaded(() => import('./ClassDialogs.tsx')))

const route = getRouteApi('/_site/classes/$classId')

/** The way from choosing sessions to paying (spec 2 §4). A part of its page that is hydrated later, so without props. */
export default function ClassBooking() {
  const { classId } = route.useParams()
  const { data: details } = useQuery(classQuery(classId))
  const { data: facility } = useQuery(facilityQuery)
  return details && facility && <Sessions details={details} facility={facility} />
}

function Sessions({ details, facility }: { details: ClassDetails; facility: Facility }) {
  const search = route.useSearch()
  const { class: trainingClass, instances } = details
  useLiveClass(trainingClass.id)
  const at = { now: useMinuteClock(), zone: facility.time_zone }
  const session = useSession()
  const signedIn = session.status === 'signed-in'
  const seats = useQuery({ ...classSeatsQuery(trainingClass.id), enabled: signedIn })
  const membership = useClassMembership(facility)
  const chosen = useChosenSessions(trainingClass.id)
  const standingOf = (person: Person) => standingByAge(person, { ...trainingClass, noun: 'class' })
  const party = useParty({
    of: `class:${trainingClass.id}`,
    canCome: (person) => canBeChosen(standingOf(person)),
    ages: trainingClass,
  })

  const own = signedIn ? seats.data : []
  const rows = sessionRows(
    instances,
    own ?? [],
    at,
    ({ id }) => party.chosen.some((person) => person.id === id),
    party.people.length > 1,
  )
  const { percent } = membership
  const selected = rows.filter(({ session }) => chosen.ids.includes(session.id))
  // A session that an unfinished checkout of the family holds is not judged here: its spots are theirs.
  const spotsLeft = Math.min(
    ...selected.map(({ held, session }) => (held ? Number.POSITIVE_INFINITY : session.spots_left)),
  )
  const cutoffHours = facility.class_cancellation_cutoff_hours
  const { clear } = chosen
  const booking = useClassBooking({
    trainingClass,
    party,
    spotsLeft,
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

  const resumeOf = `class:${trainingClass.id}`
  const keepSessions = () => {
    keepChoice('class-sessions', trainingClass.id, chosen.ids)
    keepResume(resumeOf)
  }
  const known = own !== undefined && !membership.isPending && !party.isLoading
  // A free class is booked by just a press, which the person makes again.
  useResume(resumeOf, known && selected.length > 0, () => {
    forgetResume()
    if (booking.price.total > 0) void booking.book()
    else document.querySelector<HTMLElement>('[data-book]')?.focus()
  })
  const isSettled = !signedIn || (!seats.isPending && !membership.isPending && !party.isLoading)
  const book = useOnceKnown(session.status !== 'loading' && isSettled, () => void booking.book())
  const bookable = rows.some(({ state }) => state === 'open')

  return (
    <>
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
          (bookable || party.people.length > 1) && (
            <WhoIsComing
              party={party}
              standingOf={standingOf}
              offer={{ ...trainingClass, noun: 'class' }}
              spotsLeft={spotsLeft}
              needsBirthDate={hasAgeLimit(trainingClass)}
              problem={booking.problem}
            />
          )
        }
        bar={
          bookable && (
            <SelectionBar
              things="sessions"
              selection={selectionOf(booking.price, percent, selected.length, party.chosen.length)}
              isPending={booking.isPending || book.isWaiting}
              onClear={chosen.clear}
              onBook={book.press}
            />
          )
        }
      />
      <PreloadedDialog
        part={classDialogs}
        opened={booking.dialog !== null}
        props={{
          dialog: booking.dialog,
          className: trainingClass.name,
          terms: booking.terms,
          isPending: booking.isPending,
          onClose: booking.closeDialog,
          onLeaveToSignIn: keepSessions,
        }}
      />
      {checkout.dialog}
    </>
  )
}
