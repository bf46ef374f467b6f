import { newCoach, type StaffCoach } from '../../../../shared/contract/lessons/staffCoaches.ts'
import { touches } from '../../../api/touches.ts'
import { useForm } from '../../../components/form/useForm.ts'
import { Form } from '../../../components/staff/form/Form.tsx'
import { toast } from '../../../ui/toast.ts'
import { CoachFields, coachOf } from './CoachFields.tsx'

interface AddCoachFormProps {
  onClose: () => void
  /** Next come the hours. */
  onAdded: (coach: StaffCoach) => void
}

/** Enters a coach who has no account. */
export function AddCoachForm({ onClose, onAdded }: AddCoachFormProps) {
  const form = useForm({
    values: { name: '', phone_number: '', email: '', hourly_rate: '', specialties: '', bio: '' },
    schema: newCoach,
    request: coachOf,
    send: (coach, once) => once('POST /api/admin/coaches', coach),
    touches: touches.coaches,
    onDone: ({ coach }) => {
      toast.success(`${coach.name} is added.`)
      onAdded(coach)
    },
  })
  return (
    <Form form={form} label="Add coach" submit="Add and Set Hours" onCancel={onClose}>
      <CoachFields
        form={form}
        aboutEmail="Leave it empty if there is none: you see the lessons in the schedule."
        aboutRate="Half of it for 30 minutes."
      />
    </Form>
  )
}
