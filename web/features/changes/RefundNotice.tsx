import { useQuery } from '@tanstack/react-query'
import { cancelLine, hoursBeforeStart } from '../../../shared/domain/programs/registrationPolicy.ts'
import { facilityQuery } from '../../api/queries/facility.ts'
import { PhoneLink } from '../../components/PhoneLink.tsx'
import { useMinuteClock } from '../../components/useMinuteClock.ts'
import { Text } from '../../ui/layout.tsx'
import classes from './ChangeNotice.module.css'

interface RefundNoticeProps {
  /** Until when each seat that is paid together can be canceled online. */
  untils: readonly Date[]
  /** Hours before their start, where there are several. */
  hours?: number
}

/** Before paying for a camp or a class: until when it can be canceled for a full refund (decision 30). */
export function RefundNotice({ untils, hours = 0 }: RefundNoticeProps) {
  const { data: facility } = useQuery(facilityQuery)
  const now = useMinuteClock()
  if (!facility || untils.length === 0) return null
  const line = cancelLine(untils, { now, zone: facility.time_zone, before: hoursBeforeStart(hours) })
  return (
    <Text tone="dim" size="sm" above={4} below="sm">
      {line
        ? `${line} After that, please call `
        : 'It is too late to cancel this online. To cancel, please call '}
      <PhoneLink phone={facility.phone} className={classes.phone} />.
    </Text>
  )
}
