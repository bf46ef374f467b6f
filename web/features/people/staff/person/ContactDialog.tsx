import {
  type PersonPage as Person,
  updatePersonContact,
} from '../../../../../shared/contract/people/personPage.ts'
import { touches } from '../../../../api/touches.ts'
import { useForm } from '../../../../components/form/useForm.ts'
import { Form } from '../../../../components/staff/form/Form.tsx'
import { FormDialog } from '../../../../components/staff/form/FormDialog.tsx'
import { NameField, PhoneField } from '../../../../components/staff/form/fields.tsx'
import { Text } from '../../../../ui/layout.tsx'

interface ContactDialogProps {
  /** Nobody: the dialog is closed. */
  person: Person | undefined
  onClose: () => void
}

/** Name and phone number, for someone who calls. The address is the owner's own (decision record 014). */
export const ContactDialog = ({ person, onClose }: ContactDialogProps) => (
  <FormDialog of={person} onClose={onClose} title="Edit Contact" startsInField>
    {(shown, close) => (
      <>
        <Text below="lg">
          {shown.email
            ? `The email ${shown.email} is for logging in. Only its owner changes it, in the account.`
            : 'Without an email this person can’t log in.'}
        </Text>
        <ContactForm person={shown} onClose={close} />
      </>
    )}
  </FormDialog>
)

function ContactForm({ person, onClose }: { person: Person; onClose: () => void }) {
  const form = useForm({
    values: { name: person.full_name, phone: person.phone_number ?? '' },
    schema: updatePersonContact.body,
    request: ({ name, phone }) => ({ name, phone: phone.trim() || null }),
    send: (contact, once) =>
      once('PUT /api/admin/people/:user_id/contact', { user_id: person.id, ...contact }),
    touches: touches.person(person.id),
    onDone: onClose,
  })
  return (
    <Form form={form} label="Edit contact" submit="Save Contact" onCancel={onClose}>
      <NameField data-autofocus {...form.field('name')} />
      <PhoneField {...form.field('phone')} />
    </Form>
  )
}
