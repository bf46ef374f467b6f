import '@mantine/core/styles/Input.layer.css'
import { TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, type Ref, useState } from 'react'
import { fullYears } from '../../../shared/domain/ages.ts'
import { facilityDay } from '../../../shared/domain/time.ts'
import { formatDay } from '../../../shared/domain/timeFormat.ts'
import { facilityQuery } from '../../api/queries/facility.ts'
import fieldClasses from '../formFields.module.css'
import { birthDateProblem, formatTyped, readTyped } from './birthDate.ts'

interface BirthDateFieldProps {
  label: string
  /** As typed: MM/DD/YYYY. */
  value: string
  onChange: (value: string) => void
  error?: ReactNode
  onBlur?: () => void
  ref?: Ref<HTMLInputElement>
}

/** A birth date, typed on a phone's digits; what was understood is shown below it, with the age. */
export function BirthDateField({ label, value, onChange, ...field }: BirthDateFieldProps) {
  const today = useToday()
  const day = readTyped(value)
  const understood = day && birthDateProblem(value, today, true) === null
  return (
    <TextInput
      label={label}
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

/** '10 years', '1 year'; months are of no use here. */
export const ageText = (years: number): string => (years === 1 ? '1 year' : `${years} years`)

/** The facility day on which the page was opened; the browser's own until the facility is known. */
export function useToday(): string {
  const zone = useQuery(facilityQuery).data?.time_zone
  const [now] = useState(() => new Date())
  return facilityDay(now, zone ?? 'UTC')
}
