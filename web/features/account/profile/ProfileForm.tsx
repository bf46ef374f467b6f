import { TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import type { Profile } from '../../../../shared/contract/accounts/accounts.ts'
import { nameProblem } from '../../../../shared/domain/people/personName.ts'
import { fieldProblem } from '../../../api/apiError.ts'
import { call } from '../../../api/call.ts'
import { type SessionAnswer, sessionKey } from '../../../api/session.ts'
import { useForm } from '../../../components/form/useForm.ts'
import { looksLikePhone, notAPhone } from '../../../components/phone.ts'
import { Heading } from '../../../ui/layout.tsx'
import { stayInField } from '../../../ui/pressGuard.ts'
import { toast } from '../../../ui/toast.ts'
import { AccountForm } from '../../accounts/AccountForm.tsx'
import { Refusal } from '../../accounts/FormNotice.tsx'
import classes from './Profile.module.css'

interface ProfileFormProps {
  profile: Profile
  /** Runs when the profile is saved or editing is canceled. */
  onDone: () => void
}

/** Changes name and phone number (spec 2 §5). */
export function ProfileForm({ profile, onDone }: ProfileFormProps) {
  const queryClient = useQueryClient()
  const form = useForm({
    values: { full_name: profile.full_name, phone_number: profile.phone_number ?? '' },
    check: {
      full_name: (name) => (name.trim() ? nameProblem(name) : 'Please enter your full name.'),
      phone_number: (phone) =>
        !phone.trim() || phone === profile.phone_number || looksLikePhone(phone) ? null : notAPhone,
    },
    checksLeft: true,
    send: (change) => call('PATCH /api/me/profile', change),
    onDone: (changed) => {
      // The header and every other page show the name from the session.
      queryClient.setQueryData<SessionAnswer>(
        sessionKey,
        (session) => session && { ...session, profile: changed },
      )
      toast.success('Profile updated successfully!')
      onDone()
    },
    refusedAt: (error) => {
      const phone_number = fieldProblem(error, 'phone_number')
      return phone_number ? { phone_number } : {}
    },
  })
  return (
    <AccountForm
      form={form}
      aria-labelledby="details-heading"
      onMouseDown={stayInField}
      submit="Save Changes"
      onCancel={onDone}
      notice={<Refusal error={form.problem} textOf={({ message }) => `Error saving profile: ${message}`} />}
    >
      <Heading as="h3" size="xl" id="details-heading">
        Edit Your Details
      </Heading>
      <TextInput
        label="Full Name"
        classNames={{ label: classes.label }}
        autoComplete="name"
        name="full_name"
        required
        maxLength={200}
        autoFocus
        {...form.field('full_name')}
      />
      <TextInput
        label="Phone (optional)"
        classNames={{ label: classes.label }}
        type="tel"
        autoComplete="tel"
        name="phone_number"
        maxLength={40}
        {...form.field('phone_number')}
      />
    </AccountForm>
  )
}
