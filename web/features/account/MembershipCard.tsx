import { Link } from '@tanstack/react-router'
import type { Facility } from '../../../shared/contract/facility/facility.ts'
import type { Subscription } from '../../../shared/contract/memberships/memberships.ts'
import { StatusChip } from '../../components/ItemCard.tsx'
import { Box, Row } from '../../ui/layout.tsx'
import { membershipTexts } from '../memberships/membershipTexts.ts'
import classes from './OverviewTab.module.css'

interface MembershipCardProps {
  subscription: Subscription | null
  facility: Facility
}

/** The membership and the next step (spec 2 §2, §4). */
export function MembershipCard({ subscription, facility }: MembershipCardProps) {
  return (
    <Row as="section" apart className={classes.card} aria-labelledby="membership-card">
      {subscription ? (
        <Member subscription={subscription} zone={facility.time_zone} />
      ) : (
        <NoMembership discount={facility.member_cage_discount_percent} />
      )}
    </Row>
  )
}

function Member({ subscription, zone }: { subscription: Subscription; zone: string }) {
  const { chip, lines, date, payable } = membershipTexts(subscription, zone)
  return (
    <>
      <Box shrinks>
        <p className={classes.label}>Membership</p>
        <h3 id="membership-card" className={classes.title}>
          Founders Unlimited
        </h3>
        <p className={classes.line}>
          <StatusChip tone={chip.tone}>{chip.label}</StatusChip>
        </p>
        {lines.map((line) => (
          <p key={line} className={classes.line}>
            {line}
          </p>
        ))}
      </Box>
      <Row className={classes.side}>
        {date && (
          <dl className={classes.date}>
            <dt>{date.label}</dt>
            <dd>{date.day}</dd>
          </dl>
        )}
        {payable ? (
          <Link to="/membership" search={{ card: 'update' }} className={classes.action}>
            Update your card
          </Link>
        ) : (
          <Link to="/account" search={{ tab: 'profile' }} className={classes.manage}>
            Manage membership
          </Link>
        )}
      </Row>
    </>
  )
}

function NoMembership({ discount }: { discount: number }) {
  return (
    <>
      <Box shrinks>
        <p className={classes.label}>Membership</p>
        <h3 id="membership-card" className={classes.title}>
          No active membership
        </h3>
        <p className={classes.line}>Founders Unlimited members save {discount}% on every cage booking.</p>
      </Box>
      <Row className={classes.side}>
        <Link to="/membership" className={classes.action}>
          Join Now
        </Link>
      </Row>
    </>
  )
}
