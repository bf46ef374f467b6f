import { Button, FileButton } from '@mantine/core'
import { useState } from 'react'
import type { OwnCoachProfile } from '../../../../shared/contract/lessons/coachProfile.ts'
import { MOST_PICTURE_BYTES } from '../../../../shared/domain/facility/pictureWidths.ts'
import { Row, Text } from '../../../ui/layout.tsx'
import { ErrorAlert } from '../../../ui/staff/ErrorAlert.tsx'
import { useObjectUrl } from '../../../ui/useObjectUrl.ts'
import { CoachPortrait } from '../CoachPortrait.tsx'
import classes from './ProfileSetup.module.css'
import type { PictureUpload } from './usePictureUpload.ts'

interface ProfilePictureProps {
  profile: Pick<OwnCoachProfile, 'id' | 'name' | 'profile_image_url'>
  /** A cropped picture that is not stored yet. */
  waiting: File | undefined
  picture: PictureUpload
  /** Gets a file that is a PNG or JPEG by its first bytes. */
  onChoose: (file: File) => void
  onRetry: () => void
}

/** The coach's picture as clients see it, with the buttons to change it. */
export function ProfilePicture({ profile, waiting, picture, onChoose, onRetry }: ProfilePictureProps) {
  const [problem, setProblem] = useState<Error>()
  const preview = useObjectUrl(waiting)
  const shown = { name: profile.name, profile_image_url: preview ?? profile.profile_image_url }

  async function choose(file: File | null) {
    if (!file) return
    const wrong = await problemOf(file)
    setProblem(wrong)
    if (!wrong) onChoose(file)
  }

  return (
    <section className={classes.picture} aria-label="Profile picture">
      <CoachPortrait coach={shown} className={classes.portrait} sizes="8rem" />
      <Row>
        <FileButton accept="image/png,image/jpeg" onChange={(file) => void choose(file)} resetRef={forget}>
          {(props) => (
            <Button {...props} variant="default" loading={picture.isPending}>
              {shown.profile_image_url ? 'Change Picture' : 'Add Picture'}
            </Button>
          )}
        </FileButton>
        {profile.profile_image_url && !waiting && (
          <Button
            variant="subtle"
            color="navy"
            disabled={picture.isPending}
            onClick={() => void picture.remove()}
          >
            Remove
          </Button>
        )}
      </Row>
      <Text tone="dim" size="md" className={classes.hint}>
        PNG or JPEG, at most 10 MB. You choose the part that is shown.
      </Text>
      {problem && (
        <div className={classes.problem}>
          <ErrorAlert error={problem} text={problem.message} />
        </div>
      )}
      {picture.error && (
        <div className={classes.problem}>
          <ErrorAlert
            error={picture.error}
            text={`Upload failed: ${picture.error.message}`}
            {...(waiting && profile.id ? { onRetry } : {})}
          />
        </div>
      )}
    </section>
  )
}

/** The same file can be chosen twice in a row. */
const forget = { current: null }

const signatures = [
  [0x89, 0x50, 0x4e, 0x47],
  [0xff, 0xd8, 0xff],
]

/** What a picture is says its content, not its name. */
async function problemOf(file: File): Promise<Error | undefined> {
  if (file.size > MOST_PICTURE_BYTES)
    return new Error('That file has more than 10 MB. Please choose a smaller one.')
  const head = new Uint8Array(await file.slice(0, 4).arrayBuffer())
  const known = signatures.some((signature) => signature.every((byte, index) => head[index] === byte))
  return known ? undefined : new Error('Please choose a PNG or JPEG picture.')
}
