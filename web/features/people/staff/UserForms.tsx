import { NativeSelect, TextInput } from '@mantine/core'
import { type ListedUser, newUser, updateUserRole } from '../../../../shared/contract/people/people.ts'
import { isRefusal } from '../../../api/apiError.ts'
import { refreshUsers } from '../../../api/queries/people.ts'
import { useSession } from '../../../api/session.ts'
import { KnownByPhone } from '../../../components/staff/KnownByPhone.tsx'
import { roleNames } from '../../../components/staff/roleNames.ts'
import { ServerForm } from '../../../components/staff/ServerForm.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import dialogContent from '../../../ui/dialogContent.module.css'
import { toast } from '../../../ui/toast.ts'

interface CreateUserDialogProps {
  opened: boolean
  onClose: () => void
  /** Has been entered, or was known by the phone number. */
  onCreated: (id: string) => void
}

/** Enters a person; with an e-mail they are invited to set a password (decision 28). */
export const CreateUserDialog = ({ opened, onClose, onCreated }: CreateUserDialogProps) => (
  <Dialog opened={opened} onClose={onClose} title="Create User" startsInField>
    <p className={dialogContent.text}>
      With an email, they get a link to choose a password. Without one, you can book for them, but they can’t
      log in.
    </p>
    <ServerForm
      label="Create user"
      initialValues={{ name: '', email: '', phone: '' }}
      schema={newUser}
      requestOf={({ name, email, phone }) => ({
        name,
        email: email.trim() || null,
        phone: phone.trim() || null,
      })}
      send={(json, once) => once('POST /api/admin/users', json)}
      refresh={refreshUsers}
      fieldOf={(error) => (isRefusal(error, 'user_exists') ? 'email' : undefined)}
      submit="Create User"
      onCancel={onClose}
      onDone={({ profile_id }) => {
        toast.success('User created.')
        onCreated(profile_id)
      }}
    >
      {(form) => (
        <>
          <TextInput
            label="Full Name"
            required
            withAsterisk={false}
            maxLength={200}
            autoComplete="off"
            data-autofocus
            {...form.getInputProps('name')}
          />
          <TextInput
            label="Email (optional)"
            type="email"
            maxLength={254}
            autoComplete="off"
            {...form.getInputProps('email')}
          />
          <TextInput
            label="Phone (optional)"
            type="tel"
            maxLength={40}
            autoComplete="off"
            {...form.getInputProps('phone')}
          />
          <KnownByPhone
            phone={form.values.phone}
            onPick={({ id, full_name, email, phone_number }) =>
              id === null
                ? form.setValues({ name: full_name, email: email ?? '', phone: phone_number })
                : onCreated(id)
            }
          />
        </>
      )}
    </ServerForm>
  </Dialog>
)

interface RoleDialogProps {
  /** Nobody: the dialog is closed. */
  user: ListedUser | undefined
  onClose: () => void
}

/** Changes a role, which signs its user out everywhere. */
export function RoleDialog({ user, onClose }: RoleDialogProps) {
  const session = useSession()
  const isOwn = session.status === 'signed-in' && session.profile.id === user?.id
  return (
    <Dialog opened={user !== undefined} onClose={onClose} title="Edit User Role" startsInField>
      {user && (
        <>
          <p className={dialogContent.text}>
            {isOwn
              ? 'This is your own role. You will be signed out everywhere.'
              : `${user.full_name} will be signed out everywhere and has the new role at the next sign-in.`}
            {user.role === 'coach' &&
              ' Another role than coach leaves their coach profile without an account: see Coaches.'}
          </p>
          <ServerForm
            label="Edit user role"
            initialValues={{ new_role: user.role }}
            schema={updateUserRole.body}
            requestOf={({ new_role }) => ({ user_id: user.id, new_role })}
            send={(json, once) => once('POST /api/admin/users/role', json)}
            refresh={refreshUsers}
            fieldOf={(error) =>
              isRefusal(error, 'last_admin') || isRefusal(error, 'role_needs_email') ? 'new_role' : undefined
            }
            submit="Save Role"
            onCancel={onClose}
            onDone={({ full_name, role }) => {
              toast.success(`${full_name} has the role ${roleNames[role]}.`)
              onClose()
            }}
          >
            {(form) => (
              <NativeSelect
                label="Role"
                size="md"
                data-autofocus
                data={Object.entries(roleNames).map(([value, label]) => ({ value, label }))}
                {...form.getInputProps('new_role')}
              />
            )}
          </ServerForm>
        </>
      )}
    </Dialog>
  )
}
