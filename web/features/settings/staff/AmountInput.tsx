import { type FocusEvent, useState } from 'react'
import { MoneyField, NumberField } from '../../../ui/NumberField.tsx'
import { moneyText, readNumber } from '../../../ui/typedNumber.ts'

interface AmountInputProps {
  label: string
  className: string
  unit?: 'dollars' | 'percent' | 'days' | 'hours' | 'minutes' | undefined
  description?: string | undefined
  placeholder?: string | undefined
  value: number | null
  error: string | undefined
  /** Null for an empty field, NaN for what is no number. */
  onChange: (amount: number | null) => void
}

/** A number of the settings: the draft has the number, the field what is typed. */
export function AmountInput({ unit, value, onChange, ...props }: AmountInputProps) {
  const textOf = (amount: number | null) => {
    if (amount === null || Number.isNaN(amount)) return ''
    return unit === 'dollars' ? moneyText(amount) : String(amount)
  }
  const [typed, setTyped] = useState(textOf(value))
  // Another number than the one that is typed was discarded, restored or saved.
  const shown = Object.is(amountOf(typed), value) ? typed : textOf(value)
  const field = {
    ...props,
    value: shown,
    // What is typed replaces it: the 0 of a new facility, or the price of the cage above.
    onFocus: ({ currentTarget }: FocusEvent<HTMLInputElement>) => currentTarget.select(),
    onChange: (text: string) => {
      setTyped(text)
      onChange(amountOf(text))
    },
  }
  if (unit === 'dollars') return <MoneyField {...field} />
  return unit === 'percent' ? (
    <NumberField {...field} inputMode="decimal" rightSection="%" rightSectionPointerEvents="none" />
  ) : (
    <NumberField {...field} />
  )
}

const amountOf = (typed: string): number | null => (typed.trim() === '' ? null : readNumber(typed))
