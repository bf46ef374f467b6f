import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Device } from '../../../../shared/contract/accounts/devices.ts'
import { ApiError, isRefusal } from '../../../api/apiError.ts'
import { call } from '../../../api/call.ts'
import { devicesQuery } from '../../../api/queries/security.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { toast } from '../../../ui/toast.ts'
import classes from './Security.module.css'
import { CurrentPasswordField, needsCurrentPassword, SecurityForm, showAtField } from './SecurityForm.tsx'

/** A device of the list, or all others. */
export type Leaving = Device | 'others'

interface SignOutDialogProps {
  leaving: Leaving | undefined
  onDone: () => void
  onClose: () => void
}

/** Ends the sessions of one or all other devices. */
export function SignOutDialog({ leaving, onDone, onClose }: SignOutDialogProps) {
  return (
    <Dialog
      opened={leaving !== undefined}
      onClose={onClose}
      title={`Sign out ${leaving === 'others' ? 'all other devices' : (leaving?.name ?? '')}?`}
      startsInField
    >
      {leaving && <SignOutForm leaving={leaving} onDone={onDone} onClose={onClose} />}
    </Dialog>
  )
}

interface SignOutFormProps extends SignOutDialogProps {
  leaving: Leaving
}

function SignOutForm({ leaving, onDone, onClose }: SignOutFormProps) {
  const form = useForm({
    initialValues: { current_password: '' },
    validate: { current_password: needsCurrentPassword },
  })
  const signOut = useSignOut(leaving, {
    onDone,
    onRefused: (error) => showAtField(form, fieldOf(error), error),
  })
  return (
    <SecurityForm
      label="Sign out"
      form={form}
      request={signOut}
      fieldOf={fieldOf}
      submit="Sign out"
      onCancel={onClose}
      inDialog
    >
      <p className={classes.line}>
        {leaving === 'others'
          ? 'They will be signed out at once. To sign in there again takes your password.'
          : 'It will be signed out at once. To sign in there again takes your password.'}
      </p>
      <CurrentPasswordField data-autofocus {...form.getInputProps('current_password')} />
    </SecurityForm>
  )
}

const fieldOf = (error: Error): 'current_password' | null =>
  isRefusal(error, 'current_password_wrong') ? 'current_password' : null

function useSignOut(leaving: Leaving, told: { onDone: () => void; onRefused: (error: Error) => void }) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (json: { current_password: string }) => {
      if (leaving === 'others') return void (await call('POST /api/me/sessions/sign-out-others', json))
      await call('POST /api/me/sessions/:id/sign-out', { id: leaving.id, ...json }).catch((error) => {
        // A session that has already ended needs no message.
        if (!(error instanceof ApiError && error.status === 404)) throw error
      })
    },
    onSuccess: () => {
      toast.success(leaving === 'others' ? 'All other devices are signed out.' : 'That device is signed out.')
      void queryClient.invalidateQueries({ queryKey: devicesQuery.queryKey })
      told.onDone()
    },
    onError: told.onRefused,
  })
}
