import type { ClassPlan } from '../../../../shared/contract/programs/staffClasses.ts'
import { isRefusal } from '../../../api/apiError.ts'
import { touches } from '../../../api/touches.ts'
import { type Once, useAttempt } from '../../../api/useAttempt.ts'
import { type Tell, tellRequest } from '../../../components/staff/TellFields.tsx'
import { toast } from '../../../ui/toast.ts'
import type { ClassTask, PreviewRequest } from './classForm.ts'

/** A class as it is to be saved, and what was shown of it. */
export interface Looked {
  readonly request: PreviewRequest
  readonly plan: ClassPlan
}

interface SaveClassOptions {
  kind: ClassTask['kind']
  /** Null: a new class. */
  classId: string | null
  /** That was edited. */
  revision: number
  onDone: () => void
  /** What is booked has changed since: this is what saving would do now. */
  onPlan: (plan: ClassPlan) => void
}

export interface SaveClass {
  readonly save: (looked: Looked, tell: Tell) => Promise<'saved' | 'failed'>
  readonly isPending: boolean
  readonly error: Error | null
}

/** Saves what was looked at, and says so in the words of spec 3 §8. */
export function useSaveClass({ kind, classId, revision, onDone, onPlan }: SaveClassOptions): SaveClass {
  const { attempt, isPending, error } = useAttempt({
    send: (wanted: Looked & { tell: Tell }, once) => send({ kind, classId, revision, ...wanted }, once),
    touches: touches.staff,
  })
  async function save(looked: Looked, tell: Tell) {
    const outcome = await attempt({ ...looked, tell })
    if (outcome && 'answer' in outcome) {
      const { count, class: saved } = outcome.answer
      if (classId === null) toast.success(`${saved.name} is created: ${count} class sessions.`)
      else {
        if (kind !== 'regenerate') toast.info('Class details saved. Regenerating sessions...')
        toast.success(`Successfully regenerated ${count} class sessions!`)
      }
      onDone()
      return 'saved'
    }
    const fresh = outcome && freshPlanOf(outcome.error)
    if (fresh) onPlan(fresh)
    return 'failed'
  }
  return { save, isPending, error }
}

type Sent = Pick<SaveClassOptions, 'kind' | 'classId' | 'revision'> & Looked & { readonly tell: Tell }

function send({ kind, classId, revision, request, plan, tell }: Sent, once: Once) {
  const { fingerprint } = plan
  const { classData, schedules, leave_out, put_back, registered_sessions } = request
  if (classId === null) {
    return once('POST /api/admin/classes', { classData, schedules, leave_out, fingerprint })
  }
  if (kind === 'regenerate') {
    return once('POST /api/admin/classes/:classId/instances', { classId, fingerprint })
  }
  const changes = { leave_out, put_back, registered_sessions, ...tellRequest(tell) }
  const sent = { classData, schedules, ...changes, fingerprint, expected_revision: revision }
  return once('PUT /api/admin/classes/:id', { id: classId, ...sent })
}

const planRefusals = ['class_preview_changed', 'class_times_taken', 'class_time_skipped'] as const

/** What saving would do by now, where that is why it was refused. */
function freshPlanOf(error: unknown): ClassPlan | undefined {
  const code = planRefusals.find((known) => error instanceof Error && isRefusal(error, known))
  if (code === undefined || !isRefusal(error, code)) return undefined
  return (error.details as { sessions?: ClassPlan } | undefined)?.sessions
}

/** Whether a save leaves every session as it is, so that there is nothing to review. */
export const leavesSessionsAlone = (plan: ClassPlan): boolean =>
  [plan.added, plan.changed, plan.removed, plan.outside, plan.conflicts, plan.skipped].every(
    (sessions) => sessions.length === 0,
  )
