import { NativeSelect, type NativeSelectProps } from '@mantine/core'

interface DifferenceSelectProps extends Omit<NativeSelectProps, 'data' | 'label'> {
  /** Besides the ways to take it. */
  others?: readonly { value: string; label: string }[]
}

/** Asks how the desk takes the difference, where something is paid and costs more at its new time. */
export const DifferenceSelect = ({ others = [], ...input }: DifferenceSelectProps) => (
  <NativeSelect
    label="It’s paid and costs more at the new time"
    data={[
      { value: '', label: 'Select' },
      { value: 'cash', label: 'Take the difference in cash' },
      { value: 'desk_card', label: 'Take the difference by card at the desk' },
      { value: 'other', label: 'Take the difference another way' },
      ...others,
    ]}
    {...input}
  />
)

/** Asks how the desk took the money of what is set to paid. */
export const PaidBySelect = (input: Omit<NativeSelectProps, 'data' | 'label'>) => (
  <NativeSelect
    label="How It Was Paid"
    data={[
      { value: 'cash', label: 'Cash' },
      { value: 'desk_card', label: 'Card at the desk' },
      { value: 'other', label: 'Other' },
    ]}
    {...input}
  />
)
