import { NumberInput } from '@mantine/core'
import classes from './Settings.module.css'

interface AmountInputProps {
  label: string
  dollars: boolean
  value: number | undefined
  error: string | undefined
  onChange: (amount: number) => void
}

/** A price or a count within an entry of a list. */
export const AmountInput = ({ label, dollars, value, error, onChange }: AmountInputProps) => (
  <NumberInput
    label={label}
    size="md"
    className={classes.quarter ?? ''}
    hideControls
    allowNegative={false}
    decimalScale={dollars ? 2 : 0}
    fixedDecimalScale={dollars}
    {...(dollars ? { prefix: '$' } : {})}
    value={value ?? ''}
    error={error}
    onChange={(amount) => onChange(typeof amount === 'number' ? amount : Number.NaN)}
  />
)
