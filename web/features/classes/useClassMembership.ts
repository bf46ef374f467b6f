import { useQuery } from '@tanstack/react-query'
import type { Facility } from '../../../shared/contract/facility/facility.ts'
import { classDiscountPercent } from '../../../shared/domain/programs/classPrice.ts'
import { subscriptionQuery } from '../../api/queries/memberships.ts'
import { useSession } from '../../api/session.ts'

/** The signed-in customer's membership, and what percentage it takes off a class; 0 without one. */
export function useClassMembership(facility: Facility) {
  const signedIn = useSession().status === 'signed-in'
  const { data, error, isPending, refetch } = useQuery({ ...subscriptionQuery, enabled: signedIn })
  const subscription = (signedIn && data?.subscription) || null
  return { percent: classDiscountPercent(facility, subscription), error, isPending, refetch }
}
