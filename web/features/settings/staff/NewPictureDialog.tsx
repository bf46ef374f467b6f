import { Button, TextInput } from '@mantine/core'
import { useEffect, useState } from 'react'
import type { Attempt } from '../../../api/useAttempt.ts'
import { AttemptError } from '../../../components/staff/AttemptError.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import dialogContent from '../../../ui/dialogContent.module.css'
import classes from './Settings.module.css'

/** A picture and what it shows. */
export interface ChosenPicture {
  readonly file: File
  readonly alt: string
}

interface NewPictureDialogProps {
  /** None: the dialog is closed. */
  file: File | null
  upload: Attempt<ChosenPicture, unknown>
  onClose: () => void
}

/** A picture that was chosen: what it shows, before it is uploaded. */
export const NewPictureDialog = ({ file, ...props }: NewPictureDialogProps) => (
  <Dialog opened={file !== null} onClose={props.onClose} title="Add Picture" startsInField>
    {file && <NewPicture file={file} {...props} />}
  </Dialog>
)

function NewPicture({ file, upload, onClose }: NewPictureDialogProps & { file: File }) {
  const [alt, setAlt] = useState('')
  const [error, setError] = useState<string>()
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    const made = URL.createObjectURL(file)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  async function submit() {
    if (alt.trim() === '') return setError('Please say what the picture shows.')
    const outcome = await upload.attempt({ file, alt: alt.trim() })
    if (!outcome || !('answer' in outcome)) return
    onClose()
  }
  return (
    <form
      className={classes.dialogForm}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      {url && <img className={classes.chosen} src={url} alt="" />}
      <TextInput
        label="What It Shows"
        description="Read aloud to people who can’t see it."
        placeholder="Two cages with new nets"
        size="md"
        maxLength={200}
        data-autofocus
        value={alt}
        error={error}
        onChange={(event) => {
          setAlt(event.currentTarget.value)
          setError(undefined)
        }}
      />
      <AttemptError error={upload.error} button="Add Picture" />
      <div className={dialogContent.buttons}>
        <Button type="submit" color="stitch.6" loading={upload.isPending}>
          Add Picture
        </Button>
        <Button variant="default" disabled={upload.isPending} onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
