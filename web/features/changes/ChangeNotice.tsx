import { useQuery } from '@tanstack/react-query'
import { formatHours } from '../../../shared/domain/bookings/changeWords.ts'
import { facilityQuery } from '../../api/queries/facility.ts'
import { PhoneLink } from '../../components/PhoneLink.tsx'
import { useMinuteClock } from '../../components/useMinuteClock.ts'
import { Text } from '../../ui/layout.tsx'
import classes from './ChangeNotice.module.css'
import { freeUntil } from './changeTexts.ts'

/** Before booking: until when sessions that start at these moments can be canceled or moved. */
export function ChangeNotice({ starts }: { starts: readonly Date[] }) {
  const { data: facility } = useQuery(facilityQuery)
  const now = useMinuteClock()
  if (!facility || starts.length === 0) return null
  const sentence = freeUntil(starts, facility, now)
  return (
    <Text tone="dim" size="sm" above={4} below="sm">
      {sentence ?? (
        <>
          Less than {formatHours(facility.cancellation_cutoff_hours)} ahead: to cancel or move it, please call{' '}
          <PhoneLink phone={facility.phone} className={classes.phone} />.
        </>
      )}
    </Text>
  )
}
