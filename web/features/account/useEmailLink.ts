import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { api, unwrap } from '../../api/client.ts'
import { sessionKey } from '../../api/session.ts'
import { readToken, useLinkSecret } from '../../components/useLinkSecret.ts'

/** Reads what a mailed link would confirm, and confirms it when asked. */
export function useEmailLink() {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const { secret } = useLinkSecret(readToken, () => {
    void navigate({ to: '/change-email', hash: '', replace: true })
  })
  const token = secret ?? ''
  const link = useQuery({
    queryKey: ['email-change-link', token],
    // Without a secret the server says what is wrong with the link.
    queryFn: ({ signal }) =>
      unwrap(api['email-change'].verify.$post({ json: { token: token || 'none' } }, { init: { signal } })),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnReconnect: false,
    refetchOnWindowFocus: false,
  })
  const confirm = useMutation({
    mutationFn: () => unwrap(api['email-change'].confirm.$post({ json: { token } })),
    onSuccess: ({ state }) => {
      if (state === 'completed') void queryClient.invalidateQueries({ queryKey: sessionKey })
      void queryClient.invalidateQueries({ queryKey: ['me', 'email-change'] })
    },
  })
  return { link, confirm }
}
