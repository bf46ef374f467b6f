import { Button, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Profile } from '../../../../shared/contract/accounts/accounts.ts'
import { nameProblem } from '../../../../shared/domain/people/personName.ts'
import { fieldProblem } from '../../../api/apiError.ts'
import { call } from '../../../api/call.ts'
import { type SessionAnswer, sessionKey } from '../../../api/session.ts'
import { focusField } from '../../../components/focusField.ts'
import { looksLikePhone, notAPhone } from '../../../components/phone.ts'
import { stayInField } from '../../../ui/pressGuard.ts'
import { toast } from '../../../ui/toast.ts'
import { FormNotice } from '../../accounts/FormNotice.tsx'
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
    initialValues: { full_name: profile.full_name, phone_number: profile.phone_number ?? '' },
    validate: {
      full_name: (name) => (name.trim() ? nameProblem(name) : 'Please enter your full name.'),
      phone_number: (phone) =>
        !phone.trim() || phone === profile.phone_number || looksLikePhone(phone) ? null : notAPhone,
    },
    validateInputOnBlur: true,
  })
  const save = useMutation({
    mutationFn: (json: typeof form.values) => call('PATCH /api/me/profile', json),
    onSuccess: (changed) => {
      // The header and every other page show the name from the session.
      queryClient.setQueryData<SessionAnswer>(
        sessionKey,
        (session) => session && { ...session, profile: changed },
      )
      toast.success('Profile updated successfully!')
      onDone()
    },
    onError: (error) => {
      const problem = fieldProblem(error, 'phone_number')
      if (!problem) return
      form.setFieldError('phone_number', problem)
      focusField(form, 'phone_number')
    },
  })
  const failure = save.error && !fieldProblem(save.error, 'phone_number') ? save.error.message : undefined
  return (
    <form
      aria-labelledby="details-heading"
      className={classes.form}
      noValidate
      onMouseDown={stayInField}
      onSubmit={form.onSubmit(
        (values) => save.mutate(values),
        (problems) => focusField(form, problems.full_name ? 'full_name' : 'phone_number'),
      )}
    >
      <h3 id="details-heading" className={classes.heading}>
        Edit your details
      </h3>
      <TextInput
        label="Full Name"
        classNames={{ label: classes.label }}
        autoComplete="name"
        name="full_name"
        required
        withAsterisk={false}
        maxLength={200}
        autoFocus
        {...form.getInputProps('full_name')}
      />
      <TextInput
        label="Phone (optional)"
        classNames={{ label: classes.label }}
        type="tel"
        autoComplete="tel"
        name="phone_number"
        maxLength={40}
        {...form.getInputProps('phone_number')}
      />
      <FormNotice
        notice={failure ? { kind: 'error', text: `Error saving profile: ${failure}` } : undefined}
      />
      <div className={classes.buttons}>
        <Button type="submit" color="stitch.6" loading={save.isPending}>
          Save Changes
        </Button>
        <Button variant="default" onClick={onDone} disabled={save.isPending}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
