import { Switch } from '@mantine/core'
import type { OpeningHours } from '../../../../shared/contract/facility/facility.ts'
import { mondayFirst } from '../../../../shared/domain/facility/openingHours.ts'
import { weekdayNames } from '../../../../shared/domain/time/timeFormat.ts'
import { List } from '../../../ui/layout.tsx'
import type { ListProps } from './fieldErrors.ts'
import { HoursFields } from './HoursFields.tsx'
import classes from './Settings.module.css'

const usual = { opens: '16:00', closes: '21:00' }

/** The hours of the nearest day above that is open: most days are like the one before. */
function hoursAbove(value: readonly OpeningHours[], weekday: number): { opens: string; closes: string } {
  const above = mondayFirst.slice(0, mondayFirst.indexOf(weekday)).reverse()
  const open = above.flatMap((day) => value.filter(({ day_of_week }) => day_of_week === day))
  return open[0] ? { opens: open[0].opens, closes: open[0].closes } : usual
}

/** The hours of each weekday; one without hours is closed. */
export function WeekHours({ value, errors, onChange }: ListProps<OpeningHours>) {
  const change = (day_of_week: number, hours: { opens: string; closes: string } | null) =>
    onChange(
      [
        ...value.filter((row) => row.day_of_week !== day_of_week),
        ...(hours ? [{ day_of_week, ...hours }] : []),
      ].sort((one, other) => one.day_of_week - other.day_of_week),
    )
  return (
    <List className={classes.rows}>
      {mondayFirst.map((weekday) => {
        const name = weekdayNames[weekday] ?? ''
        const index = value.findIndex(({ day_of_week }) => day_of_week === weekday)
        const row = value[index]
        return (
          <li key={weekday} className={classes.day}>
            <Switch
              classNames={{ root: classes.switch ?? '', label: classes.switchText ?? '' }}
              label={name}
              checked={row !== undefined}
              onChange={(event) =>
                change(weekday, event.currentTarget.checked ? hoursAbove(value, weekday) : null)
              }
            />
            {row ? (
              <HoursFields
                name={name}
                opens={row.opens}
                closes={row.closes}
                error={errors[String(index)]}
                onChange={(hours) => change(weekday, hours)}
              />
            ) : (
              <span className={classes.none}>Closed</span>
            )}
          </li>
        )
      })}
    </List>
  )
}
