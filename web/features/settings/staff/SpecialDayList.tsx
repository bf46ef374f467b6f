import { Switch, TextInput } from '@mantine/core'
import type { SpecialDay } from '../../../../shared/contract/facility/facility.ts'
import { DateField } from '../../../ui/DateField.tsx'
import { EntryList } from './EntryList.tsx'
import type { ListProps } from './fieldErrors.ts'
import { HoursFields } from './HoursFields.tsx'
import classes from './Settings.module.css'

const closedDay = { date: '', opens: null, closes: null, reason: '' }

/** Dates with hours of their own, or closed all day. */
export const SpecialDayList = ({ value, errors, onChange }: ListProps<SpecialDay>) => (
  <EntryList
    value={value}
    errors={errors}
    onChange={onChange}
    noun="Special Day"
    empty="No special days are planned."
    made={() => closedDay}
    nameOf={({ date }, index) => date || `Special day ${index + 1}`}
  >
    {({ entry: { date, opens, closes, reason }, name, errors: at, change }) => (
      <>
        <DateField
          label="Date"
          className={classes.half ?? ''}
          value={date}
          error={at.date ?? at['']}
          onChange={(event) => change({ date: event.currentTarget.value })}
        />
        <TextInput
          label="Reason"
          maxLength={200}
          placeholder="Independence Day"
          className={classes.half ?? ''}
          value={reason}
          error={at.reason}
          onChange={(event) => change({ reason: event.currentTarget.value })}
        />
        <Switch
          classNames={{ root: `${classes.half} ${classes.switch}`, label: classes.switchText ?? '' }}
          label="Closed All Day"
          checked={opens === null}
          onChange={(event) =>
            change(
              event.currentTarget.checked
                ? { opens: null, closes: null }
                : { opens: '09:00', closes: '13:00' },
            )
          }
        />
        {opens !== null && closes !== null && (
          <div className={classes.half}>
            <HoursFields name={name} opens={opens} closes={closes} onChange={change} />
          </div>
        )}
      </>
    )}
  </EntryList>
)
