import { Button, Checkbox, NativeSelect, TextInput } from '@mantine/core'
import { type QueryClient, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ScheduleDay } from '../../../../shared/contract/bookings/scheduleDay.ts'
import type { Closure, ClosureHit } from '../../../../shared/contract/facility/closures.ts'
import type { Facility } from '../../../../shared/contract/facility/facility.ts'
import { formatTimeRange } from '../../../../shared/domain/time/timeFormat.ts'
import { call } from '../../../api/call.ts'
import { closuresQuery, refreshClosures } from '../../../api/queries/settings.ts'
import { refreshSchedule } from '../../../api/queries/staffSchedule.ts'
import { useAttempt } from '../../../api/useAttempt.ts'
import { AttemptError } from '../../../components/staff/AttemptError.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import dialogContent from '../../../ui/dialogContent.module.css'
import { toast } from '../../../ui/toast.ts'
import classes from './CloseCage.module.css'
import { closableTimes, hitText, isWithinDay, usualEnd } from './closeCage.ts'

interface CloseCageDialogProps {
  opened: boolean
  onClose: () => void
  /** The day that it is: the front desk closes cages for no other (decision record 041). */
  today: string
  facility: Facility
  cages: ScheduleDay['cages']
  now: Date
}

const refresh = (queryClient: QueryClient) =>
  Promise.all([refreshClosures(queryClient), refreshSchedule(queryClient)])

/** Takes a cage out of use for the rest of the day, where nothing is booked, and opens it again. */
export const CloseCageDialog = (props: CloseCageDialogProps) => (
  <Dialog opened={props.opened} onClose={props.onClose} title="Close a Cage Today" long>
    {props.opened && (
      <>
        <CloseCage {...props} />
        <ClosedToday day={props.today} zone={props.facility.time_zone} />
      </>
    )}
  </Dialog>
)

function CloseCage({ onClose, today, facility, cages, now }: CloseCageDialogProps) {
  const zone = facility.time_zone
  const [times] = useState(() => closableTimes(today, now, zone))
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [from, setFrom] = useState(times.from[0]?.value ?? '')
  const [to, setTo] = useState(usualEnd(today, facility, times.to))
  const [reason, setReason] = useState('')
  const [missing, setMissing] = useState<'cage' | 'reason'>()
  const [hits, setHits] = useState<readonly ClosureHit[]>([])
  const ends = times.to.filter(({ value }) => value > from)
  const end = to > from ? to : (ends.at(-1)?.value ?? '')
  const close = useAttempt({
    async send(json: { start_time: string; end_time: string; cage_ids: string[]; reason: string }, once) {
      const { reason: _, ...range } = json
      const found = await call('POST /api/closures/preview', range)
      if (found.hits.length > 0) return found.hits
      await once('POST /api/closures', json)
      return []
    },
    refresh,
  })

  async function submit() {
    const problem = chosen.size === 0 ? 'cage' : reason.trim() === '' ? 'reason' : undefined
    setMissing(problem)
    if (problem) return
    const outcome = await close.attempt({ start_time: from, end_time: end, cage_ids: [...chosen], reason })
    if (!outcome || !('answer' in outcome)) return
    setHits(outcome.answer)
    if (outcome.answer.length > 0) return
    const names = cages.filter(({ id }) => chosen.has(id)).map(({ name }) => name)
    toast.success(`${names.join(', ')}: closed ${formatTimeRange(from, end, zone)}.`)
    onClose()
  }
  const forget = () => {
    setMissing(undefined)
    setHits([])
    close.forgetError()
  }
  return (
    <form
      className={classes.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <Checkbox.Group
        label="Cages"
        value={[...chosen]}
        error={missing === 'cage' && 'Please choose at least one cage.'}
        onChange={(ids) => {
          setChosen(new Set(ids))
          forget()
        }}
      >
        <div className={classes.cages}>
          {cages
            .filter(({ is_active }) => is_active)
            .map(({ id, name }) => (
              <Checkbox key={id} value={id} label={name} size="md" className={classes.cage ?? ''} />
            ))}
        </div>
      </Checkbox.Group>
      <div className={classes.times}>
        <NativeSelect
          label="From"
          size="md"
          data={times.from}
          value={from}
          onChange={({ currentTarget }) => {
            setFrom(currentTarget.value)
            forget()
          }}
        />
        <NativeSelect
          label="Until"
          size="md"
          data={ends}
          value={end}
          onChange={({ currentTarget }) => {
            setTo(currentTarget.value)
            forget()
          }}
        />
      </div>
      <TextInput
        label="Reason"
        placeholder="Torn net"
        size="md"
        maxLength={200}
        autoComplete="off"
        value={reason}
        error={missing === 'reason' && 'Please write a reason.'}
        onChange={({ currentTarget }) => {
          setReason(currentTarget.value)
          forget()
        }}
      />
      {hits.length > 0 && (
        <div className={dialogContent.notice} role="alert">
          <p className={classes.text}>Booked there. Move or cancel it first, or ask an admin.</p>
          <ul className={classes.hits}>
            {hits.map((hit) => (
              <li key={`${hit.kind} ${hit.id}`}>{hitText(hit, zone)}</li>
            ))}
          </ul>
        </div>
      )}
      <AttemptError error={close.error} button="Close Cage" />
      <Button type="submit" color="stitch.6" loading={close.isPending}>
        Close Cage
      </Button>
    </form>
  )
}

/** What is closed only on that day, which the front desk may open again. */
function ClosedToday({ day, zone }: { day: string; zone: string }) {
  const { data } = useQuery(closuresQuery)
  const closures = data?.closures.filter((closure) => isWithinDay(closure, day, zone)) ?? []
  const open = useAttempt({
    send: ({ id }: Closure, once) => once('DELETE /api/closures/:closure_id', { closure_id: id }),
    refresh,
  })
  if (closures.length === 0) return null
  return (
    <section className={classes.closed} aria-labelledby="closed-today">
      <h3 id="closed-today">Closed today</h3>
      <ul>
        {closures.map((closure) => (
          <li key={closure.id}>
            <span className={classes.what}>
              <strong>{closure.cages.map(({ name }) => name).join(', ')}</strong>
              <span>
                {formatTimeRange(closure.start_time, closure.end_time, zone)}, {closure.reason}
              </span>
            </span>
            <Button
              variant="default"
              disabled={open.isPending}
              aria-label={`Open ${closure.cages.map(({ name }) => name).join(', ')} again`}
              onClick={async () => {
                const outcome = await open.attempt(closure)
                if (outcome && 'answer' in outcome) toast.success(outcome.answer.message)
              }}
            >
              Open Again
            </Button>
          </li>
        ))}
      </ul>
      <AttemptError error={open.error} button="Open Again" />
    </section>
  )
}
