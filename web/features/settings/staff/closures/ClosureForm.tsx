import { Checkbox, NativeSelect, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Closure, HitList } from '../../../../../shared/contract/facility/closures.ts'
import { facilityDay } from '../../../../../shared/domain/time/time.ts'
import { isRefusal } from '../../../../api/apiError.ts'
import { cagesQuery } from '../../../../api/queries/cages.ts'
import { touches } from '../../../../api/touches.ts'
import { useForm } from '../../../../components/form/useForm.ts'
import { Form } from '../../../../components/staff/form/Form.tsx'
import { HitChoice } from '../../../../components/staff/HitChoice.tsx'
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

interface Values extends ClosureTimes {
  readonly cages: readonly string[]
  readonly reason: string
  readonly on_hits: 'keep' | 'cancel'
}

/** Closes cages in two steps: which, when and why; then what is booked there and what becomes of it. */
export function ClosureForm({ closure, zone, onClose, onSaved }: ClosureFormProps) {
  const { data: inService = [] } = useQuery(cagesQuery)
  const today = facilityDay(new Date(), zone)
  const [hits, setHits] = useState<HitList>()
  const show = (found: HitList) => setHits(found.hits.length > 0 ? found : undefined)
  const form = useForm({
    values: {
      ...(closure
        ? timesOf(closure, zone)
        : { whole: true, first: today, last: today, from: '16:00', to: '21:00' }),
      cages: closure?.cages.map(({ id }) => id) ?? [],
      reason: closure?.reason ?? '',
      on_hits: 'keep',
    } as Values,
    check: problemIn,
    // What is booked there is asked about first, and again where it has changed.
    send: async ({ cages, reason, on_hits, ...times }, once) => {
      const range = { ...rangeOf(times, zone), cage_ids: [...cages] }
      const look = () => once('POST /api/closures/preview', range)
      const known = hits ?? (await look())
      if (!hits && known.hits.length > 0) return known
      const wanted = { ...range, reason, on_hits, fingerprint: known.fingerprint }
      try {
        if (!closure) return await once('POST /api/closures', wanted)
        const change = { closure_id: closure.id, expected_revision: closure.revision, ...wanted }
        return await once('PATCH /api/closures/:closure_id', change)
      } catch (error) {
        if (isRefusal(error, 'closure_hits_changed')) show(await look())
        throw error
      }
    },
    touches: touches.closures,
    staysOpen: true,
    onDone: (answer) => {
      if ('hits' in answer) return show(answer)
      toast.success(closure ? 'Closure saved.' : 'The cages are closed.')
      onSaved(answer.run_id)
    },
  })
  const { values, errors } = form
  const edit = (part: Partial<Values>) => {
    form.set(part)
    setHits(undefined)
    form.forgetProblem()
  }
  // A closure may have cages that are out of service.
  const choices = [
    ...inService,
    ...(closure?.cages.filter(({ id }) => inService.every((cage) => cage.id !== id)) ?? []),
  ]
  const isAll = choices.length > 0 && choices.every(({ id }) => values.cages.includes(id))
  const label = values.on_hits === 'cancel' ? 'Close and Cancel Them' : 'Close and Keep Them'
  return (
    <Form
      form={form}
      label={closure ? 'Edit Closure' : 'Close Cages'}
      submit={hits ? label : closure ? 'Save Closure' : 'Close Cages'}
      onCancel={onClose}
    >
      <fieldset className={classes.checks}>
        <legend>Cages</legend>
        <Checkbox
          label="All Cages"
          checked={isAll}
          indeterminate={values.cages.length > 0 && !isAll}
          onChange={() => edit({ cages: isAll ? [] : choices.map(({ id }) => id) })}
        />
        {choices.map(({ id, name }) => (
          <Checkbox
            key={id}
            label={name}
            checked={values.cages.includes(id)}
            onChange={({ currentTarget: { checked } }) =>
              edit({ cages: checked ? [...values.cages, id] : values.cages.filter((each) => each !== id) })
            }
          />
        ))}
        {errors.cages && (
          <Text tone="problem" role="alert">
            {errors.cages}
          </Text>
        )}
      </fieldset>
      <Checkbox
        label="Whole Days"
        checked={values.whole}
        onChange={(event) => edit({ whole: event.currentTarget.checked })}
      />
      <div className={shared.fields}>
        <TextInput
          label="First Day"
          type="date"
          className={shared.half ?? ''}
          value={values.first}
          onChange={({ currentTarget: { value } }) =>
            edit({ first: value, ...(values.last < value && { last: value }) })
          }
        />
        {!values.whole && (
          <NativeSelect
            label="From"
            className={shared.half ?? ''}
            data={halfHours}
            value={values.from}
            onChange={(event) => edit({ from: event.currentTarget.value })}
          />
        )}
        <TextInput
          label="Last Day"
          type="date"
          className={shared.half ?? ''}
          min={values.first}
          value={values.last}
          error={errors.last}
          onChange={(event) => edit({ last: event.currentTarget.value })}
        />
        {!values.whole && (
          <NativeSelect
            label="To"
            className={shared.half ?? ''}
            data={halfHours}
            value={values.to}
            onChange={(event) => edit({ to: event.currentTarget.value })}
          />
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
      {hits && (
        <HitChoice
          hits={hits}
          choice={values.on_hits}
          onChoose={(on_hits) => form.set({ on_hits })}
          kept="Keep Them Booked"
        />
      )}
    </Form>
  )
}

function problemIn({ whole, first, last, from, to, cages, reason }: Values) {
  if (cages.length === 0) return { cages: 'Please choose at least one cage.' }
  if (first === '' || last === '') return { last: 'Please choose the days.' }
  if (last < first || (!whole && first === last && to <= from))
    return { last: 'A closure must end after it begins.' }
  return reason.trim() === '' ? { reason: 'Please write a reason.' } : {}
}
