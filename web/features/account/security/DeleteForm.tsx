import { TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { UpcomingThing } from '../../../../shared/contract/accounts/privacy.ts'
import { isRefusal } from '../../../api/apiError.ts'
import { becomeSignedOut } from '../../../api/auth.ts'
import { call } from '../../../api/call.ts'
import { deletionQuery } from '../../../api/queries/security.ts'
import { tellOtherTabs } from '../../../api/sessionChannel.ts'
import { useForm } from '../../../components/form/useForm.ts'
import { Text } from '../../../ui/layout.tsx'
import { toast } from '../../../ui/toast.ts'
import { AccountForm, CurrentPasswordField, needsCurrentPassword } from '../../accounts/AccountForm.tsx'
import { UpcomingThings } from './BlockedDeletion.tsx'

/** The same word as in the contract, which is not shipped to the browser. */
const WORD = 'DELETE'

interface DeleteFormProps {
  canceled: readonly UpcomingThing[]
  zone: string
  onClose: () => void
}

/** What is deleted with the account, and the confirmation: a word to type, and the password. */
export function DeleteForm({ canceled, zone, onClose }: DeleteFormProps) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const form = useForm({
    values: { current_password: '', confirmation: '' },
    check: {
      confirmation: (word) => (word.trim().toUpperCase() === WORD ? null : `Please type ${WORD} to confirm.`),
      current_password: needsCurrentPassword,
    },
    send: async (proof) => {
      await call('POST /api/me/deletion', proof)
      await navigate({ to: '/' })
    },
    onDone: () => {
      becomeSignedOut(queryClient)
      tellOtherTabs('signed-out')
      toast.success('Your account is deleted. Goodbye, and good hitting!')
    },
    onRefused: (error) => {
      // Something was paid for after the dialog was opened: the dialog shows what.
      if (isRefusal(error, 'deletion_blocked')) void queryClient.invalidateQueries(deletionQuery)
    },
    fieldOf: { current_password_wrong: 'current_password' },
  })
  return (
    <AccountForm
      form={form}
      aria-label="Delete account"
      submit="Delete My Account"
      cancel="Keep My Account"
      onCancel={onClose}
      inDialog
    >
      <Text breaks>
        This cannot be undone. Your profile, login and calendar address go, and every device is logged out.
      </Text>
      {canceled.length > 0 && (
        <>
          <Text breaks>Not paid yet, and canceled with your account:</Text>
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
        data-private
        {...form.field('confirmation')}
      />
      <CurrentPasswordField {...form.field('current_password')} />
    </AccountForm>
  )
}
