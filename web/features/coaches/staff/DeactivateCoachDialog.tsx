import { useQuery } from '@tanstack/react-query'
import type { StaffCoach } from '../../../../shared/contract/lessons/staffCoaches.ts'
import { futureLessonsQuery, refreshStaffCoaches } from '../../../api/queries/staffCoaches.ts'
import { useAttempt } from '../../../api/useAttempt.ts'
import { AttemptError } from '../../../components/staff/AttemptError.tsx'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import dialogContent from '../../../ui/dialogContent.module.css'
import { toast } from '../../../ui/toast.ts'
import { FutureLessons } from './CoachDetails.tsx'

interface DeactivateCoachDialogProps {
  /** Nobody: the dialog is closed. */
  coach: StaffCoach | undefined
  onClose: () => void
}

/** Takes a coach off the site; the lessons that are booked are listed first and stay (decision 28). */
export function DeactivateCoachDialog({ coach, onClose }: DeactivateCoachDialogProps) {
  const lessons = useQuery({ ...futureLessonsQuery(coach?.id ?? ''), enabled: coach !== undefined })
  const deactivate = useAttempt({
    send: (id: string, once) => {
      const json = { is_active: false }
      return once('PATCH /api/admin/coaches/:id', { id, ...json })
    },
    refresh: refreshStaffCoaches,
  })
  const close = () => {
    deactivate.forgetError()
    onClose()
  }
  async function confirm({ id, name }: StaffCoach) {
    const outcome = await deactivate.attempt(id)
    if (!outcome || 'error' in outcome) return
    toast.success(`${name} is no longer shown to customers.`)
    close()
  }
  return (
    <ConfirmDialog
      opened={coach !== undefined}
      title="Deactivate Coach"
      label="Deactivate Coach"
      isPending={deactivate.isPending}
      disabled={!lessons.data}
      onConfirm={() => coach && void confirm(coach)}
      onClose={close}
    >
      {coach && (
        <>
          <p className={dialogContent.text}>
            Customers no longer see {coach.name} or book lessons. Booked lessons stay: contact those
            customers, or let the coach give them.
          </p>
          <FutureLessons coachId={coach.id} />
        </>
      )}
      <AttemptError error={deactivate.error} button="Deactivate Coach" />
    </ConfirmDialog>
  )
}
