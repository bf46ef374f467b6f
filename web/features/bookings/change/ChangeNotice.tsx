import type { Facility } from '../../../../shared/contract/facility.ts'
import { PhoneLink } from '../../contact/PhoneLink.tsx'
import classes from './ChangeNotice.module.css'
import { formatHours, freeUntil } from './changeTexts.ts'

interface ChangeNoticeProps {
  /** When the sessions that are about to be booked begin. */
  starts: readonly Date[]
  facility: Facility
  now: Date
}

/** Says before anyone books until when it can be canceled or moved. */
export function ChangeNotice({ starts, facility, now }: ChangeNoticeProps) {
  const sentence = freeUntil(starts, facility, now)
  return (
    <p className={classes.notice}>
      {sentence ?? (
        <>
          Less than {formatHours(facility.cancellation_cutoff_hours)} ahead: to cancel or move it, please call{' '}
          <PhoneLink phone={facility.phone} className={classes.phone} />.
        </>
      )}
    </p>
  )
}
