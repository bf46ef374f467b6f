import { TextInput, VisuallyHidden } from '@mantine/core'
import type { ReactNode, Ref } from 'react'
import { fullYears } from '../../../shared/domain/programs/ages.ts'
import { formatDay } from '../../../shared/domain/time/timeFormat.ts'
import fieldClasses from '../formFields.module.css'
import { ageText, useToday } from './ages.ts'
import { birthDateProblem, formatTyped, readTyped } from './birthDate.ts'

interface BirthDateFieldProps {
  label: string
  /** The person, for a screen reader, where several are on the page. */
  of?: string
  /** As typed: MM/DD/YYYY. */
  value: string
  onChange: (value: string) => void
  error?: ReactNode
  onBlur?: () => void
  ref?: Ref<HTMLInputElement>
}

/** A birth date, typed on a phone's digits; what was understood is shown below it, with the age. */
export function BirthDateField({ label, of, value, onChange, ...field }: BirthDateFieldProps) {
  const today = useToday()
  const day = readTyped(value)
  const understood = day && birthDateProblem(value, today, true) === null
  return (
    <TextInput
      label={
        of ? (
          <>
            {label} <VisuallyHidden>of {of}</VisuallyHidden>
          </>
        ) : (
          label
        )
      }
      classNames={{ label: fieldClasses.label }}
      placeholder="MM/DD/YYYY"
      description={understood ? `${formatDay(day, 'dated')} · ${ageText(fullYears(day, today))}` : undefined}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      inputMode="numeric"
      autoComplete="off"
      maxLength={14}
      value={value}
      onChange={({ currentTarget }) => onChange(formatTyped(currentTarget.value, value))}
      {...field}
    />
  )
}
