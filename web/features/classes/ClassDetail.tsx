import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ClassDetails } from '../../../shared/contract/classes.ts'
import type { Facility } from '../../../shared/contract/facility.ts'
import { classDiscountPercent, priceClassSessions } from '../../../shared/domain/classPrice.ts'
import { startOf } from '../../../shared/domain/classSessions.ts'
import { sessionRefundUntil } from '../../../shared/domain/registrationPolicy.ts'
import { useLiveClass } from '../../api/liveSeats.ts'
import { refreshAccount } from '../../api/queries/account.ts'
import { classQuery, classSeatsQuery } from '../../api/queries/classes.ts'
import { subscriptionQuery } from '../../api/queries/memberships.ts'
import { loadSession, useSession } from '../../api/session.ts'
import { keepChoice } from '../../components/keptChoice.ts'
import { LoadProblem, retryFailed } from '../../components/LoadProblem.tsx'
import { RegistrationDialog } from '../../components/RegistrationDialog.tsx'
import { SelectionBar } from '../../components/SelectionBar.tsx'
import { useMinuteClock } from '../../components/useMinuteClock.ts'
import detailPage from '../../ui/detailPage.module.css'
import { RefundNotice } from '../changes/RefundNotice.tsx'
import { preloadCheckout, useCheckout } from '../payments/useCheckout.tsx'
import { useReleasing } from '../payments/useReleasing.ts'
import { type ClassDialog, classOutcome } from './ClassDialogs.tsx'
import { ClassIntroduction } from './ClassIntroduction.tsx'
import { ClassSessions } from './ClassSessions.tsx'
import { isSolvedInDialog, readClassProblem } from './classProblem.ts'
import type { ClassSearch } from './classSearch.ts'
import { sessionRows } from './sessionViews.ts'
import { selectionOf, useChosenSessions, useLostSessions } from './useChosenSessions.ts'
import { useFreeSessions } from './useFreeSessions.ts'

interface ClassDetailProps {
  details: ClassDetails
  facility: Facility
  search: ClassSearch
}

/** A class, its sessions, and the way from choosing to paying (spec 2 §4, 'Class booking'). */
export function ClassDetail({ details, facility, search }: ClassDetailProps) {
  const { class: trainingClass, instances } = details
  useLiveClass(trainingClass.id)
  const queryClient = useQueryClient()
  const at = { now: useMinuteClock(), zone: facility.time_zone }
  const signedIn = useSession().status === 'signed-in'
  const seats = useQuery({ ...classSeatsQuery(trainingClass.id), enabled: signedIn })
  const membership = useQuery({ ...subscriptionQuery, enabled: signedIn })
  const chosen = useChosenSessions(trainingClass.id)
  const [dialog, setDialog] = useState<ClassDialog | null>(null)

  const own = signedIn ? seats.data : []
  const rows = sessionRows(instances, own ?? [], at)
  const subscription = (signedIn && membership.data?.subscription) || null
  const percent = classDiscountPercent(facility, subscription)
  const selected = rows.filter(({ session }) => chosen.ids.includes(session.id))
  const price = priceClassSessions(
    selected.map(() => trainingClass.price),
    percent,
  )
  const refresh = () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: classQuery(trainingClass.id).queryKey }),
      // The seats here are among what is the customer's own.
      refreshAccount(queryClient),
    ])
  const releasing = useReleasing()
  const cutoffHours = facility.class_cancellation_cutoff_hours
  const untils = selected.map(({ session }) => sessionRefundUntil(startOf(session, at.zone), cutoffHours))
  const checkout = useCheckout({
    terms: <RefundNotice untils={untils} hours={cutoffHours} />,
    refresh,
    onPaid: chosen.clear,
    // The bank has not answered yet: the sessions stay held and must not be bought twice.
    onUnsettled: chosen.clear,
    onRefused(refusal) {
      if (isSolvedInDialog(refusal)) return false
      const problem = readClassProblem(refusal)
      setDialog(problem.kind === 'authentication' ? 'login' : problem)
      return true
    },
  })
  const free = useFreeSessions(refresh)
  useLostSessions(selected, {
    held: checkout.isOpen || releasing || free.isPending || own === undefined,
    remove: chosen.remove,
  })

  function toggle(id: string) {
    if (signedIn) preloadCheckout()
    chosen.toggle(id)
  }

  async function book() {
    if (selected.length === 0) return setDialog('none')
    const { status } = await loadSession(queryClient)
    if (status === 'signed-out') return setDialog('login')
    const instanceIds = selected.map(({ session }) => session.id)
    if (price.total === 0) return bookFree(instanceIds)
    checkout.pay({
      instanceIds,
      isMultiple: selected.length > 1,
      amount: price.total,
      description: trainingClass.name,
    })
  }

  async function bookFree(instanceIds: string[]) {
    const told = await free.book(instanceIds)
    if (told === 'booked') chosen.clear()
    if (told !== undefined) setDialog(told)
  }

  const keepSessions = () => keepChoice('class-sessions', trainingClass.id, chosen.ids)

  return (
    <>
      <div className={detailPage.introduced}>
        <ClassIntroduction
          trainingClass={trainingClass}
          discountPercent={percent}
          memberPercent={facility.member_class_discount_percent}
          cutoffHours={cutoffHours}
        />
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
          bar={
            rows.some(({ state }) => state === 'open') && (
              <SelectionBar
                things="sessions"
                selection={selectionOf(price, percent)}
                isPending={free.isPending}
                onClear={chosen.clear}
                onBook={() => void book()}
              />
            )
          }
        />
      </div>
      <RegistrationDialog
        outcome={dialog && classOutcome(dialog, keepSessions)}
        onClose={() => setDialog(null)}
      />
      {checkout.dialog}
    </>
  )
}
