import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Facility } from '../../../../shared/contract/facility/facility.ts'
import {
  type ClassPlan,
  previewClass,
  type StaffClass,
} from '../../../../shared/contract/programs/staffClasses.ts'
import { facilityDay } from '../../../../shared/domain/time/time.ts'
import { facilityQuery } from '../../../api/queries/facility.ts'
import { read } from '../../../api/read.ts'
import { type Once, useAttempt } from '../../../api/useAttempt.ts'
import { type Form as FormState, useForm } from '../../../components/form/useForm.ts'
import { Form } from '../../../components/staff/form/Form.tsx'
import { FormDialog } from '../../../components/staff/form/FormDialog.tsx'
import { DateField } from '../../../ui/DateField.tsx'
import { Text } from '../../../ui/layout.tsx'
import { ErrorAlert } from '../../../ui/staff/ErrorAlert.tsx'
import { ClassFields } from './ClassFields.tsx'
import {
  type ClassTask,
  type ClassValues,
  leavingOut,
  newClass,
  noChoices,
  type PreviewRequest,
  puttingBack,
  requestOf,
  valuesOf,
} from './classForm.ts'
import type { Decisions } from './PlanPreview.tsx'
import { SaveStep, tellEverybody } from './SaveStep.tsx'
import { movedTo } from './scheduleTimes.ts'
import { type Looked, leavesSessionsAlone, useSaveClass } from './useSaveClass.ts'

const titles: Readonly<Record<ClassTask['kind'], string>> = {
  create: 'Create Class',
  edit: 'Edit Class',
  duplicate: 'New Season',
  end: 'End Class',
  regenerate: 'Regenerate Sessions',
}

interface ClassDialogProps {
  /** Nothing: the dialog is closed. */
  task: ClassTask | undefined
  onClose: () => void
}

/** Edits a class in two steps: the class and its week; then what becomes of its sessions, before anything is saved. */
export function ClassDialog({ task, onClose }: ClassDialogProps) {
  const [step, setStep] = useState('')
  const [reloads, setReloads] = useState(0)
  return (
    <FormDialog of={task} onClose={onClose} title={({ kind }) => titles[kind]} step={step} long wide>
      {(shown, close) => (
        <LoadedEditor
          key={`${shown.kind} ${reloads}`}
          task={shown}
          onClose={close}
          onStep={setStep}
          onReload={() => setReloads(reloads + 1)}
        />
      )}
    </FormDialog>
  )
}

/** Changes a class, on its page. */
export function EditClass({ id, onClose }: { id: string; onClose: () => void }) {
  const [reloads, setReloads] = useState(0)
  return (
    <LoadedEditor
      key={reloads}
      task={{ kind: 'edit', id }}
      onClose={onClose}
      onStep={() => undefined}
      onReload={() => setReloads(reloads + 1)}
    />
  )
}

interface EditorProps {
  task: ClassTask
  onClose: () => void
  onStep: (step: string) => void
  /** Begins again with the class as it is now. */
  onReload: () => void
}

function LoadedEditor(props: EditorProps) {
  const { task } = props
  const isNew = task.kind === 'create'
  const facility = useQuery(facilityQuery)
  const saved = useQuery({
    ...read('GET /api/admin/classes/:id', { id: isNew ? '' : task.id }),
    enabled: !isNew,
    staleTime: 0,
  })
  const error = facility.error ?? saved.error
  if (error) {
    return (
      <ErrorAlert
        error={error}
        onRetry={() => {
          if (facility.error) void facility.refetch()
          if (saved.error) void saved.refetch()
        }}
      />
    )
  }
  // What was loaded earlier may be old: the form starts with the answer of now, and keeps what is typed after that.
  if (!facility.data || (!isNew && !saved.isFetchedAfterMount)) return <Skeleton height={420} />
  const known = isNew ? null : (saved.data ?? null)
  return task.kind === 'regenerate' && known ? (
    <Regenerate {...props} saved={known} />
  ) : (
    <Editor {...props} saved={known} facility={facility.data} />
  )
}

/** The class that is changed; null for a new one, which may start as a copy. */
const classIdOf = (task: ClassTask): string | null =>
  task.kind === 'create' || task.kind === 'duplicate' ? null : task.id

const lookAt = async (request: PreviewRequest, once: Once) => ({
  request,
  plan: await once('POST /api/admin/classes/preview', request),
})

function Editor({
  task,
  saved,
  facility,
  onClose,
  onStep,
  onReload,
}: EditorProps & { saved: StaffClass | null; facility: Facility }) {
  const today = facilityDay(new Date(), facility.time_zone)
  const classId = classIdOf(task)
  const [choices, setChoices] = useState(noChoices)
  const [looked, setLooked] = useState<Looked>()
  const form: FormState<ClassValues> = useForm({
    values: saved ? valuesOf(saved, task.kind, today) : newClass(today),
    schema: previewClass.body,
    request: (values) => requestOf(values, classId, choices),
    send: lookAt,
    onDone: (next) => void reviewOrSave(next),
    staysOpen: true,
  })
  const again = useAttempt({ send: lookAt })
  function show(next: Looked | undefined) {
    setLooked(next)
    onStep(next ? 'sessions' : '')
  }
  const saving = useSaveClass({
    ...{ kind: task.kind, classId, revision: saved?.revision ?? 0 },
    onDone: onClose,
    onPlan: (plan) => setLooked((before) => before && { ...before, plan }),
  })
  async function reviewOrSave(next: Looked) {
    if (task.kind !== 'edit' || !leavesSessionsAlone(next.plan)) return show(next)
    if ((await saving.save(next, tellEverybody)) === 'failed') await lookAgain(next.request)
  }
  async function lookAgain(request: PreviewRequest) {
    const outcome = await again.attempt(request)
    if (outcome && 'answer' in outcome) show(outcome.answer)
  }
  function choose(next: typeof choices) {
    setChoices(next)
    if (looked) void lookAgain({ ...looked.request, ...next })
  }
  const decide: Decisions = {
    onLeaveOut: (dates) => choose(leavingOut(choices, dates)),
    onPutBack: (dates) => choose(puttingBack(choices, dates)),
    onStart(line, start) {
      if (!looked) return
      const schedules = looked.request.schedules.map((one) =>
        one.day_of_week === line.day_of_week && one.start_time === line.start_time
          ? movedTo(one, start)
          : one,
      )
      form.set({ schedules })
      void lookAgain({ ...looked.request, schedules })
    },
    registered: choices.registered_sessions,
    onRegistered: (registered_sessions) => choose({ ...choices, registered_sessions }),
  }
  return (
    <>
      {/* Kept while the sessions are looked at, with what is typed. */}
      <div hidden={looked !== undefined}>
        <Form
          form={form}
          label={titles[task.kind]}
          submit={task.kind === 'edit' ? 'Save Class' : 'Review Sessions'}
          onCancel={onClose}
        >
          {task.kind === 'end' ? (
            <>
              <Text below="lg">
                {saved?.name} ends on the day that you choose. Later sessions without registrations are
                removed.
              </Text>
              <DateField label="Last Day" {...form.field('end_date')} />
            </>
          ) : (
            <ClassFields form={form} facility={facility} coach={saved?.coach_profile ?? null} />
          )}
        </Form>
      </div>
      {looked && (
        <SaveStep
          kind={task.kind}
          looked={looked}
          saving={saving}
          decide={decide}
          isPending={again.isPending}
          lookError={again.error}
          onBack={() => {
            show(undefined)
            requestAnimationFrame(() =>
              form.element.current?.querySelector<HTMLElement>('[type="submit"]')?.focus(),
            )
          }}
          onReload={onReload}
        />
      )}
    </>
  )
}

/** Makes the sessions again by the schedule as it is, e.g. after a special day was added. */
function Regenerate({ saved, onClose, onReload }: EditorProps & { saved: StaffClass }) {
  const request = requestOf(valuesOf(saved, 'regenerate', ''), saved.id)
  const [newer, setNewer] = useState<ClassPlan>()
  const look = useQuery({
    ...read('POST /api/admin/classes/preview', request),
    staleTime: 0,
    gcTime: 0,
  })
  const saving = useSaveClass({
    ...{ kind: 'regenerate', classId: saved.id, revision: saved.revision },
    onDone: onClose,
    onPlan: setNewer,
  })
  const plan = newer ?? look.data
  if (look.error) return <ErrorAlert error={look.error} onRetry={() => void look.refetch()} />
  if (!plan) return <Skeleton height={320} />
  return (
    <SaveStep
      kind="regenerate"
      looked={{ request, plan }}
      saving={saving}
      isPending={look.isFetching}
      onBack={onClose}
      onReload={onReload}
    />
  )
}
