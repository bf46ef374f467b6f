import { TextInput } from '@mantine/core'
import { useState } from 'react'
import type { Once, Reloading } from '../../../api/useAttempt.ts'
import { useForm } from '../../../components/form/useForm.ts'
import { Form } from '../../../components/staff/form/Form.tsx'
import { CropStep } from '../../../components/staff/picture/CropStep.tsx'
import type { CropShape } from '../../../components/staff/picture/cropShapes.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { useObjectUrl } from '../../../ui/useObjectUrl.ts'
import classes from './Settings.module.css'

interface NewPictureProps {
  shape: CropShape
  /** An example of what it may show. */
  placeholder: string
  send: (alt: string, picture: File, once: Once) => Promise<unknown>
  touches?: Reloading['touches']
  onClose: () => void
}

/**
 * A picture that was chosen: its part that is shown, then what it shows, before it is uploaded.
 *
 * @param file none: the dialog is closed.
 */
export function NewPictureDialog({ file, ...picture }: NewPictureProps & { file: File | null }) {
  const [cropped, setCropped] = useState<{ of: File; picture: File }>()
  const part = cropped?.of === file ? cropped?.picture : undefined
  return (
    <Dialog
      opened={file !== null}
      onClose={picture.onClose}
      title={part ? 'Add Picture' : 'Crop the Picture'}
      startsInField={part !== undefined}
      long
      wide
    >
      {file && !part && (
        <CropStep
          file={file}
          shape={picture.shape}
          onDone={(done) => setCropped({ of: file, picture: done })}
          onCancel={picture.onClose}
        />
      )}
      {part && <WhatItShows {...picture} part={part} />}
    </Dialog>
  )
}

function WhatItShows({ part, placeholder, send, touches, onClose }: NewPictureProps & { part: File }) {
  const form = useForm({
    values: { alt: '' },
    check: ({ alt }) => (alt.trim() === '' ? { alt: 'Please say what the picture shows.' } : {}),
    send: ({ alt }, once) => send(alt.trim(), part, once),
    touches,
    onDone: onClose,
  })
  const url = useObjectUrl(part)
  return (
    <Form form={form} label="Add picture" submit="Add Picture" onCancel={onClose}>
      {url && <img className={classes.chosen} src={url} alt="" />}
      <TextInput
        label="What It Shows"
        description="Read aloud to people who can’t see it."
        placeholder={placeholder}
        maxLength={200}
        data-autofocus
        {...form.field('alt')}
      />
    </Form>
  )
}
