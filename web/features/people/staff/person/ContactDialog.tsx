import { TextInput } from '@mantine/core'
import {
  type PersonPage as Person,
  updatePersonContact,
} from '../../../../../shared/contract/people/personPage.ts'
import { refreshPerson } from '../../../../api/queries/person.ts'
import { ServerForm } from '../../../../components/staff/ServerForm.tsx'
import { Dialog } from '../../../../ui/Dialog.tsx'
import dialogContent from '../../../../ui/dialogContent.module.css'

interface ContactDialogProps {
  /** Nobody: the dialog is closed. */
  person: Person | undefined
  onClose: () => void
}

/** Name and phone number, for someone who calls. The address is the owner's own (decision record 014). */
export const ContactDialog = ({ person, onClose }: ContactDialogProps) => (
  <Dialog opened={person !== undefined} onClose={onClose} title="Edit Contact" startsInField>
    {person && (
      <>
        <p className={dialogContent.text}>
          {person.email
            ? `The email ${person.email} is for signing in. Only its owner changes it, in the account.`
            : 'Without an email this person can’t log in.'}
        </p>
        <ServerForm
          label="Edit contact"
          initialValues={{ name: person.full_name, phone: person.phone_number ?? '' }}
          schema={updatePersonContact.body}
          requestOf={({ name, phone }) => ({ name, phone: phone.trim() || null })}
          send={(json, once) =>
            once('PUT /api/admin/people/:user_id/contact', { user_id: person.id, ...json })
          }
          refresh={refreshPerson(person.id)}
          submit="Save Contact"
          onCancel={onClose}
          onDone={() => {
            onClose()
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
                label="Phone (optional)"
                type="tel"
                maxLength={40}
                autoComplete="off"
                {...form.getInputProps('phone')}
              />
            </>
          )}
        </ServerForm>
      </>
    )}
  </Dialog>
)
