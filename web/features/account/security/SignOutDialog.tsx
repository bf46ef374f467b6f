import { Button } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Device } from '../../../../shared/contract/devices.ts'
import { isRefusal } from '../../../api/apiError.ts'
import { api, problemOf, unwrap } from '../../../api/client.ts'
import { devicesQuery } from '../../../api/queries/security.ts'
import { focusField } from '../../../components/focusField.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import dialogContent from '../../../ui/dialogContent.module.css'
import { toast } from '../../../ui/toast.ts'
import { FormNotice } from '../../accounts/FormNotice.tsx'
import { PasswordField } from '../../accounts/PasswordField.tsx'
import classes from './Security.module.css'

/** A device of the list, or all others. */
export type Leaving = Device | 'others'

interface SignOutDialogProps {
  leaving: Leaving | undefined
  onDone: () => void
  onClose: () => void
}

/** Ends the sessions of other devices. The password proves that the owner asks, and not somebody with a borrowed phone. */
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
    validate: {
      current_password: (password) => (password ? null : 'Please enter your current password.'),
    },
  })
  const signOut = useSignOut(leaving, {
    onDone,
    onRefused(error) {
      if (!isRefusal(error, 'current_password_wrong')) return
      form.setFieldError('current_password', error.message)
      focusField(form, 'current_password')
    },
  })
  const failure =
    signOut.error && !isRefusal(signOut.error, 'current_password_wrong') ? signOut.error.message : undefined
  return (
    <form
      className={classes.form}
      noValidate
      aria-label="Sign out"
      onSubmit={form.onSubmit(
        ({ current_password }) => {
          if (!signOut.isPending) signOut.mutate(current_password)
        },
        () => focusField(form, 'current_password'),
      )}
    >
      <p className={classes.line}>
        {leaving === 'others'
          ? 'They will be signed out at once. To sign in there again takes your password.'
          : 'It will be signed out at once. To sign in there again takes your password.'}
      </p>
      <PasswordField
        label="Current Password"
        name="current_password"
        autoComplete="current-password"
        data-autofocus
        {...form.getInputProps('current_password')}
      />
      <FormNotice notice={failure ? { kind: 'error', text: failure } : undefined} />
      <div className={dialogContent.buttons}>
        <Button type="submit" color="stitch.6" loading={signOut.isPending}>
          Sign out
        </Button>
        <Button variant="default" onClick={onClose} disabled={signOut.isPending}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

function useSignOut(leaving: Leaving, told: { onDone: () => void; onRefused: (error: Error) => void }) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (current_password: string) => {
      const json = { current_password }
      if (leaving === 'others') return void (await unwrap(api.me.sessions['sign-out-others'].$post({ json })))
      const response = await api.me.sessions[':id']['sign-out'].$post({ param: { id: leaving.id }, json })
      // A session that has ended meanwhile needs no message.
      if (!response.ok && Number(response.status) !== 404) throw await problemOf(response)
    },
    onSuccess: () => {
      toast.success(leaving === 'others' ? 'All other devices are signed out.' : 'That device is signed out.')
      void queryClient.invalidateQueries({ queryKey: devicesQuery.queryKey })
      told.onDone()
    },
    onError: told.onRefused,
  })
}
