import { Button, Checkbox, NativeSelect, Skeleton, TextInput } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { StaffCamp } from '../../../../shared/contract/programs/staffCamps.ts'
import { mostCampCopies } from '../../../../shared/domain/programs/campFields.ts'
import { addDays, facilityDay } from '../../../../shared/domain/time/time.ts'
import { formatDay } from '../../../../shared/domain/time/timeFormat.ts'
import { campCopiesQuery, refreshCamps } from '../../../api/queries/staffCamps.ts'
import { useAttempt } from '../../../api/useAttempt.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { ErrorAlert } from '../../../ui/staff/ErrorAlert.tsx'
import { CampErrorDialog } from './CampErrorDialog.tsx'
import classes from './CampForm.module.css'
import { ConflictList } from './ConflictList.tsx'
import { conflictsOf } from './campProblems.ts'

interface CopyCampDialogProps {
  camp: StaffCamp | undefined
  zone: string
  onClose: () => void
  onCopied: (message: string) => void
}

/** Copies a camp to other days, week after week where that is wanted, with all of its times. */
export const CopyCampDialog = ({ camp, ...props }: CopyCampDialogProps) => (
  <Dialog opened={camp !== undefined} onClose={props.onClose} title="Duplicate Camp" long wide>
    {camp && <CopyForm key={camp.id} camp={camp} {...props} />}
  </Dialog>
)

const counts = Array.from({ length: mostCampCopies }, (_, index) => ({
  value: String(index + 1),
  label: index === 0 ? 'Once' : `${index + 1} weeks in a row`,
}))

/** The same weekday as the camp's, the first that is still to come. */
function nextStart({ start_date }: StaffCamp, zone: string): string {
  const today = facilityDay(new Date(), zone)
  let day = addDays(start_date, 7)
  while (day <= today) day = addDays(day, 7)
  return day
}

function CopyForm({ camp, zone, onClose, onCopied }: CopyCampDialogProps & { camp: StaffCamp }) {
  const [first, setFirst] = useState(() => nextStart(camp, zone))
  const [count, setCount] = useState('1')
  const [name, setName] = useState(camp.name)
  const [published, setPublished] = useState(false)
  const [without, setWithout] = useState<ReadonlySet<string>>(new Set())
  const [shown, setShown] = useState<Error>()
  const starts =
    first === '' ? [] : Array.from({ length: Number(count) }, (_, week) => addDays(first, 7 * week))
  const found = useQuery({
    ...campCopiesQuery(camp.id, starts),
    enabled: starts.length > 0,
    placeholderData: keepPreviousData,
  })
  const copies = found.data?.copies ?? []
  const possible = copies.filter(({ conflicts, past }) => conflicts.length === 0 && !past)
  const chosen = possible.filter(({ start_date }) => !without.has(start_date)).map((copy) => copy.start_date)
  const save = useAttempt({
    send: (start_dates: string[], once) =>
      once('POST /api/admin/camps/:camp_id/copies', {
        camp_id: camp.id,
        start_dates,
        published,
        ...(name.trim() && { name: name.trim() }),
      }),
    refresh: refreshCamps,
  })

  async function submit() {
    setShown(undefined)
    const outcome = await save.attempt(chosen)
    if (!outcome) return
    if (!('answer' in outcome)) {
      setShown(outcome.error instanceof Error ? outcome.error : new Error(String(outcome.error)))
      return
    }
    const { length } = outcome.answer.camps
    const what = published ? (length === 1 ? 'camp' : 'camps') : length === 1 ? 'draft' : 'drafts'
    onCopied(`${length} ${what} made from “${camp.name}”.`)
  }

  const noun = published ? 'Camp' : 'Draft'
  return (
    <form
      className={classes.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (chosen.length > 0) void submit()
      }}
    >
      <div className={classes.grid}>
        <TextInput
          label="Name"
          size="md"
          className={classes.whole ?? ''}
          maxLength={200}
          autoComplete="off"
          value={name}
          onChange={({ currentTarget: { value } }) => setName(value)}
        />
        <TextInput
          label="New Start Date"
          type="date"
          size="md"
          className={classes.half ?? ''}
          value={first}
          onChange={({ currentTarget: { value } }) => setFirst(value)}
        />
        <NativeSelect
          label="How Often"
          size="md"
          className={classes.half ?? ''}
          data={counts}
          value={count}
          onChange={({ currentTarget: { value } }) => setCount(value)}
        />
      </div>
      {camp.camp_timeslots.length === 0 && (
        <p className={classes.hint}>This camp has no times. Add them to the copies.</p>
      )}
      {found.error && <ErrorAlert error={found.error} onRetry={() => void found.refetch()} />}
      {!found.data && !found.error && starts.length > 0 && <Skeleton height={88} radius="md" />}
      <ul className={classes.copies} aria-label="Copies" aria-busy={found.isPlaceholderData}>
        {copies.map(({ start_date, end_date, conflicts, past }) => {
          const isFree = conflicts.length === 0 && !past
          return (
            <li key={start_date}>
              <Checkbox
                size="md"
                label={`${formatDay(start_date)}${end_date === start_date ? '' : ` - ${formatDay(end_date)}`}`}
                description={past ? 'In the past' : isFree ? 'Cages and coaches are free' : undefined}
                disabled={!isFree}
                checked={isFree && !without.has(start_date)}
                onChange={({ currentTarget: { checked } }) => {
                  const next = new Set(without)
                  if (checked) next.delete(start_date)
                  else next.add(start_date)
                  setWithout(next)
                }}
              />
              {conflicts.length > 0 && <ConflictList conflicts={conflicts} />}
            </li>
          )
        })}
      </ul>
      <Checkbox
        size="md"
        label="Publish at once"
        checked={published}
        onChange={({ currentTarget: { checked } }) => setPublished(checked)}
      />
      <div className={classes.foot}>
        <Button
          type="submit"
          color="stitch.6"
          loading={save.isPending}
          disabled={chosen.length === 0 || found.isPlaceholderData}
        >
          {chosen.length > 1 ? `Create ${chosen.length} ${noun}s` : `Create ${noun}`}
        </Button>
        <Button variant="default" disabled={save.isPending} onClick={onClose}>
          Cancel
        </Button>
      </div>
      <CampErrorDialog error={shown} onClose={() => setShown(undefined)} onRetry={() => void submit()}>
        {shown && <ConflictList conflicts={conflictsOf(shown)} />}
      </CampErrorDialog>
    </form>
  )
}
