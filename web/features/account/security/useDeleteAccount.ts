import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { isRefusal } from '../../../api/apiError.ts'
import { becomeSignedOut } from '../../../api/auth.ts'
import { api, unwrap } from '../../../api/client.ts'
import { deletionQuery } from '../../../api/queries/security.ts'
import { tellOtherTabs } from '../../../api/sessionChannel.ts'
import { toast } from '../../../ui/toast.ts'

/** Deletes the account and leaves as a sign-out does, in every tab. */
export function useDeleteAccount(onRefused: (error: Error) => void) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: (json: { current_password: string; confirmation: string }) =>
      unwrap(api.me.deletion.$post({ json })),
    onSuccess: async () => {
      await navigate({ to: '/' })
      becomeSignedOut(queryClient)
      tellOtherTabs('signed-out')
      toast.success('Your account is deleted. Goodbye, and good hitting!')
    },
    onError: (error) => {
      // Something was paid for since the dialog was opened: it says what.
      if (isRefusal(error, 'deletion_blocked')) void queryClient.invalidateQueries(deletionQuery)
      onRefused(error)
    },
  })
}
