import { NativeSelect, type NativeSelectProps } from '@mantine/core'
import { formatMinutes } from '../../../../shared/domain/time/timeFormat.ts'
import { durations } from './dayAvailability.ts'

interface DurationSelectProps extends Omit<NativeSelectProps, 'value' | 'onChange' | 'data'> {
  /** In minutes. */
  value: number
  onChange: (minutes: number) => void
  /** Minutes of a booking that no other could have: offered too. */
  own?: number
}

/** How long a booking is. */
export const DurationSelect = ({ value, own = value, onChange, ...input }: DurationSelectProps) => (
  <NativeSelect
    label="Duration"
    data={[...new Set([...durations, own])]
      .sort((a, b) => a - b)
      .map((minutes) => ({ value: String(minutes), label: formatMinutes(minutes) }))}
    {...input}
    value={String(value)}
    onChange={({ currentTarget }) => onChange(Number(currentTarget.value))}
  />
)
