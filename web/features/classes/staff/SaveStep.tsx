import { Button } from '@mantine/core'
import { useState } from 'react'
import type { ClassPlan } from '../../../../shared/contract/staffClasses.ts'
import { isRefusal } from '../../../api/apiError.ts'
import { api, unwrap } from '../../../api/client.ts'
import { refreshStaffClasses } from '../../../api/queries/staffClasses.ts'
import { type Once, useAttempt } from '../../../api/useAttempt.ts'
import { AttemptError } from '../../../components/staff/AttemptError.tsx'
import formClasses from '../../../components/staff/ServerForm.module.css'
import { type Tell, TellFields, tellRequest } from '../../../components/staff/TellFields.tsx'
import { toast } from '../../../ui/toast.ts'
import type { ClassTask, PreviewRequest } from './classForm.ts'
import { type Decisions, PlanPreview } from './PlanPreview.tsx'

interface SaveStepProps {
  kind: ClassTask['kind']
  /** Null: a new class. */
  classId: string | null
  /** That was edited. */
  revision: number
  request: PreviewRequest
  plan: ClassPlan
  decide: Decisions | undefined
  isPending: boolean
  lookError: Error | null
  /** What is booked has changed since: this is what saving would do now. */
  onPlan: (plan: ClassPlan) => void
  onBack: () => void
  onReload: () => void
  onDone: () => void
}

const labels: Readonly<Record<ClassTask['kind'], string>> = {
  create: 'Create Class',
  edit: 'Save Class',
  duplicate: 'Create Class',
  end: 'End Class',
  regenerate: 'Regenerate Sessions',
}

/** What becomes of the sessions, whom to tell, and Save. */
export function SaveStep(props: SaveStepProps) {
  const { kind, classId, revision, request, plan, decide, onPlan, onDone } = props
  const [tell, setTell] = useState<Tell>({ tell: true, message: '' })
  const label = labels[kind]
  const save = useAttempt({
    send: (told: Tell, once) => send({ kind, classId, revision, request, plan }, told, once),
    refresh: refreshStaffClasses,
  })
  const stuck = plan.conflicts.length + plan.skipped.length > 0

  async function submit() {
    const outcome = await save.attempt(tell)
    if (!outcome) return
    if ('answer' in outcome) {
      const { count, class: saved } = outcome.answer
      if (classId === null) toast.success(`${saved.name} is created: ${count} class sessions.`)
      else {
        // The words of spec 3 §8.
        if (kind !== 'regenerate') toast.info('Class details saved. Regenerating sessions...')
        toast.success(`Successfully regenerated ${count} class sessions!`)
      }
      return onDone()
    }
    const fresh = freshPlanOf(outcome.error)
    if (fresh) onPlan(fresh)
  }

  const failure = classId === null ? 'Failed to create class.' : 'An error occurred:'
  const isLate = save.error !== null && isRefusal(save.error, 'changed_meanwhile')
  const isGone = save.error !== null && isRefusal(save.error, 'class_not_found')
  return (
    <form
      className={formClasses.form}
      aria-label="Review sessions"
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <PlanPreview plan={plan} decide={decide} isPending={props.isPending} />
      {classId !== null && kind !== 'regenerate' && plan.people_told > 0 && (
        <TellFields
          value={tell}
          onChange={setTell}
          who={plan.people_told === 1 ? 'the person registered' : `the ${plan.people_told} people registered`}
        />
      )}
      <AttemptError error={props.lookError} button={label} />
      <AttemptError
        error={isGone ? new Error('No class selected for update.') : save.error}
        button={label}
        failure={isGone ? '' : failure}
      />
      <div className={formClasses.buttons}>
        {isLate ? (
          <Button color="stitch.6" onClick={props.onReload}>
            Load the Class Again
          </Button>
        ) : (
          <Button type="submit" color="stitch.6" loading={save.isPending} disabled={stuck || props.isPending}>
            {label}
          </Button>
        )}
        <Button variant="default" disabled={save.isPending} onClick={props.onBack}>
          {kind === 'regenerate' ? 'Cancel' : 'Keep Editing'}
        </Button>
      </div>
    </form>
  )
}

type Saving = Pick<SaveStepProps, 'kind' | 'classId' | 'revision' | 'request' | 'plan'>

function send({ kind, classId, revision, request, plan }: Saving, tell: Tell, once: Once) {
  const { fingerprint } = plan
  const { classData, schedules, leave_out, put_back, registered_sessions } = request
  if (classId === null) {
    const json = { classData, schedules, leave_out, fingerprint }
    return unwrap(api.admin.classes.$post({ json }, once(json)))
  }
  if (kind === 'regenerate') {
    const call = { param: { classId }, json: { fingerprint } }
    return unwrap(api.admin.classes[':classId'].instances.$post(call, once(call)))
  }
  const changes = { leave_out, put_back, registered_sessions, ...tellRequest(tell) }
  const call = {
    param: { id: classId },
    json: { classData, schedules, ...changes, fingerprint, expected_revision: revision },
  }
  return unwrap(api.admin.classes[':id'].$put(call, once(call)))
}

const planRefusals = ['class_preview_changed', 'class_times_taken', 'class_time_skipped'] as const

/** What saving would do by now, where that is why it was refused. */
function freshPlanOf(error: unknown): ClassPlan | undefined {
  const refusal =
    error instanceof Error && planRefusals.some((code) => isRefusal(error, code)) ? error : undefined
  if (!refusal || !('details' in refusal)) return undefined
  return (refusal.details as { sessions?: ClassPlan } | undefined)?.sessions
}
