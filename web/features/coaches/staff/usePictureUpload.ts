import { touches } from '../../../api/touches.ts'
import { useAttempt } from '../../../api/useAttempt.ts'
import { toast } from '../../../ui/toast.ts'

export interface PictureUpload {
  /** True once the picture is stored. */
  upload: (picture: File) => Promise<boolean>
  remove: () => Promise<void>
  isPending: boolean
  error: Error | null
}

/**
 * Stores and removes a coach's picture, and says so.
 *
 * @param coachId of another coach, by an admin; without it the coach's own.
 */
export function usePictureUpload(coachId?: string): PictureUpload {
  const sent = useAttempt({
    send: (picture: File, once): Promise<unknown> =>
      coachId === undefined
        ? once('PUT /api/coach/profile/picture', {}, picture)
        : once('PUT /api/admin/coaches/:id/picture', { id: coachId }, picture),
    touches: touches.coachProfile,
    pendingUntilRefreshed: true,
  })
  const removed = useAttempt({
    send: (_: null, once): Promise<unknown> =>
      coachId === undefined
        ? once('DELETE /api/coach/profile/picture', {})
        : once('DELETE /api/admin/coaches/:id/picture', { id: coachId }),
    touches: touches.coachProfile,
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
