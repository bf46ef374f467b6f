import { Button, FileButton, Skeleton, TextInput } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconTrash, IconUpload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { CarouselPicture } from '../../../../shared/contract/facility/carousel.ts'
import { read } from '../../../api/read.ts'
import { touches } from '../../../api/touches.ts'
import { useAttempt } from '../../../api/useAttempt.ts'
import { AttemptError } from '../../../components/staff/AttemptError.tsx'
import { ConfirmAction } from '../../../components/staff/form/ConfirmAction.tsx'
import { heroShape } from '../../../components/staff/picture/cropShapes.ts'
import { Box, Panel, Stack } from '../../../ui/layout.tsx'
import { ErrorAlert } from '../../../ui/staff/ErrorAlert.tsx'
import { EmptyList } from '../../../ui/staff/StaffPage.tsx'
import { NewPictureDialog } from './NewPictureDialog.tsx'
import classes from './Settings.module.css'

/** The pictures of the home page: added, described, put in order and deleted. Each change shows at once. */
export function CarouselPictures() {
  const stored = useQuery(read('GET /api/settings/carousel'))
  const pictures = stored.data?.pictures ?? []
  const [file, setFile] = useState<File | null>(null)
  // The same file can be chosen again.
  const forget = useRef<() => void>(null)
  const [leaving, setLeaving] = useState<CarouselPicture>()
  const arrange = useAttempt({
    send: (wanted: readonly Pick<CarouselPicture, 'id' | 'alt'>[], once) => {
      const json = { pictures: wanted.map(({ id, alt }) => ({ id, alt })) }
      return once('PUT /api/settings/carousel', json)
    },
    touches: touches.settings,
    pendingUntilRefreshed: true,
  })
  const move = (index: number, by: -1 | 1) => {
    const [picture, other] = [pictures[index], pictures[index + by]]
    if (!picture || !other) return
    void arrange.attempt(pictures.with(index, other).with(index + by, picture))
  }
  if (stored.error) {
    return <ErrorAlert error={stored.error} onRetry={() => void stored.refetch()} />
  }
  // A file chosen before the pictures are known would be lost when the button takes its place.
  if (!stored.data) return <Skeleton height={240} />
  const add = (
    <FileButton accept="image/jpeg,image/png" onChange={setFile} resetRef={forget}>
      {(props) => (
        <Button {...props} color="stitch.6" leftSection={<IconUpload size={20} aria-hidden />}>
          Add Picture
        </Button>
      )}
    </FileButton>
  )
  return (
    <>
      {pictures.length === 0 ? (
        <EmptyList
          title="No pictures of your own yet"
          text="The home page shows the ones that come with Dugout. A wide photo of 1600 pixels or more looks best."
        >
          {add}
        </EmptyList>
      ) : (
        <Box below="sm" className={classes.actions}>
          {add}
        </Box>
      )}
      <AttemptError error={arrange.error} button="Refresh" />
      <Stack as="ol" gap="sm">
        {pictures.map((picture, index) => (
          <Panel as="li" key={picture.id} className={classes.picture}>
            <img src={picture.small_url} width={picture.width} height={picture.height} alt={picture.alt} />
            <AltField
              key={picture.alt}
              picture={picture}
              disabled={arrange.isPending}
              onSave={(alt) =>
                void arrange.attempt(pictures.map((each) => (each === picture ? { ...each, alt } : each)))
              }
            />
            <div className={classes.cardActions}>
              <Button
                variant="default"
                aria-label={`Move up: ${picture.alt}`}
                disabled={index === 0 || arrange.isPending}
                onClick={() => move(index, -1)}
              >
                <IconArrowUp size={20} aria-hidden />
              </Button>
              <Button
                variant="default"
                aria-label={`Move down: ${picture.alt}`}
                disabled={index === pictures.length - 1 || arrange.isPending}
                onClick={() => move(index, 1)}
              >
                <IconArrowDown size={20} aria-hidden />
              </Button>
              <Button
                variant="default"
                aria-label={`Delete: ${picture.alt}`}
                onClick={() => setLeaving(picture)}
              >
                <IconTrash size={20} aria-hidden />
              </Button>
            </div>
          </Panel>
        ))}
      </Stack>
      <NewPictureDialog
        file={file}
        shape={heroShape}
        placeholder="Two cages with new nets"
        send={(alt, picture, once) => once('POST /api/settings/carousel', { alt }, picture)}
        touches={touches.settings}
        onClose={() => {
          forget.current?.()
          setFile(null)
        }}
      />
      <ConfirmAction
        of={leaving}
        onClose={() => setLeaving(undefined)}
        asks={({ alt }) => ({
          title: 'Delete this picture?',
          text: `“${alt}” is removed from the home page right away.`,
          label: 'Delete Picture',
        })}
        send={({ id }, once) => once('DELETE /api/settings/carousel/:picture_id', { picture_id: id })}
        touches={touches.settings}
      />
    </>
  )
}

interface AltFieldProps {
  picture: CarouselPicture
  disabled: boolean
  onSave: (alt: string) => void
}

/** What a picture shows; saved by its own button, once it is different. */
function AltField({ picture, disabled, onSave }: AltFieldProps) {
  const [alt, setAlt] = useState(picture.alt)
  const isChanged = alt.trim() !== '' && alt !== picture.alt
  return (
    <form
      className={classes.alt}
      onSubmit={(event) => {
        event.preventDefault()
        if (isChanged) onSave(alt)
      }}
    >
      <TextInput
        label="What It Shows"
        maxLength={200}
        value={alt}
        onChange={(event) => setAlt(event.currentTarget.value)}
      />
      {isChanged && (
        <Button type="submit" color="stitch.6" disabled={disabled}>
          Save
        </Button>
      )}
    </form>
  )
}
