import { NativeSelect, type NativeSelectProps } from '@mantine/core'
import { formatMinutes } from '../../../../shared/domain/time/timeFormat.ts'
import { durations } from './dayAvailability.ts'

interface DurationSelectProps extends Omit<NativeSelectProps, 'value' | 'onChange' | 'data'> {
  /** In minutes. */
  value: number
  /** Minutes of a booking that no other could have: offered too. */
  own: number
  onPick: (minutes: number) => void
}

/** How long a booking is that is edited or moved. */
export function DurationSelect({ value, own, onPick, ...input }: DurationSelectProps) {
  return (
    <NativeSelect
      label="Duration"
      size="md"
      data={[...new Set([...durations, own])]
        .sort((a, b) => a - b)
        .map((minutes) => ({ value: String(minutes), label: formatMinutes(minutes) }))}
      {...input}
      value={String(value)}
      onChange={({ currentTarget }) => onPick(Number(currentTarget.value))}
    />
  )
}
