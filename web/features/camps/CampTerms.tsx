import { useQuery } from '@tanstack/react-query'
import type { Camp } from '../../../shared/contract/camps.ts'
import { campRefundUntil } from '../../../shared/domain/registrationPolicy.ts'
import { facilityQuery } from '../../api/queries/facility.ts'
import { RefundNotice } from '../bookings/change/RefundNotice.tsx'

interface CampTermsProps {
  camp: Camp
  /** The rule kept with one's own registration; without one the facility's of today. */
  cutoffDays: number | undefined
}

/** Until when a camp can be canceled for a full refund. */
export function CampTerms({ camp, cutoffDays }: CampTermsProps) {
  const { data: facility } = useQuery(facilityQuery)
  if (!facility) return null
  const days = cutoffDays ?? facility.camp_cancellation_cutoff_days
  const until = campRefundUntil(new Date(camp.starts_at), days, facility.time_zone)
  return <RefundNotice untils={[until]} />
}
