import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { Suspense, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { MembershipOffer } from '../../../shared/contract/memberships/memberships.ts'
import { renewalText } from '../../../shared/domain/memberships/renewal.ts'
import { centsFromDollars } from '../../../shared/domain/money/money.ts'
import { facilityQuery } from '../../api/queries/facility.ts'
import { membershipOfferQuery } from '../../api/queries/memberships.ts'
import { Text } from '../../ui/layout.tsx'
import { lazyPart } from '../../ui/lazyPart.ts'
import { useFocusReturn } from '../../ui/useFocusReturn.ts'
import classes from './MembershipPage.module.css'
import { MyMembership } from './MyMembership.tsx'
import type { MembershipSearch } from './membershipSearch.ts'
import { PricePanel } from './PricePanel.tsx'
import type { CardTask } from './useMembershipCard.ts'
import { useMyMembership } from './useMyMembership.ts'

const MembershipCardDialog = lazyPart(() => import('./MembershipCardDialog.tsx'))
const route = getRouteApi('/_site/membership')

/** Joining, or the member's own membership, with the dialog that asks for a card (spec 2 §2, §4). */
export default function MembershipPanel() {
  const offer = useQuery(membershipOfferQuery)
  const facility = useQuery(facilityQuery)
  const mine = useMyMembership()
  const { subscription, standing, isMember } = mine
  const [task, setTask] = useState<CardTask | null>(null)
  useFocusReturn(task !== null)
  useFocusOnMembership(task !== null)
  useReturn(route.useSearch(), { offer: mine.isKnown ? offer.data : undefined, member: isMember }, setTask)
  const problem = (!offer.data && offer.error) || mine.error || (isMember && !facility.data && facility.error)
  const price = offer.data && centsFromDollars(offer.data.monthly_charge)
  return (
    <>
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
          offer={offer.data}
          facility={facility.data}
          signedIn={mine.signedIn}
          isKnown={mine.isKnown}
          onJoin={setTask}
        />
      ) : (
        <MyMembership
          subscription={subscription}
          zone={facility.data?.time_zone}
          onUpdateCard={() => setTask({ kind: 'update', setupIntentId: undefined })}
        />
      )}
      {task && price !== undefined && (
        <Suspense>
          <MembershipCardDialog
            key={task.kind}
            task={task}
            price={price}
            renewal={
              offer.data &&
              facility.data &&
              renewalText(new Date(), offer.data.membership_notice_days, facility.data.time_zone)
            }
            onClosed={() => setTask(null)}
          />
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
      <Text strong below="md">
        Could not load the membership: {message}
      </Text>
      <Button color="stitch.6" onClick={onRetry}>
        Try Again
      </Button>
    </div>
  )
}
