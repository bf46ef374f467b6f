import { Button, Checkbox, NativeSelect, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Closure, HitList } from '../../../../../shared/contract/facility/closures.ts'
import { facilityDay } from '../../../../../shared/domain/time/time.ts'
import { isRefusal } from '../../../../api/apiError.ts'
import { cagesQuery } from '../../../../api/queries/cages.ts'
import { refreshClosures } from '../../../../api/queries/settings.ts'
import { useAttempt } from '../../../../api/useAttempt.ts'
import { AttemptError } from '../../../../components/staff/AttemptError.tsx'
import { Dialog } from '../../../../ui/Dialog.tsx'
import dialogContent from '../../../../ui/dialogContent.module.css'
import { toast } from '../../../../ui/toast.ts'
import { halfHours } from '../halfHours.ts'
import shared from '../Settings.module.css'
import classes from './Closures.module.css'
import { type ClosureTimes, rangeOf, timesOf } from './closureTimes.ts'
import { HitChoice } from './HitChoice.tsx'

interface ClosureDialogProps {
  opened: boolean
  /** The one that is changed; a new one without. */
  closure: Closure | undefined
  zone: string
  onClose: () => void
  /** With the run that cancels what is booked, where that was chosen. */
  onSaved: (runId: string | null) => void
}

/** Closes cages in two steps: which, when and why; then what is booked there and what becomes of it. */
export const ClosureDialog = (props: ClosureDialogProps) => (
  <Dialog
    opened={props.opened}
    onClose={props.onClose}
    title={props.closure ? 'Edit Closure' : 'Close Cages'}
    long
    wide
  >
    {props.opened && <ClosureForm key={props.closure?.id} {...props} />}
  </Dialog>
)

function ClosureForm({ closure, zone, onClose, onSaved }: ClosureDialogProps) {
  const { data: cages = [] } = useQuery(cagesQuery)
  const today = facilityDay(new Date(), zone)
  const [times, setTimes] = useState<ClosureTimes>(() =>
    closure ? timesOf(closure, zone) : { whole: true, first: today, last: today, from: '16:00', to: '21:00' },
  )
  const [chosen, setChosen] = useState(() => new Set(closure?.cages.map(({ id }) => id)))
  const [reason, setReason] = useState(closure?.reason ?? '')
  const [problem, setProblem] = useState<{ field: 'cages' | 'time' | 'reason'; text: string }>()
  const [hits, setHits] = useState<HitList>()
  const [choice, setChoice] = useState<'keep' | 'cancel'>('keep')
  // A closure may have cages that are out of service.
  const choices = [
    ...cages,
    ...(closure?.cages.filter(({ id }) => cages.every((cage) => cage.id !== id)) ?? []),
  ]
  const request = () => ({ ...rangeOf(times, zone), cage_ids: [...chosen] })
  const look = useAttempt({
    send: (json: ReturnType<typeof request>, once) => once('POST /api/closures/preview', json),
  })
  const save = useAttempt({
    send: (known: HitList, once) => {
      const json = { ...request(), reason, on_hits: choice, fingerprint: known.fingerprint }
      if (!closure) return once('POST /api/closures', json)
      const change = { ...json, expected_revision: closure.revision }
      return once('PATCH /api/closures/:closure_id', { closure_id: closure.id, ...change })
    },
    refresh: refreshClosures,
  })
  const edit =
    <Value,>(set: (value: Value) => void) =>
    (value: Value) => {
      set(value)
      setHits(undefined)
      setProblem(undefined)
      save.forgetError()
    }
  const setTime = edit((part: Partial<ClosureTimes>) => setTimes({ ...times, ...part }))

  async function submit() {
    const found = problemIn(times, chosen, reason)
    setProblem(found)
    if (found) return
    const known = hits ?? (await preview())
    if (!known || (known !== hits && known.hits.length > 0)) return
    const outcome = await save.attempt(known)
    if (!outcome) return
    if ('answer' in outcome) {
      const { run_id } = outcome.answer
      toast.success(closure ? 'Closure saved.' : 'The cages are closed.')
      return onSaved(run_id)
    }
    if (isRefusal(outcome.error, 'closure_hits_changed')) await preview()
  }

  async function preview(): Promise<HitList | undefined> {
    const outcome = await look.attempt(request())
    if (!outcome || !('answer' in outcome)) return undefined
    setHits(outcome.answer.hits.length > 0 ? outcome.answer : undefined)
    return outcome.answer
  }

  const isAll = choices.length > 0 && choices.every(({ id }) => chosen.has(id))
  const label = hits ? (choice === 'cancel' ? 'Close and Cancel Them' : 'Close and Keep Them') : 'Close Cages'
  const submitLabel = closure && !hits ? 'Save Closure' : label
  return (
    <form
      className={shared.dialogForm}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <fieldset className={classes.checks}>
        <legend>Cages</legend>
        <Checkbox
          label="All cages"
          size="md"
          checked={isAll}
          indeterminate={chosen.size > 0 && !isAll}
          onChange={() => edit(setChosen)(new Set(isAll ? [] : choices.map(({ id }) => id)))}
        />
        {choices.map(({ id, name }) => (
          <Checkbox
            key={id}
            label={name}
            size="md"
            checked={chosen.has(id)}
            onChange={(event) => {
              const next = new Set(chosen)
              if (event.currentTarget.checked) next.add(id)
              else next.delete(id)
              edit(setChosen)(next)
            }}
          />
        ))}
        {problem?.field === 'cages' && <Problem text={problem.text} />}
      </fieldset>
      <Checkbox
        label="Whole days"
        size="md"
        checked={times.whole}
        onChange={(event) => setTime({ whole: event.currentTarget.checked })}
      />
      <div className={shared.fields}>
        <TextInput
          label="First Day"
          type="date"
          size="md"
          className={shared.half ?? ''}
          value={times.first}
          onChange={({ currentTarget: { value } }) =>
            setTime({ first: value, ...(times.last < value && { last: value }) })
          }
        />
        {!times.whole && (
          <NativeSelect
            label="From"
            size="md"
            className={shared.half ?? ''}
            data={halfHours}
            value={times.from}
            onChange={(event) => setTime({ from: event.currentTarget.value })}
          />
        )}
        <TextInput
          label="Last Day"
          type="date"
          size="md"
          className={shared.half ?? ''}
          min={times.first}
          value={times.last}
          error={problem?.field === 'time' ? problem.text : undefined}
          onChange={(event) => setTime({ last: event.currentTarget.value })}
        />
        {!times.whole && (
          <NativeSelect
            label="To"
            size="md"
            className={shared.half ?? ''}
            data={halfHours}
            value={times.to}
            onChange={(event) => setTime({ to: event.currentTarget.value })}
          />
        )}
        <TextInput
          label="Reason"
          description="Customers whose bookings are canceled see it."
          placeholder="New nets in Cage 2"
          size="md"
          maxLength={200}
          className={shared.whole ?? ''}
          value={reason}
          error={problem?.field === 'reason' ? problem.text : undefined}
          onChange={(event) => {
            setReason(event.currentTarget.value)
            setProblem(undefined)
          }}
        />
      </div>
      {hits && <HitChoice hits={hits} choice={choice} onChoose={setChoice} kept="Keep Them Booked" />}
      <AttemptError error={look.error ?? save.error} button={submitLabel} />
      <div className={dialogContent.buttons}>
        <Button type="submit" color="stitch.6" loading={look.isPending || save.isPending}>
          {submitLabel}
        </Button>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

function problemIn(
  { whole, first, last, from, to }: ClosureTimes,
  chosen: ReadonlySet<string>,
  reason: string,
) {
  if (chosen.size === 0) return { field: 'cages' as const, text: 'Please choose at least one cage.' }
  if (first === '' || last === '') return { field: 'time' as const, text: 'Please choose the days.' }
  if (last < first || (!whole && first === last && to <= from))
    return { field: 'time' as const, text: 'A closure must end after it begins.' }
  if (reason.trim() === '') return { field: 'reason' as const, text: 'Please write a reason.' }
  return undefined
}

const Problem = ({ text }: { text: string }) => (
  <p className={shared.unplaced} role="alert">
    {text}
  </p>
)
