import type { Device } from '../../../../shared/contract/accounts/devices.ts'
import { ApiError } from '../../../api/apiError.ts'
import { call } from '../../../api/call.ts'
import { devicesQuery } from '../../../api/queries/security.ts'
import { useForm } from '../../../components/form/useForm.ts'
import { DialogOf } from '../../../ui/DialogOf.tsx'
import { Text } from '../../../ui/layout.tsx'
import { toast } from '../../../ui/toast.ts'
import { AccountForm, CurrentPasswordField, needsCurrentPassword } from '../../accounts/AccountForm.tsx'

/** A device of the list, or all others. */
export type Leaving = Device | 'others'

interface SignOutDialogProps {
  leaving: Leaving | undefined
  onDone: () => void
  onClose: () => void
}

/** Ends the sessions of one or all other devices. */
export const SignOutDialog = ({ leaving, onDone, onClose }: SignOutDialogProps) => (
  <DialogOf
    of={leaving}
    onClose={onClose}
    title={(of) => `Log out ${of === 'others' ? 'all other devices' : of.name}?`}
    startsInField
  >
    {(of) => <SignOutForm leaving={of} onDone={onDone} onClose={onClose} />}
  </DialogOf>
)

function SignOutForm({ leaving, onDone, onClose }: SignOutDialogProps & { leaving: Leaving }) {
  const form = useForm({
    values: { current_password: '' },
    check: { current_password: needsCurrentPassword },
    send: (proof) => signOut(leaving, proof),
    touches: [devicesQuery.queryKey],
    onDone: () => {
      toast.success(leaving === 'others' ? 'All other devices are logged out.' : 'That device is logged out.')
      onDone()
    },
    fieldOf: { current_password_wrong: 'current_password' },
  })
  return (
    <AccountForm form={form} aria-label="Log out" submit="Log Out" onCancel={onClose} inDialog>
      <Text breaks>
        {leaving === 'others'
          ? 'They will be logged out at once. To log in there again takes your password.'
          : 'It will be logged out at once. To log in there again takes your password.'}
      </Text>
      <CurrentPasswordField data-autofocus {...form.field('current_password')} />
    </AccountForm>
  )
}

async function signOut(leaving: Leaving, proof: { current_password: string }): Promise<void> {
  if (leaving === 'others') return void (await call('POST /api/me/sessions/sign-out-others', proof))
  await call('POST /api/me/sessions/:id/sign-out', { id: leaving.id, ...proof }).catch((error) => {
    // A session that has already ended needs no message.
    if (!(error instanceof ApiError && error.status === 404)) throw error
  })
}
