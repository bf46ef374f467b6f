import { Checkbox, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import {
  coachChange,
  type StaffCoach,
  type StaffCoachProfile,
} from '../../../../shared/contract/lessons/staffCoaches.ts'
import { staffCoachQuery } from '../../../api/queries/staffCoaches.ts'
import { touches } from '../../../api/touches.ts'
import { useForm } from '../../../components/form/useForm.ts'
import { Form } from '../../../components/staff/form/Form.tsx'
import { FormDialog } from '../../../components/staff/form/FormDialog.tsx'
import { PersonPicker, type PickedPerson } from '../../../components/staff/PersonPicker.tsx'
import { ErrorAlert } from '../../../ui/staff/ErrorAlert.tsx'
import { toast } from '../../../ui/toast.ts'
import { moneyText } from '../../../ui/typedNumber.ts'
import { CoachFields, coachOf } from './CoachFields.tsx'

interface EditCoachDialogProps {
  /** The coach as the list has it; nobody: the dialog is closed. */
  coach: StaffCoach | undefined
  onClose: () => void
}

/**
 * Changes a coach. Where the full profile cannot be loaded, what the list has can still be changed, and the rest stays as
 * it is (spec 3 §8).
 */
export const EditCoachDialog = ({ coach, onClose }: EditCoachDialogProps) => (
  <FormDialog of={coach} onClose={onClose} title="Edit Coach" long>
    {(listed, close) => <LoadedForm coach={listed} onClose={close} />}
  </FormDialog>
)

function LoadedForm({ coach, onClose }: { coach: StaffCoach; onClose: () => void }) {
  const full = useQuery(staffCoachQuery(coach.id))
  // What was loaded earlier may be old: the form starts with the answer of now, and keeps what is typed after that.
  if (!full.isFetchedAfterMount) return <Skeleton height={320} />
  return (
    <>
      {full.error && !full.data && (
        <ErrorAlert
          error={full.error}
          text={`Failed to load full coach profile: ${full.error.message}. Showing partial data.`}
          onRetry={() => void full.refetch()}
        />
      )}
      <CoachForm key={full.data ? 'full' : 'partial'} coach={full.data ?? coach} onClose={onClose} />
    </>
  )
}

function CoachForm({ coach, onClose }: { coach: StaffCoach | StaffCoachProfile; onClose: () => void }) {
  const profile = 'bio' in coach ? coach : null
  const account: PickedPerson | null =
    coach.user_id === null ? null : { id: coach.user_id, full_name: coach.user_name ?? '' }
  const form = useForm({
    values: {
      name: coach.name,
      email: coach.email ?? '',
      phone_number: coach.phone_number ?? '',
      bio: profile?.bio ?? '',
      specialties: profile?.specialties.join(', ') ?? '',
      hourly_rate: profile ? moneyText(profile.hourly_rate) : '',
      is_active: coach.is_active,
      user_id: account,
    },
    schema: coachChange,
    request: ({ user_id, is_active, ...values }) => {
      const { name, phone_number, email, ...rest } = coachOf(values)
      return {
        ...{ name, phone_number, is_active },
        // Sent only where they change: another address, and to give or take a role, ask for a proof.
        ...(email !== coach.email && { email }),
        ...((user_id?.id ?? null) !== coach.user_id && { user_id: user_id?.id ?? null }),
        ...(profile && rest),
      }
    },
    send: (change, once) => once('PATCH /api/admin/coaches/:id', { id: coach.id, ...change }),
    touches: touches.coaches,
    fieldOf: {
      user_exists: 'email',
      coach_account_taken: 'user_id',
      coach_account_is_staff: 'user_id',
      role_needs_email: 'user_id',
      user_not_found: 'user_id',
    },
    onDone: ({ coach: { email, user_email } }) => {
      const isNew = user_email !== coach.user_email && user_email === email
      toast.success(isNew ? `Coach saved. ${coach.name} logs in with ${email} now.` : 'Coach saved.')
      onClose()
    },
  })
  return (
    <Form form={form} label="Edit coach" submit="Save Coach" onCancel={onClose}>
      <CoachFields
        form={form}
        aboutEmail="Messages about lessons go here. A new one is also what the linked account logs in with."
        aboutRate="Existing bookings keep their price."
        isPartial={profile === null}
      />
      <PersonPicker
        label="Linked Account"
        description="Gets the role coach and is logged out. An account that is unlinked becomes a customer."
        {...form.bind('user_id')}
      />
      <Checkbox label="Active: customers can book lessons" {...form.tick('is_active')} />
    </Form>
  )
}
