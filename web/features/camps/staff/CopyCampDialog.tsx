import { Checkbox, NativeSelect, Skeleton, TextInput } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { StaffCamp } from '../../../../shared/contract/programs/staffCamps.ts'
import { mostCampCopies } from '../../../../shared/domain/programs/campFields.ts'
import { campDays } from '../../../../shared/domain/programs/camps.ts'
import { addDays, daysBetween, facilityDay } from '../../../../shared/domain/time/time.ts'
import { read } from '../../../api/read.ts'
import { touches } from '../../../api/touches.ts'
import { type Form as FormState, useForm } from '../../../components/form/useForm.ts'
import { readDay } from '../../../components/searchValues.ts'
import { Form } from '../../../components/staff/form/Form.tsx'
import { FormDialog } from '../../../components/staff/form/FormDialog.tsx'
import { DateField } from '../../../ui/DateField.tsx'
import { Grid, Stack, Text } from '../../../ui/layout.tsx'
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
  <FormDialog of={camp} onClose={props.onClose} title="Duplicate Camp" long wide>
    {(copied) => <CopyForm key={copied.id} camp={copied} {...props} />}
  </FormDialog>
)

const counts = Array.from({ length: mostCampCopies }, (_, index) => ({
  value: String(index + 1),
  label: index === 0 ? 'Once' : `${index + 1} weeks in a row`,
}))

/** The days of the camp's sessions, moved with its first day. */
const slotsFrom = ({ start_date, camp_timeslots }: StaffCamp, start: string) =>
  camp_timeslots.map(({ date }) => ({ date: addDays(date, daysBetween(start_date, start)) }))

/** The same weekday as the camp's, the first that is still to come. */
function nextStart({ start_date }: StaffCamp, zone: string): string {
  const today = facilityDay(new Date(), zone)
  let day = addDays(start_date, 7)
  while (day <= today) day = addDays(day, 7)
  return day
}

interface CopyValues {
  readonly first: string
  readonly count: string
  readonly name: string
  readonly published: boolean
  /** The days that are left out. */
  readonly without: readonly string[]
}

function CopyForm({ camp, zone, onClose, onCopied }: CopyCampDialogProps & { camp: StaffCamp }) {
  const begin: CopyValues = {
    first: nextStart(camp, zone),
    count: '1',
    name: camp.name,
    published: false,
    without: [],
  }
  const form: FormState<CopyValues> = useForm({
    values: begin,
    send: ({ name }, once) =>
      once('POST /api/admin/camps/:camp_id/copies', {
        camp_id: camp.id,
        start_dates: chosen,
        published,
        ...(name.trim() && { name: name.trim() }),
      }),
    touches: touches.camps,
    onDone({ camps: { length } }) {
      const what = published ? (length === 1 ? 'camp' : 'camps') : length === 1 ? 'draft' : 'drafts'
      onCopied(`${length} ${what} made from “${camp.name}”.`)
    },
  })
  const { first, count, published, without } = form.values
  const starts = readDay(first)
    ? Array.from({ length: Number(count) }, (_, week) => addDays(first, 7 * week))
    : []
  const found = useQuery({
    ...read('POST /api/admin/camps/:camp_id/copies/preview', { camp_id: camp.id, start_dates: starts }),
    enabled: starts.length > 0,
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  const copies = found.data?.copies ?? []
  const chosen = copies
    .filter(({ start_date, conflicts, past }) => {
      return conflicts.length === 0 && !past && !without.includes(start_date)
    })
    .map((copy) => copy.start_date)
  const noun = published ? 'Camp' : 'Draft'
  return (
    <Form
      form={form}
      label="Duplicate camp"
      submit={chosen.length > 1 ? `Create ${chosen.length} ${noun}s` : `Create ${noun}`}
      isIncomplete={chosen.length === 0 || found.isPlaceholderData}
      onCancel={onClose}
      problem={
        <CampErrorDialog error={form.problem} onClose={form.forgetProblem} onRetry={form.submit}>
          {form.problem && <ConflictList conflicts={conflictsOf(form.problem)} />}
        </CampErrorDialog>
      }
    >
      <Grid gap="sm" className={classes.grid}>
        <TextInput
          label="Name"
          className={classes.whole ?? ''}
          maxLength={200}
          autoComplete="off"
          {...form.field('name')}
        />
        <DateField label="New Start Date" {...form.field('first')} />
        <NativeSelect label="How Often" data={counts} {...form.field('count')} />
      </Grid>
      {camp.camp_timeslots.length === 0 && (
        <Text tone="dim">This camp has no times. Add them to the copies.</Text>
      )}
      {found.error && <ErrorAlert error={found.error} onRetry={() => void found.refetch()} />}
      {!found.data && !found.error && starts.length > 0 && <Skeleton height={88} />}
      <Stack
        as="ul"
        gap="sm"
        className={classes.copies}
        aria-label="Copies"
        aria-busy={found.isPlaceholderData}
      >
        {copies.map(({ start_date, end_date, conflicts, past }) => {
          const isFree = conflicts.length === 0 && !past
          return (
            <li key={start_date}>
              <Checkbox
                label={campDays({ start_date, end_date, camp_timeslots: slotsFrom(camp, start_date) })}
                description={past ? 'In the past' : isFree ? 'Cages and coaches are free' : undefined}
                disabled={!isFree}
                checked={isFree && !without.includes(start_date)}
                onChange={({ currentTarget: { checked } }) =>
                  form.set({
                    without: checked ? without.filter((day) => day !== start_date) : [...without, start_date],
                  })
                }
              />
              {conflicts.length > 0 && <ConflictList conflicts={conflicts} />}
            </li>
          )
        })}
      </Stack>
      <Checkbox label="Publish at Once" {...form.tick('published')} />
    </Form>
  )
}
