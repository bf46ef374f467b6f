import { type ComboboxItem, NativeSelect } from '@mantine/core'
import { useShownAtOnce } from '../useShownAtOnce.ts'

interface FilterSelectProps {
  /** What is filtered by, e.g. 'Status'. */
  label: string
  /** The choice in the page's address; empty for all. */
  value: string
  data: ComboboxItem[]
  /** Puts a choice into the address. */
  onChange: (value: string) => void
  id?: string
}

/** A choice among few beside the search of a list, kept in the page's address. It stays as chosen while the address follows. */
export function FilterSelect({ label, value, onChange, ...props }: FilterSelectProps) {
  const [shown, show] = useShownAtOnce(value)
  return (
    <NativeSelect
      {...props}
      aria-label={label}
      value={shown}
      onChange={({ currentTarget }) => {
        show(currentTarget.value)
        onChange(currentTarget.value)
      }}
    />
  )
}
