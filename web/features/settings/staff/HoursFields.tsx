import { NativeSelect } from '@mantine/core'
import { halfHours, laterThan } from './halfHours.ts'
import classes from './Settings.module.css'

interface HoursFieldsProps {
  /** Whose hours they are, for a screen reader: 'Monday'. */
  name: string
  opens: string
  closes: string
  error?: string | undefined
  onChange: (hours: { opens: string; closes: string }) => void
}

/** From and to of one day. An end that is no longer later moves along. */
export function HoursFields({ name, opens, closes, error, onChange }: HoursFieldsProps) {
  return (
    <div className={classes.times}>
      <NativeSelect
        aria-label={`${name}, from`}
        value={opens}
        error={error !== undefined}
        data={halfHours().slice(0, -1)}
        onChange={({ currentTarget: { value } }) =>
          onChange({ opens: value, closes: closes > value ? closes : (laterThan(value)[0]?.value ?? closes) })
        }
      />
      <span aria-hidden>to</span>
      <NativeSelect
        aria-label={`${name}, to`}
        value={closes}
        error={error}
        data={laterThan(opens)}
        onChange={({ currentTarget: { value } }) => onChange({ opens, closes: value })}
      />
    </div>
  )
}
