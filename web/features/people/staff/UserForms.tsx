import { NativeSelect, TextInput } from '@mantine/core'
import { type ListedUser, newUser, updateUserRole } from '../../../../shared/contract/people/people.ts'
import { useSession } from '../../../api/session.ts'
import { touches } from '../../../api/touches.ts'
import { useForm } from '../../../components/form/useForm.ts'
import { Form } from '../../../components/staff/form/Form.tsx'
import { FormDialog } from '../../../components/staff/form/FormDialog.tsx'
import { NameField, PhoneField } from '../../../components/staff/form/fields.tsx'
import { KnownByPhone } from '../../../components/staff/KnownByPhone.tsx'
import { roleNames } from '../../../components/staff/roleNames.ts'
import { Text } from '../../../ui/layout.tsx'
import { toast } from '../../../ui/toast.ts'

interface CreateUserDialogProps {
  opened: boolean
  onClose: () => void
  /** Has been entered, or was known by the phone number. */
  onCreated: (id: string) => void
}

/** Enters a person; with an e-mail they are invited to set a password (decision 28). */
export const CreateUserDialog = ({ opened, onClose, onCreated }: CreateUserDialogProps) => (
  <FormDialog of={opened || undefined} onClose={onClose} title="Create User" startsInField>
    {(_, close) => (
      <>
        <Text below="lg">
          With an email, they get a link to choose a password. Without one, you can book for them, but they
          can’t log in.
        </Text>
        <CreateForm onClose={close} onCreated={onCreated} />
      </>
    )}
  </FormDialog>
)

function CreateForm({ onClose, onCreated }: Omit<CreateUserDialogProps, 'opened'>) {
  const form = useForm({
    values: { name: '', email: '', phone: '' },
    schema: newUser,
    request: ({ name, email, phone }) => ({ name, email: email.trim() || null, phone: phone.trim() || null }),
    send: (user, once) => once('POST /api/admin/users', user),
    touches: touches.users,
    fieldOf: { user_exists: 'email' },
    onDone: ({ profile_id }) => {
      toast.success('User created.')
      onCreated(profile_id)
    },
  })
  return (
    <Form form={form} label="Create user" submit="Create User" onCancel={onClose}>
      <NameField data-autofocus {...form.field('name')} />
      <TextInput
        label="Email (optional)"
        type="email"
        maxLength={254}
        autoComplete="off"
        {...form.field('email')}
      />
      <PhoneField {...form.field('phone')} />
      <KnownByPhone
        phone={form.values.phone}
        onPick={({ id, full_name, email, phone_number }) =>
          id === null ? form.set({ name: full_name, email: email ?? '', phone: phone_number }) : onCreated(id)
        }
      />
    </Form>
  )
}

interface RoleDialogProps {
  /** Nobody: the dialog is closed. */
  user: ListedUser | undefined
  onClose: () => void
}

/** Changes a role, which signs its user out everywhere. */
export const RoleDialog = ({ user, onClose }: RoleDialogProps) => (
  <FormDialog of={user} onClose={onClose} title="Edit User Role" startsInField>
    {(shown, close) => <RoleForm user={shown} onClose={close} />}
  </FormDialog>
)

function RoleForm({ user, onClose }: { user: ListedUser; onClose: () => void }) {
  const session = useSession()
  const isOwn = session.status === 'signed-in' && session.profile.id === user.id
  const form = useForm({
    values: { new_role: user.role },
    schema: updateUserRole.body,
    request: ({ new_role }) => ({ user_id: user.id, new_role }),
    send: (change, once) => once('POST /api/admin/users/role', change),
    touches: touches.users,
    fieldOf: { last_admin: 'new_role', role_needs_email: 'new_role' },
    onDone: ({ full_name, role }) => {
      toast.success(`${full_name} has the role ${roleNames[role]}.`)
      onClose()
    },
  })
  return (
    <>
      <Text below="lg">
        {isOwn
          ? 'This is your own role. You will be logged out everywhere.'
          : `${user.full_name} will be logged out everywhere and has the new role at the next login.`}
        {user.role === 'coach' &&
          ' Another role than coach leaves their coach profile without an account: see Coaches.'}
      </Text>
      <Form form={form} label="Edit user role" submit="Save Role" onCancel={onClose}>
        <NativeSelect
          label="Role"
          data-autofocus
          data={Object.entries(roleNames).map(([value, label]) => ({ value, label }))}
          {...form.field('new_role')}
        />
      </Form>
    </>
  )
}
