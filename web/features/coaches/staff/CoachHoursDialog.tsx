import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { StaffCoach } from '../../../../shared/contract/lessons/staffCoaches.ts'
import { facilityQuery } from '../../../api/queries/facility.ts'
import { read } from '../../../api/read.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { ErrorAlert } from '../../../ui/staff/ErrorAlert.tsx'
import { toast } from '../../../ui/toast.ts'
import { WeekForm } from './WeekForm.tsx'

interface CoachHoursDialogProps {
  coach: Pick<StaffCoach, 'id' | 'name'>
  onClose: () => void
}

/** When customers can book a coach, set by an admin. */
export default function CoachHoursDialog({ coach, onClose }: CoachHoursDialogProps) {
  return (
    <Dialog opened onClose={onClose} title={`Hours of ${coach.name}`} long wide>
      <Hours coach={coach} onClose={onClose} />
    </Dialog>
  )
}

function Hours({ coach, onClose }: CoachHoursDialogProps) {
  const week = useQuery({ ...read('GET /api/admin/coaches/:id/hours', { id: coach.id }), staleTime: 0 })
  const facility = useQuery(facilityQuery).data
  if (week.error && !week.data) return <ErrorAlert error={week.error} onRetry={() => void week.refetch()} />
  // The form starts with the answer of now.
  if (!week.isFetchedAfterMount || !week.data || !facility) return <Skeleton height="34rem" />
  return (
    <WeekForm
      saved={week.data}
      facility={facility}
      coachId={coach.id}
      onSaved={() => {
        toast.success(`Hours saved for ${coach.name}.`)
        onClose()
      }}
    />
  )
}
