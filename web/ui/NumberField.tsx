import { TextInput, type TextInputProps } from '@mantine/core'
import type { Ref } from 'react'
import { moneyText, readNumber } from './typedNumber.ts'

interface NumberFieldProps extends Omit<TextInputProps, 'value' | 'onChange'> {
  /** As it is typed; `readNumber` reads it for the request. */
  value?: string
  onChange: (typed: string) => void
  ref?: Ref<HTMLInputElement>
}

/**
 * The one way to enter a number. The form keeps the text, and nothing is rewritten under the cursor. Mantine's NumberInput
 * hands over strings where the text ends in zeros or a dot, and is redrawn with what the form makes of them.
 */
export const NumberField = ({ onChange, ...props }: NumberFieldProps) => (
  <TextInput
    inputMode="numeric"
    maxLength={14}
    autoComplete="off"
    {...props}
    onChange={({ currentTarget }) => onChange(currentTarget.value)}
  />
)

/** The same for an amount in dollars: once it is left it shows dollars and cents. */
export const MoneyField = ({ onBlur, ...props }: NumberFieldProps) => (
  <NumberField
    inputMode="decimal"
    leftSection="$"
    leftSectionPointerEvents="none"
    {...props}
    onBlur={(event) => {
      const amount = readNumber(props.value ?? '')
      const shown = moneyText(amount)
      // Not where it would round: that is for the person to see and to change.
      if (Number(shown) === amount && shown !== props.value) props.onChange(shown)
      onBlur?.(event)
    }}
  />
)
