import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import type { StaffCoach } from '../../../../shared/contract/lessons/staffCoaches.ts'
import { staffCoachQuery } from '../../../api/queries/staffCoaches.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { ErrorAlert } from '../../../ui/staff/ErrorAlert.tsx'
import { ProfilePicture } from './ProfilePicture.tsx'
import { type CroppedPicture, usePictureUpload } from './usePictureUpload.ts'

const PictureCrop = lazy(() => import('./PictureCrop.tsx'))

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
  const [waiting, setWaiting] = useState<CroppedPicture>()

  async function store(cropped: CroppedPicture) {
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
        <Suspense fallback={<Skeleton height="24rem" />}>
          <PictureCrop
            file={chosen}
            onDone={(cropped) => void store(cropped)}
            onCancel={() => setChosen(undefined)}
          />
        </Suspense>
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
