import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { StaffCoach } from '../../../../shared/contract/lessons/staffCoaches.ts'
import { staffCoachQuery } from '../../../api/queries/staffCoaches.ts'
import { CropStep } from '../../../components/staff/picture/CropStep.tsx'
import { portraitShape } from '../../../components/staff/picture/cropShapes.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { ErrorAlert } from '../../../ui/staff/ErrorAlert.tsx'
import { ProfilePicture } from './ProfilePicture.tsx'
import { usePictureUpload } from './usePictureUpload.ts'

interface CoachPictureDialogProps {
  coach: Pick<StaffCoach, 'id' | 'name'>
  onClose: () => void
}

/** The picture of a coach, chosen and cropped by an admin: a coach without an account has nobody else to do it. */
export default function CoachPictureDialog({ coach, onClose }: CoachPictureDialogProps) {
  const profile = useQuery(staffCoachQuery(coach.id))
  const picture = usePictureUpload(coach.id)
  const [chosen, setChosen] = useState<File>()
  /** Cropped, and not stored yet. */
  const [waiting, setWaiting] = useState<File>()

  async function store(cropped: File) {
    setChosen(undefined)
    setWaiting(cropped)
    if (await picture.upload(cropped)) setWaiting(undefined)
  }

  return (
    <Dialog
      opened
      onClose={chosen ? () => setChosen(undefined) : onClose}
      title={chosen ? 'Crop the Picture' : `Picture of ${coach.name}`}
      long
      wide={chosen !== undefined}
    >
      {profile.error && !profile.data && (
        <ErrorAlert error={profile.error} onRetry={() => void profile.refetch()} />
      )}
      {!profile.data && !profile.error && <Skeleton height="9rem" />}
      {chosen && (
        <CropStep
          file={chosen}
          shape={portraitShape}
          onDone={(cropped) => void store(cropped)}
          onCancel={() => setChosen(undefined)}
        />
      )}
      {profile.data && !chosen && (
        <ProfilePicture
          profile={profile.data}
          waiting={waiting}
          picture={picture}
          onChoose={setChosen}
          onRetry={() => waiting && void store(waiting)}
        />
      )}
    </Dialog>
  )
}
