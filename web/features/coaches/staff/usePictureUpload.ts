import { api, unwrap } from '../../../api/client.ts'
import { type CroppedPicture, refreshCoachProfile, uploadPicture } from '../../../api/queries/ownCoach.ts'
import { useAttempt } from '../../../api/useAttempt.ts'
import { toast } from '../../../ui/toast.ts'

export interface PictureUpload {
  /** True once the picture is stored. */
  upload: (picture: CroppedPicture) => Promise<boolean>
  remove: () => Promise<void>
  isPending: boolean
  error: Error | null
}

/** Stores and removes the coach's picture, and says so. */
export function usePictureUpload(): PictureUpload {
  const sent = useAttempt({
    send: uploadPicture,
    refresh: refreshCoachProfile,
    pendingUntilRefreshed: true,
  })
  const removed = useAttempt({
    send: (_: null, once) => unwrap(api.coach.profile.picture.$delete({}, once({}))),
    refresh: refreshCoachProfile,
    pendingUntilRefreshed: true,
  })
  return {
    async upload(picture) {
      removed.forgetError()
      const outcome = await sent.attempt(picture)
      if (!outcome || !('answer' in outcome)) return false
      toast.success('Image uploaded successfully!')
      return true
    },
    async remove() {
      sent.forgetError()
      const outcome = await removed.attempt(null)
      if (outcome && 'answer' in outcome) toast.success('Picture removed.')
    },
    isPending: sent.isPending || removed.isPending,
    error: sent.error ?? removed.error,
  }
}
