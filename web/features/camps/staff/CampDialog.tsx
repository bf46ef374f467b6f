import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { newCamp, type StaffCamp } from '../../../../shared/contract/programs/staffCamps.ts'
import { read } from '../../../api/read.ts'
import { touches } from '../../../api/touches.ts'
import { type Form as FormState, useForm } from '../../../components/form/useForm.ts'
import { Form } from '../../../components/staff/form/Form.tsx'
import { FormDialog } from '../../../components/staff/form/FormDialog.tsx'
import { type Tell, TellFields, tellRequest } from '../../../components/staff/TellFields.tsx'
import { Row, Stack, Text } from '../../../ui/layout.tsx'
import { Note } from '../../../ui/Note.tsx'
import { ErrorAlert } from '../../../ui/staff/ErrorAlert.tsx'
import { BannerField } from './BannerField.tsx'
import { CampErrorDialog } from './CampErrorDialog.tsx'
import { BasicFields, CoachFields, SaleFields, TextFields } from './CampFields.tsx'
import classes from './CampForm.module.css'
import { ConflictList } from './ConflictList.tsx'
import { campDraft } from './campDraft.ts'
import {
  type CampChange,
  type CampValues,
  canSave,
  changesToTell,
  emptyCamp,
  requestOf,
  valuesBefore,
  valuesOf,
} from './campForm.ts'
import { campProblemOf, conflictsOf, currentOf } from './campProblems.ts'
import { TimeslotFields } from './TimeslotFields.tsx'

interface CampDialogProps {
  opened: boolean
  onClose: () => void
  onSaved: (message: string) => void
}

const leaveNew = {
  when: 'cancel',
  title: 'Discard this draft?',
  text: 'What you have entered for this camp is deleted. Finish Later keeps it.',
  label: 'Discard Draft',
  onLeave: campDraft.clear,
} as const

/** Makes a camp. What is entered is kept until it is made or canceled (spec 3 §4). */
export const CampDialog = ({ opened, onClose, onSaved }: CampDialogProps) => (
  <FormDialog of={opened || undefined} title="Create New Camp" onClose={onClose} leave={leaveNew} long wide>
    {(_, close, cancel) => <CampForm onClose={close} onCancel={cancel} onSaved={onSaved} />}
  </FormDialog>
)

/** Changes a camp, on its page. What the page has may be old: the form starts with the camp of now. */
export function EditCamp({ id, ...props }: { id: string } & Omit<CampFormProps, 'camp'>) {
  const camp = useQuery({ ...read('GET /api/admin/camps/:camp_id', { camp_id: id }), staleTime: 0 })
  if (camp.error && !camp.data) return <ErrorAlert error={camp.error} onRetry={() => void camp.refetch()} />
  if (!camp.data || !camp.isFetchedAfterMount) return <Skeleton height={480} />
  return <CampForm camp={camp.data} {...props} />
}

interface CampFormProps {
  /** None: a new one is made. */
  camp?: StaffCamp
  /** The save that is to be changed back: the form begins with the values of before it. */
  back?: CampChange | undefined
  /** Of a new one: closes the form without asking. */
  onClose?: () => void
  onCancel: () => void
  /** `change`: of a camp that was there before. */
  onSaved: (message: string, change?: CampChange) => void
}

function CampForm({ camp: opened, back, onClose, onCancel, onSaved }: CampFormProps) {
  const isNew = opened === undefined
  // What someone else has saved since is not overwritten with older values.
  const [former] = useState(() => (opened?.revision === back?.saved.revision ? back?.former : undefined))
  const [tell, setTell] = useState<Tell>()
  const form: FormState<CampValues, StaffCamp | undefined> = useForm({
    values: !opened ? emptyCamp : former ? valuesBefore(former, opened) : valuesOf(opened),
    draft: isNew ? campDraft : undefined,
    stored: { record: opened, valuesOf: (camp) => (camp ? valuesOf(camp) : emptyCamp), currentIn: currentOf },
    schema: newCamp,
    request: requestOf,
    send: (json, once, current) =>
      current
        ? once('PUT /api/admin/camps', {
            ...json,
            p_camp_id: current.id,
            expected_revision: current.revision,
            ...tellRequest(news === 'nothing' ? { tell: false, message: '' } : telling),
          })
        : once('POST /api/admin/camps', json),
    touches: touches.camps,
    fieldOf: { camp_spots_below_taken: 'max_spots' },
    problemOf: campProblemOf,
    onDone: (answer, current) =>
      onSaved(savedText(answer, isNew), current && { former: current, saved: answer.camp }),
  })
  const { values, stored: camp } = form
  const news = camp && camp.active_registrations_count > 0 ? changesToTell(camp, values) : 'nothing'
  const telling = tell ?? { tell: news === 'matters', message: '' }
  return (
    <Form
      form={form}
      label={isNew ? 'New Camp' : 'Edit Camp'}
      submit={isNew ? 'Create Camp' : 'Save Changes'}
      isIncomplete={!canSave(values)}
      noun="this camp"
      onCancel={onCancel}
      more={
        isNew && (
          <Button variant="subtle" disabled={form.isPending} {...(onClose && { onClick: onClose })}>
            Finish Later
          </Button>
        )
      }
      problem={
        <CampErrorDialog error={form.problem} onClose={form.forgetProblem} onRetry={form.submit}>
          {form.problem && <ConflictList conflicts={conflictsOf(form.problem)} />}
        </CampErrorDialog>
      }
    >
      {form.isRestored && (
        <Note as="div" info role="status">
          <Text below="xs">Your draft is back.</Text>
          <Row align="stretch" className={classes.inline}>
            <Button size="sm" variant="default" onClick={() => form.replace(emptyCamp)}>
              Start Over
            </Button>
          </Row>
        </Note>
      )}
      {back && (
        <Note as="div" info role="status">
          <Text below="xs">
            {former
              ? 'These are the values from before your change. Nothing is changed until you save them.'
              : 'Someone else has saved this camp since your change. It is shown as it is now.'}
            {former && former.banner_url !== values.banner_url && ' The picture stays as it is now.'}
          </Text>
        </Note>
      )}
      <BasicFields form={form} />
      <TimeslotFields
        values={values}
        campId={camp?.id}
        error={form.errors.timeslots}
        onChange={(timeslots) => form.set({ timeslots })}
      />
      <CoachFields form={form} />
      <SaleFields form={form} />
      <TextFields form={form} />
      <BannerField values={values} onChange={(banner_url) => form.set({ banner_url })} />
      {news !== 'nothing' && camp && (
        <Stack as="fieldset" gap="sm" className={classes.section}>
          <legend>{camp.active_registrations_count} Registered</legend>
          {news === 'price' && (
            <Text tone="dim">They keep the price they agreed to, so there’s little to tell.</Text>
          )}
          <TellFields value={telling} onChange={setTell} who="those registered" />
        </Stack>
      )}
    </Form>
  )
}

function savedText({ camp, told }: { camp: StaffCamp; told: number }, isNew: boolean): string {
  const mails =
    told === 0 ? '' : told === 1 ? ' 1 message is on its way.' : ` ${told} messages are on their way.`
  if (!isNew) return `“${camp.name}” was saved.${mails}`
  return camp.published
    ? `“${camp.name}” is published.`
    : `“${camp.name}” is saved as a draft. Publish it when it is ready.`
}
