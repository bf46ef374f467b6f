import type { ReactNode } from 'react'
import type { MembershipOffer } from '../../../shared/contract/memberships/memberships.ts'
import { foundersBadge } from '../../../shared/domain/memberships/memberships.ts'
import { Box, Heading, Row, Text } from '../../ui/layout.tsx'
import classes from './MembershipHero.module.css'

interface MembershipHeroProps {
  offer: MembershipOffer | undefined
  member: boolean
  /** The panel beside the heading: joining, or the member's own membership. */
  children: ReactNode
}

/** The head of the page: the club's name, how many spots are left, and a panel. */
export function MembershipHero({ offer, member, children }: MembershipHeroProps) {
  return (
    <header className={classes.hero} data-member={member || undefined}>
      <div className={classes.inner}>
        <Box shrinks>
          <p className={classes.club}>Founders Unlimited</p>
          <h1 className={classes.title}>
            Swing all month. <br />
            Save every time.
          </h1>
          <Text size="xl" above="md" className={classes.tagline}>
            Unlimited cage time at the members' price for the players who started it all.{' '}
            <span className={classes.whole}>Month-to-month</span>, no sign-up fee.
          </Text>
          <div className={classes.spots}>
            {offer && (
              <>
                <Heading as="p" className={classes.badge}>
                  {foundersBadge(offer.spots_left, offer.founders_cap)}
                </Heading>
                <FoundersLineup cap={offer.founders_cap} left={offer.spots_left} />
              </>
            )}
          </div>
        </Box>
        <Box shrinks>{children}</Box>
      </div>
    </header>
  )
}

/** A longer row of balls could not be read at a glance. */
const drawnMost = 20

/** The founders spots as a row of balls; taken ones are faded. */
function FoundersLineup({ cap, left }: { cap: number; left: number }) {
  if (cap > drawnMost) return null
  return (
    <Row gap={6} nowrap align="stretch" aria-hidden>
      {Array.from({ length: cap }, (_, index) => index).map((index) => (
        <svg
          key={index}
          viewBox="0 0 24 24"
          className={classes.ball}
          aria-hidden
          data-free={index >= cap - left || undefined}
        >
          <circle cx="12" cy="12" r="10.5" />
          <path d="M5.2 4.2c3.4 4.4 3.4 11.2 0 15.6M18.8 4.2c-3.4 4.4-3.4 11.2 0 15.6" />
        </svg>
      ))}
    </Row>
  )
}
