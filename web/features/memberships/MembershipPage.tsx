import { useQuery } from '@tanstack/react-query'
import { membershipOfferQuery } from '../../api/queries/memberships.ts'
import { Later, laterPart } from '../../ui/preloadable.tsx'
import { MembershipHero } from './MembershipHero.tsx'
import classes from './MembershipPage.module.css'
import { Agreement, Benefits } from './MembershipTerms.tsx'
import { useMyMembership } from './useMyMembership.ts'

export const membershipPanel = laterPart(() => import('./MembershipPanel.tsx'))

/** `/membership` (spec 2 §2): what the club offers, joining it, and the member's own membership. */
export function MembershipPage() {
  const offer = useQuery(membershipOfferQuery).data
  const { isMember } = useMyMembership()
  return (
    <>
      <MembershipHero offer={offer} member={isMember}>
        <Later part={membershipPanel} />
      </MembershipHero>
      <div className={classes.content}>
        <Benefits offer={offer} />
        {offer && <Agreement sections={offer.agreement} />}
      </div>
    </>
  )
}
