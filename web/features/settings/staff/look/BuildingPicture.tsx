import { Button, FileButton } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { Facility } from '../../../../../shared/contract/facility/facility.ts'
import { wideWidths } from '../../../../../shared/domain/facility/pictureWidths.ts'
import type { AnswerOf } from '../../../../api/call.ts'
import { facilityQuery } from '../../../../api/queries/facility.ts'
import { ConfirmAction } from '../../../../components/staff/form/ConfirmAction.tsx'
import type { CropShape } from '../../../../components/staff/picture/cropShapes.ts'
import { UploadedPicture } from '../../../../components/UploadedPicture.tsx'
import { Box, Heading, Panel, Row } from '../../../../ui/layout.tsx'
import { NewPictureDialog } from '../NewPictureDialog.tsx'
import settingsClasses from '../Settings.module.css'
import classes from './Look.module.css'

const aspect = 3 / 2
const shape: CropShape = { aspect, isRound: false, leastWidth: 400 * aspect, mostWidth: 1_600 }

/** The picture of the building on the home page; none, until the owner has given one. */
export function BuildingPicture({ facility: { building } }: { facility: Facility }) {
  const seen = building?.url ?? ''
  const [file, setFile] = useState<File | null>(null)
  // The same file can be chosen again.
  const forget = useRef<() => void>(null)
  const [leaving, setLeaving] = useState<{ seen: string }>()
  const queryClient = useQueryClient()
  // Not read again: the server's copy of the facility may be a moment behind.
  const show = ({ building: next }: AnswerOf<'POST /api/settings/building'>) =>
    void queryClient.setQueryData(
      facilityQuery.queryKey,
      (known) => known && { ...known, building: next ?? undefined },
    )
  // It may have failed because of what another admin did.
  const look = () => void queryClient.invalidateQueries({ queryKey: facilityQuery.queryKey })
  return (
    <Panel padded className={classes.place} aria-label="Picture of the Building">
      <Row gap="md" className={classes.pane}>
        {building ? (
          <UploadedPicture {...building} widths={wideWidths} sizes="17rem" />
        ) : (
          <span className={settingsClasses.none}>No picture yet</span>
        )}
      </Row>
      <Heading as="h3" above="md" className={settingsClasses.subheading}>
        Picture of the Building
      </Heading>
      <p className={settingsClasses.none}>
        On the home page, beside the link to the map, so that people know it when they see it. JPEG or PNG.
      </p>
      <Box below="sm" className={settingsClasses.actions}>
        <FileButton accept="image/jpeg,image/png" onChange={setFile} resetRef={forget}>
          {(props) => (
            <Button
              {...props}
              variant="default"
              aria-label={`${building ? 'Replace' : 'Upload'}: Picture of the Building`}
            >
              {building ? 'Replace…' : 'Upload…'}
            </Button>
          )}
        </FileButton>
        {building && (
          <Button
            variant="subtle"
            aria-label="Delete: Picture of the Building"
            onClick={() => setLeaving({ seen })}
          >
            Delete
          </Button>
        )}
      </Box>
      <NewPictureDialog
        file={file}
        shape={shape}
        placeholder="The blue door, seen from the parking lot"
        send={async (alt, picture, once) => {
          try {
            show(await once('POST /api/settings/building', { alt, seen }, picture))
          } catch (error) {
            look()
            throw error
          }
        }}
        onClose={() => {
          forget.current?.()
          setFile(null)
        }}
      />
      <ConfirmAction
        of={leaving}
        onClose={() => setLeaving(undefined)}
        asks={{
          title: 'Delete this picture?',
          text: 'It is removed from the home page right away.',
          label: 'Delete Picture',
        }}
        send={(of, once) => once('DELETE /api/settings/building', of)}
        onDone={show}
        onRefused={look}
      />
    </Panel>
  )
}
