import { useQuery } from '@tanstack/react-query'
import type { Change } from '../../../shared/contract/accounts/changes.ts'
import { deadlineOf, type WaysToChange } from '../../../shared/domain/bookings/changeWords.ts'
import { facilityQuery } from '../../api/queries/facility.ts'
import { phoneHref } from '../../components/phone.ts'
import { Text } from '../../ui/layout.tsx'
import classes from './Deadline.module.css'

interface DeadlineProps {
  change: Pick<Change, 'allowed' | 'until' | 'reason'>
  ways: WaysToChange
}

/** Until when something that is coming up can be changed online; afterwards the way to call. */
export function Deadline({ change, ways }: DeadlineProps) {
  const facility = useQuery(facilityQuery).data
  const deadline = facility && deadlineOf(change, ways, facility.time_zone)
  if (!deadline) return null
  return (
    <Text tone="dim" size="sm" above={4}>
      {deadline.text}
      {deadline.late && (
        <>
          :{' '}
          <a
            href={phoneHref(facility.phone)}
            className={classes.call}
            aria-label={`call us: ${facility.phone}`}
          >
            call us
          </a>
        </>
      )}
    </Text>
  )
}
