import { useQuery } from '@tanstack/react-query'
import type { StaffCoach } from '../../../../shared/contract/lessons/staffCoaches.ts'
import { futureLessonsQuery } from '../../../api/queries/staffCoaches.ts'
import { touches } from '../../../api/touches.ts'
import { ConfirmAction } from '../../../components/staff/form/ConfirmAction.tsx'
import { Text } from '../../../ui/layout.tsx'
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
  return (
    <ConfirmAction
      of={coach}
      onClose={onClose}
      asks={{ label: 'Deactivate Coach' }}
      send={({ id }, once) => once('PATCH /api/admin/coaches/:id', { id, is_active: false })}
      touches={touches.coaches}
      disabled={!lessons.data}
      onDone={(_, { name }) => toast.success(`${name} is no longer shown to customers.`)}
    >
      {({ id, name }) => (
        <>
          <Text below="lg">
            Customers no longer see {name} or book lessons. Booked lessons stay: contact those customers, or
            let the coach give them.
          </Text>
          <FutureLessons coachId={id} />
        </>
      )}
    </ConfirmAction>
  )
}
