import { Checkbox, NativeSelect, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Closure } from '../../../../../shared/contract/facility/closures.ts'
import { facilityDay } from '../../../../../shared/domain/time/time.ts'
import { cagesQuery } from '../../../../api/queries/cages.ts'
import { readDay } from '../../../../components/searchValues.ts'
import { Form } from '../../../../components/staff/form/Form.tsx'
import { useClosing } from '../../../../components/staff/HitChoice.tsx'
import { DateField } from '../../../../ui/DateField.tsx'
import { Text } from '../../../../ui/layout.tsx'
import { toast } from '../../../../ui/toast.ts'
import { halfHours } from '../halfHours.ts'
import shared from '../Settings.module.css'
import classes from './Closures.module.css'
import { type ClosureTimes, rangeOf, timesOf } from './closureTimes.ts'

interface ClosureFormProps {
  /** The one that is changed; a new one without. */
  closure: Closure | undefined
  zone: string
  onClose: () => void
  /** With the run that cancels what is booked, where that was chosen. */
  onSaved: (runId: string | null) => void
}

/** Closes cages for hours or days, or changes what is closed. */
export function ClosureForm({ closure, zone, onClose, onSaved }: ClosureFormProps) {
  const { data: inService = [] } = useQuery(cagesQuery)
  const today = facilityDay(new Date(), zone)
  // A closure may have cages that are out of service.
  const choices = [
    ...inService,
    ...(closure?.cages.filter(({ id }) => inService.every((cage) => cage.id !== id)) ?? []),
  ]
  const { form, submit, choice, allCages } = useClosing({
    closure,
    times: closure
      ? timesOf(closure, zone)
      : { whole: true, first: today, last: today, from: '16:00', to: '21:00' },
    rangeOf: (times) => rangeOf(times, zone),
    problemIn,
    cages: choices,
    decides: true,
    onSaved({ run_id }) {
      toast.success(closure ? 'Closure saved.' : 'The cages are closed.')
      onSaved(run_id)
    },
  })
  const { values, errors } = form
  return (
    <Form
      form={form}
      label={closure ? 'Edit Closure' : 'Close Cages'}
      submit={submit || (closure ? 'Save Closure' : 'Close Cages')}
      onCancel={onClose}
    >
      <fieldset className={classes.checks}>
        <legend>Cages</legend>
        <Checkbox {...allCages} />
        {choices.map(({ id, name }) => (
          <Checkbox
            key={id}
            label={name}
            checked={values.cage_ids.includes(id)}
            onChange={({ currentTarget: { checked } }) =>
              form.set({
                cage_ids: checked ? [...values.cage_ids, id] : values.cage_ids.filter((each) => each !== id),
              })
            }
          />
        ))}
        {errors.cage_ids && (
          <Text tone="problem" role="alert">
            {errors.cage_ids}
          </Text>
        )}
      </fieldset>
      <Checkbox label="Whole Days" {...form.tick('whole')} />
      <div className={shared.fields}>
        <DateField
          label="First Day"
          className={shared.half ?? ''}
          value={values.first}
          onChange={({ currentTarget: { value } }) =>
            form.set({ first: value, ...(values.last < value && { last: value }) })
          }
        />
        {!values.whole && (
          <NativeSelect
            label="From"
            className={shared.half ?? ''}
            data={halfHours()}
            {...form.field('from')}
          />
        )}
        <DateField
          label="Last Day"
          className={shared.half ?? ''}
          min={values.first}
          {...form.field('last')}
        />
        {!values.whole && (
          <NativeSelect label="To" className={shared.half ?? ''} data={halfHours()} {...form.field('to')} />
        )}
        <TextInput
          label="Reason"
          description="Customers whose bookings are canceled see it."
          placeholder="New nets in Cage 2"
          maxLength={200}
          className={shared.whole ?? ''}
          {...form.field('reason')}
        />
      </div>
      {choice}
    </Form>
  )
}

function problemIn({ whole, first, last, from, to }: ClosureTimes) {
  if (!readDay(first) || !readDay(last)) return { last: 'Please choose the days.' }
  const ends = last > first || (last === first && (whole || to > from))
  return ends ? undefined : { last: 'A closure must end after it begins.' }
}
