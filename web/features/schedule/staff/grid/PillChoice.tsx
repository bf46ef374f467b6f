import { useId } from 'react'
import classes from './PillChoice.module.css'

interface PillChoiceProps<Value extends string | number> {
  /** What is chosen, for a screen reader. */
  legend: string
  options: readonly { readonly value: Value; readonly label: string }[]
  value: Value
  onPick: (value: Value) => void
}

/** One out of a few short words, side by side. */
export function PillChoice<Value extends string | number>({
  legend,
  options,
  value,
  onPick,
}: PillChoiceProps<Value>) {
  const name = useId()
  return (
    <fieldset className={classes.pills} aria-label={legend}>
      {options.map((option) => (
        <label key={option.value} className={classes.pill}>
          <input
            type="radio"
            name={name}
            className={classes.input}
            checked={option.value === value}
            onChange={() => onPick(option.value)}
          />
          {option.label}
        </label>
      ))}
    </fieldset>
  )
}
