import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { MembershipOffer } from '../../../shared/contract/memberships.ts'
import { standingOf } from '../../../shared/domain/memberships.ts'
import { centsFromDollars } from '../../../shared/domain/money.ts'
import { facilityQuery } from '../../api/queries/facility.ts'
import { membershipOfferQuery, subscriptionQuery } from '../../api/queries/memberships.ts'
import { useSession } from '../../api/session.ts'
import { useFocusReturn } from '../../ui/useFocusReturn.ts'
import { MembershipHero } from './MembershipHero.tsx'
import classes from './MembershipPage.module.css'
import { Agreement, Benefits } from './MembershipTerms.tsx'
import { MyMembership } from './MyMembership.tsx'
import type { MembershipSearch } from './membershipSearch.ts'
import { PricePanel } from './PricePanel.tsx'
import type { CardTask } from './useMembershipCard.ts'

const MembershipCardDialog = lazy(() => import('./MembershipCardDialog.tsx'))

/** `/membership` (spec 2 §2): what the club offers, joining it, and the member's own membership. */
export function MembershipPage({ search }: { search: MembershipSearch }) {
  const session = useSession()
  const signedIn = session.status === 'signed-in'
  const offer = useQuery(membershipOfferQuery)
  const facility = useQuery(facilityQuery)
  const mine = useQuery({ ...subscriptionQuery, enabled: signedIn })
  const subscription = signedIn ? (mine.data?.subscription ?? null) : null
  const [task, setTask] = useState<CardTask | null>(null)
  useFocusReturn(task !== null)
  useFocusOnMembership(task !== null)
  const known = session.status !== 'loading' && (!signedIn || mine.data !== undefined)
  const standing = standingOf(subscription)
  useReturn(search, { offer: known ? offer.data : undefined, member: standing !== 'none' }, setTask)
  // Joining is not offered until it is known that the customer is no member.
  const problem =
    (!offer.data && offer.error) ||
    (signedIn && !mine.data && mine.error) ||
    (standing !== 'none' && !facility.data && facility.error)
  const price = offer.data && centsFromDollars(offer.data.monthly_price)
  return (
    <>
      <MembershipHero offer={offer.data} member={standing !== 'none'}>
        {problem ? (
          <Problem
            message={problem.message}
            onRetry={() => {
              if (offer.error) void offer.refetch()
              if (mine.error) void mine.refetch()
              if (facility.error) void facility.refetch()
            }}
          />
        ) : !subscription || standing === 'none' ? (
          <PricePanel
            offer={known ? offer.data : undefined}
            facility={facility.data}
            signedIn={signedIn}
            onJoin={setTask}
          />
        ) : (
          <MyMembership
            subscription={subscription}
            zone={facility.data?.time_zone}
            onUpdateCard={() => setTask({ kind: 'update', setupIntentId: undefined })}
          />
        )}
      </MembershipHero>
      <div className={classes.content}>
        <Benefits offer={offer.data} />
        {offer.data && <Agreement sections={offer.data.agreement} />}
      </div>
      {task && price !== undefined && (
        <Suspense>
          <MembershipCardDialog key={task.kind} task={task} price={price} onClosed={() => setTask(null)} />
        </Suspense>
      )}
    </>
  )
}

/** Continues after a bank's page or a mailed link, and removes what they added from the address. */
function useReturn(
  search: MembershipSearch,
  { offer, member }: { offer: MembershipOffer | undefined; member: boolean },
  onReturn: (task: CardTask) => void,
): void {
  const navigate = useNavigate()
  const goOn = useEffectEvent((loaded: MembershipOffer) => {
    if (search.card === 'update' && member) onReturn({ kind: 'update', setupIntentId: search.setup_intent })
    const join =
      loaded.price_id && ({ kind: 'join', priceId: loaded.price_id, agreementVersion: undefined } as const)
    if (search.card === 'confirm') {
      const update = { kind: 'update', setupIntentId: undefined } as const
      onReturn({ kind: 'confirm', otherwise: member ? update : join || null })
    }
    if (search.card === 'join' && join) onReturn(join)
    void navigate({ to: '.', search: {}, replace: true })
  })
  useEffect(() => {
    if (search.card && offer) goOn(offer)
  }, [search.card, offer])
}

/** The button that opened the dialog is gone once the customer is a member: the focus moves to the membership. */
function useFocusOnMembership(opened: boolean): void {
  const was = useRef(false)
  useEffect(() => {
    if (was.current && !opened && document.activeElement === document.body)
      document.getElementById('my-membership')?.focus({ preventScroll: true })
    was.current = opened
  }, [opened])
}

function Problem({ message, onRetry }: { message: string; onRetry: () => void }) {
  return (
    <div role="alert" className={classes.problem}>
      <p className={classes.message}>Could not load the membership: {message}</p>
      <Button color="stitch.6" onClick={onRetry}>
        Try again
      </Button>
    </div>
  )
}
