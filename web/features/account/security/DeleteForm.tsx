import { TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { UpcomingThing } from '../../../../shared/contract/accounts/privacy.ts'
import { isRefusal } from '../../../api/apiError.ts'
import { becomeSignedOut } from '../../../api/auth.ts'
import { call } from '../../../api/call.ts'
import { deletionQuery } from '../../../api/queries/security.ts'
import { tellOtherTabs } from '../../../api/sessionChannel.ts'
import { toast } from '../../../ui/toast.ts'
import { UpcomingThings } from './BlockedDeletion.tsx'
import classes from './Security.module.css'
import { CurrentPasswordField, needsCurrentPassword, SecurityForm, showAtField } from './SecurityForm.tsx'

/** The same word as in the contract, which is not shipped to the browser. */
const WORD = 'DELETE'

interface DeleteFormProps {
  canceled: readonly UpcomingThing[]
  zone: string
  onClose: () => void
}

/** What is deleted with the account, and the confirmation: a word to type, and the password. */
export function DeleteForm({ canceled, zone, onClose }: DeleteFormProps) {
  const form = useForm({
    initialValues: { current_password: '', confirmation: '' },
    validate: {
      confirmation: (word) => (word.trim().toUpperCase() === WORD ? null : `Please type ${WORD} to confirm.`),
      current_password: needsCurrentPassword,
    },
  })
  const remove = useDeleteAccount((error) => showAtField(form, fieldOf(error), error))
  return (
    <SecurityForm
      label="Delete account"
      form={form}
      request={remove}
      fieldOf={fieldOf}
      submit="Delete my account"
      cancel="Keep my account"
      onCancel={onClose}
      inDialog
    >
      <p className={classes.line}>
        This cannot be undone. Your profile, sign-in and calendar address go, and every device is signed out.
      </p>
      {canceled.length > 0 && (
        <>
          <p className={classes.line}>Not paid yet, and canceled with your account:</p>
          <UpcomingThings things={canceled} zone={zone} />
        </>
      )}
      <TextInput
        label={`Type ${WORD} to confirm`}
        name="confirmation"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        required
        withAsterisk={false}
        data-private
        {...form.getInputProps('confirmation')}
      />
      <CurrentPasswordField {...form.getInputProps('current_password')} />
    </SecurityForm>
  )
}

const fieldOf = (error: Error): 'current_password' | null =>
  isRefusal(error, 'current_password_wrong') ? 'current_password' : null

/** Deletes the account and signs out in every tab. */
function useDeleteAccount(onRefused: (error: Error) => void) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: (json: { current_password: string; confirmation: string }) =>
      call('POST /api/me/deletion', json),
    onSuccess: async () => {
      await navigate({ to: '/' })
      becomeSignedOut(queryClient)
      tellOtherTabs('signed-out')
      toast.success('Your account is deleted. Goodbye, and good hitting!')
    },
    onError: (error) => {
      // Something was paid for after the dialog was opened: the dialog shows what.
      if (isRefusal(error, 'deletion_blocked')) void queryClient.invalidateQueries(deletionQuery)
      onRefused(error)
    },
  })
}
