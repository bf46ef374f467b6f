import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useRef } from 'react'
import type { Facility } from '../../../../shared/contract/facility/facility.ts'
import type { Subscription } from '../../../../shared/contract/memberships/memberships.ts'
import { facilityQuery } from '../../../api/queries/facility.ts'
import { subscriptionQuery } from '../../../api/queries/memberships.ts'
import { StatusChip } from '../../../components/ItemCard.tsx'
import { LoadProblem, retryFailed } from '../../../components/LoadProblem.tsx'
import { Grid, Heading, Panel, Row, Text, textLink } from '../../../ui/layout.tsx'
import { membershipTexts } from '../../memberships/membershipTexts.ts'
import { CancelSubscription } from './CancelSubscription.tsx'
import classes from './Profile.module.css'

/** The membership and its cancellation (spec 2 §2, §4). */
export function MembershipSection() {
  const membership = useQuery({ ...subscriptionQuery, staleTime: 0 })
  const facility = useQuery(facilityQuery)
  const heading = useRef<HTMLHeadingElement>(null)
  const ready = membership.data && facility.data
  const error = membership.error ?? facility.error
  return (
    <Panel padded className={classes.section} aria-labelledby="membership-heading">
      <Row below="xs" apart className={classes.head}>
        <Heading as="h3" size="xl" ref={heading} tabIndex={-1} id="membership-heading">
          Membership
        </Heading>
      </Row>
      {ready && (
        <Membership
          subscription={membership.data.subscription}
          facility={facility.data}
          // The link that had the focus is removed.
          onCanceled={() => heading.current?.focus()}
        />
      )}
      {!ready && error && (
        <LoadProblem what="membership" error={error} onRetry={() => retryFailed(membership, facility)} />
      )}
      {!ready && !error && <Skeleton height="5rem" aria-busy="true" />}
    </Panel>
  )
}

interface MembershipProps {
  subscription: Subscription | null
  facility: Facility
  onCanceled: () => void
}

function Membership({ subscription, facility, onCanceled }: MembershipProps) {
  if (!subscription) {
    return (
      <Text below="xs">
        You have no membership.{' '}
        <Link to="/membership" className={textLink}>
          Join Now
        </Link>
      </Text>
    )
  }
  const { chip, lines, date, payable, changeable } = membershipTexts(subscription, facility.time_zone)
  return (
    <>
      <Grid as="dl" gap={2} className={classes.facts}>
        <dt>Plan</dt>
        <dd>Founders Unlimited</dd>
        <dt>Status</dt>
        <dd>
          <StatusChip tone={chip.tone}>{chip.label}</StatusChip>
        </dd>
        {date && (
          <>
            <dt>{date.label}</dt>
            <dd>{date.day}</dd>
          </>
        )}
      </Grid>
      {lines.map((line) => (
        <Text below="xs" key={line}>
          {line}
        </Text>
      ))}
      <Row align="stretch" className={classes.links}>
        {(payable || changeable) && (
          <Link to="/membership" search={{ card: 'update' }} className={textLink}>
            {payable ? 'Update Your Card' : 'Change Your Card'}
          </Link>
        )}
        {subscription.cancel_at_period_end && (
          <Link to="/membership" className={textLink}>
            Keep your membership
          </Link>
        )}
        {!subscription.cancel_at_period_end && (
          <CancelSubscription subscription={subscription} facility={facility} onCanceled={onCanceled} />
        )}
      </Row>
    </>
  )
}
