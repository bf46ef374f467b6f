import { NativeSelect, SegmentedControl } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'

interface SessionChoiceProps {
  label: string
  value: string
  choices: readonly { readonly value: string; readonly label: string }[]
  onChange: (value: string) => void
}

/** So many fit beside each other. */
const MOST_SEGMENTS = 3

/** Which day of a camp, or which session of a class, the roster is of. */
export function SessionChoice({ label, value, choices, onChange }: SessionChoiceProps) {
  const isNarrow = useMediaQuery('(width < 36em)', false, { getInitialValueInEffect: false })
  if (choices.length === 0) return null
  const data = choices.map((choice) => ({ ...choice }))
  return choices.length > (isNarrow ? 2 : MOST_SEGMENTS) ? (
    <NativeSelect
      aria-label={label}
      size="sm"
      data={data}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  ) : (
    <SegmentedControl aria-label={label} size="sm" data={data} value={value} onChange={onChange} />
  )
}
