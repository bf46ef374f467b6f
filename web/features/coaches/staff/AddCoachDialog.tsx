import { newCoach, type StaffCoach } from '../../../../shared/contract/lessons/staffCoaches.ts'
import { refreshStaffCoaches } from '../../../api/queries/staffCoaches.ts'
import { ServerForm } from '../../../components/staff/ServerForm.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { toast } from '../../../ui/toast.ts'
import { CoachFields, coachOf } from './CoachFields.tsx'

interface AddCoachDialogProps {
  opened: boolean
  onClose: () => void
  /** Next come the hours. */
  onAdded: (coach: StaffCoach) => void
}

/** Enters a coach who has no account. */
export const AddCoachDialog = ({ opened, onClose, onAdded }: AddCoachDialogProps) => (
  <Dialog opened={opened} onClose={onClose} title="Add Coach" long>
    {opened && (
      <ServerForm
        label="Add coach"
        initialValues={{ name: '', phone_number: '', email: '', hourly_rate: '', specialties: '', bio: '' }}
        schema={newCoach}
        requestOf={coachOf}
        send={(json, once) => once('POST /api/admin/coaches', json)}
        refresh={refreshStaffCoaches}
        submit="Add and Set Hours"
        onCancel={onClose}
        onDone={({ coach }) => {
          toast.success(`${coach.name} is added.`)
          onAdded(coach)
        }}
      >
        {(form) => (
          <CoachFields
            form={form}
            aboutEmail="Leave it empty if there is none: you see the lessons in the schedule."
            aboutRate="Half of it for 30 minutes."
          />
        )}
      </ServerForm>
    )}
  </Dialog>
)
