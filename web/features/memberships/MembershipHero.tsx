import type { ReactNode } from 'react'
import type { MembershipOffer } from '../../../shared/contract/memberships.ts'
import { foundersBadge } from '../../../shared/domain/memberships.ts'
import { FoundersLineup } from './FoundersLineup.tsx'
import classes from './MembershipHero.module.css'

interface MembershipHeroProps {
  offer: MembershipOffer | undefined
  member: boolean
  /** What can be done: joining, or one's own membership. */
  children: ReactNode
}

/** The head of the page, which sells the club: its name, how few spots are left, and beside it what to press. */
export function MembershipHero({ offer, member, children }: MembershipHeroProps) {
  return (
    <header className={classes.hero} data-member={member || undefined}>
      <div className={classes.inner}>
        <div className={classes.words}>
          <p className={classes.club}>Founders Unlimited</p>
          <h1 className={classes.title}>
            Swing all month. <br />
            Save every time.
          </h1>
          <p className={classes.tagline}>
            Unlimited cage time at the members' price for the players who started it all.{' '}
            <span className={classes.whole}>Month-to-month</span>, no sign-up fee.
          </p>
          <div className={classes.spots}>
            {offer && (
              <>
                <p className={classes.badge}>{foundersBadge(offer.spots_left, offer.founders_cap)}</p>
                <FoundersLineup cap={offer.founders_cap} left={offer.spots_left} />
              </>
            )}
          </div>
        </div>
        <div className={classes.panel}>{children}</div>
      </div>
    </header>
  )
}
