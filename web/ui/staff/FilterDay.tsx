import { DateField } from '../DateField.tsx'
import classes from './FilterBar.module.css'

interface FilterDayProps {
  /** Stands in the field, before the day: 'From'. */
  label: string
  /** The day in the page's address. */
  value: string | undefined
  /** Puts a day into the address, once it is entered as a whole. */
  onChange: (day: string | undefined) => void
}

/**
 * A day beside the search of a list, kept in the page's address. It is taken on leaving the field or with Enter: while its
 * year is typed, the field has other days.
 */
export const FilterDay = ({ label, value, onChange }: FilterDayProps) => (
  <DateField
    aria-label={label}
    leftSection={label}
    leftSectionWidth="3.125rem"
    classNames={{ root: classes.day ?? '', input: classes.dayInput ?? '' }}
    min="2000-01-01"
    defaultValue={value}
    key={value}
    onBlur={({ currentTarget }) => {
      const day = currentTarget.validity.valid ? currentTarget.value || undefined : undefined
      if (day !== value) onChange(day)
    }}
    onKeyDown={({ key, currentTarget }) => {
      if (key === 'Enter') currentTarget.blur()
    }}
  />
)
