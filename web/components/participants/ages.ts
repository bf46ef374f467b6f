import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { facilityDay } from '../../../shared/domain/time/time.ts'
import { facilityQuery } from '../../api/queries/facility.ts'

/** '10 years', '1 year'; months are of no use here. */
export const ageText = (years: number): string => (years === 1 ? '1 year' : `${years} years`)

/** The facility day on which the page was opened; the browser's own until the facility is known. */
export function useToday(): string {
  const zone = useQuery(facilityQuery).data?.time_zone
  const [now] = useState(() => new Date())
  return facilityDay(now, zone ?? 'UTC')
}
