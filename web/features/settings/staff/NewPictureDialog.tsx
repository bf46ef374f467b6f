import { TextInput } from '@mantine/core'
import { useEffect, useState } from 'react'
import { touches } from '../../../api/touches.ts'
import { useForm } from '../../../components/form/useForm.ts'
import { Form } from '../../../components/staff/form/Form.tsx'
import { FormDialog } from '../../../components/staff/form/FormDialog.tsx'
import classes from './Settings.module.css'

interface NewPictureDialogProps {
  /** None: the dialog is closed. */
  file: File | undefined
  onClose: () => void
}

/** A picture that was chosen: what it shows, before it is uploaded. */
export const NewPictureDialog = ({ file, onClose }: NewPictureDialogProps) => (
  <FormDialog of={file} onClose={onClose} title="Add Picture" startsInField>
    {(chosen, close) => <NewPicture file={chosen} onClose={close} />}
  </FormDialog>
)

function NewPicture({ file, onClose }: { file: File; onClose: () => void }) {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    const made = URL.createObjectURL(file)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  const form = useForm({
    values: { alt: '' },
    check: ({ alt }) => (alt.trim() === '' ? { alt: 'Please say what the picture shows.' } : {}),
    send: ({ alt }, once) => once('POST /api/settings/carousel', { alt: alt.trim() }, file),
    touches: touches.settings,
    onDone: onClose,
  })
  return (
    <Form form={form} label="Add picture" submit="Add Picture" onCancel={onClose}>
      {url && <img className={classes.chosen} src={url} alt="" />}
      <TextInput
        label="What It Shows"
        description="Read aloud to people who can’t see it."
        placeholder="Two cages with new nets"
        maxLength={200}
        data-autofocus
        {...form.field('alt')}
      />
    </Form>
  )
}
