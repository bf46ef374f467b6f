import { Button, Skeleton } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useRef } from 'react'
import type { Subscription } from '../../../shared/contract/memberships.ts'
import { type Standing, standingOf } from '../../../shared/domain/memberships.ts'
import { facilityDay } from '../../../shared/domain/time.ts'
import { formatDay } from '../../../shared/domain/timeFormat.ts'
import { api, unwrap } from '../../api/client.ts'
import { refreshAccount } from '../../api/queries/account.ts'
import { toast } from '../../ui/toast.ts'
import classes from './MyMembership.module.css'

interface MyMembershipProps {
  subscription: Subscription
  zone: string | undefined
  onUpdateCard: () => void
}

const titles: Record<Exclude<Standing, 'none'>, string> = {
  enrolled: 'Already Enrolled',
  cancelling: 'Membership Cancelling',
  owing: 'Your card needs a look',
}

/** How one's own membership stands, and the next step (spec 2 §2, §4). */
export function MyMembership({ subscription, zone, onUpdateCard }: MyMembershipProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const standing = standingOf(subscription)
  if (!zone || standing === 'none') {
    return (
      <div className={classes.panel} aria-busy="true">
        <Skeleton height="10rem" />
      </div>
    )
  }
  const { current_period_end: end, cancel_at_period_end: ends } = subscription
  const day = end && formatDay(facilityDay(end, zone), 'long')
  return (
    <section className={classes.panel} data-standing={standing} aria-labelledby="my-membership">
      <h2 ref={heading} tabIndex={-1} id="my-membership" className={classes.title}>
        {titles[standing]}
      </h2>
      {standing === 'enrolled' && (
        <p className={classes.text}>You are a member of the club. Thank you for being a founder.</p>
      )}
      {standing === 'cancelling' && (
        <p className={classes.text}>Your membership will not renew. Until it ends, nothing changes.</p>
      )}
      {standing === 'owing' && (
        <p className={classes.text}>
          We could not charge your card for the last month. Give us another one and your membership goes on.
        </p>
      )}
      {day && standing !== 'owing' && (
        <p className={classes.date}>
          <span className={classes.label}>{ends ? 'Membership Ends' : 'Next Billing Date'}</span>
          {day}
        </p>
      )}
      <div className={classes.buttons}>
        {standing === 'owing' && (
          <Button size="lg" color="stitch.6" onClick={onUpdateCard}>
            Update your card
          </Button>
        )}
        {standing === 'cancelling' && <Keep onKept={() => heading.current?.focus()} />}
        {standing === 'enrolled' && (
          <Button component={Link} to="/book-cage" size="lg" color="stitch.6">
            Book a cage
          </Button>
        )}
        <Link to={'/account' as string} search={{ tab: 'profile' } as object} className={classes.link}>
          Manage your membership
        </Link>
      </div>
    </section>
  )
}

/** Takes the cancellation back. The focus goes to the heading, since the button is gone then. */
function Keep({ onKept }: { onKept: () => void }) {
  const queryClient = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: () => unwrap(api.memberships.resume.$post({})),
    onSuccess: async ({ message }) => {
      toast.success(message)
      await refreshAccount(queryClient)
      onKept()
    },
    onError: ({ message }) => {
      toast.error(message)
      void refreshAccount(queryClient)
    },
  })
  return (
    <Button size="lg" color="stitch.6" loading={isPending} onClick={() => mutate()}>
      Keep my membership
    </Button>
  )
}
