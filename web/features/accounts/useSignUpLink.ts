import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { confirmSignUp, sendConfirmation } from '../../api/auth.ts'
import { api, problemOf, unwrap } from '../../api/client.ts'
import { readToken, useLinkSecret } from '../../components/useLinkSecret.ts'
import { toast } from '../../ui/toast.ts'
import { texts } from './accountTexts.ts'
import { ownPath } from './ownPath.ts'

/** Reads what a confirmation link would make an account of. Confirms it, deletes it, or has it mailed again, when asked. */
export function useSignUpLink() {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const { history } = useRouter()
  const { secret } = useLinkSecret(readToken, () => {
    void navigate({ to: '/confirm-email', hash: '', replace: true })
  })
  const token = secret ?? ''
  const queryKey = ['sign-up-link', token]

  const link = useQuery({
    queryKey,
    // Sent without a secret too: the server says what is wrong with the link.
    queryFn: ({ signal }) =>
      unwrap(api['sign-up'].verify.$post({ json: { token: token || 'none' } }, { init: { signal } })),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnReconnect: false,
    refetchOnWindowFocus: false,
  })
  const next = ownPath(link.data?.return_to) ?? '/'
  const confirm = useMutation({
    mutationFn: () => confirmSignUp(queryClient, token),
    onSuccess: ({ profile }) => {
      // The account exists; if there is no session, the browser refuses cookies.
      if (!profile) return queryClient.invalidateQueries({ queryKey })
      toast.success(texts.confirmed)
      history.replace(next)
    },
    // The link may have been used or have expired meanwhile: then the page says so.
    onError: () => queryClient.invalidateQueries({ queryKey }),
  })
  const mailAgain = useMutation({ mutationFn: () => sendConfirmation({ token }) })
  const discard = useMutation({
    mutationFn: async () => {
      const response = await api['sign-up'].discard.$post({ json: { token } })
      if (!response.ok) throw await problemOf(response)
    },
    onError: () => queryClient.invalidateQueries({ queryKey }),
  })
  return { link, confirm, discard, mailAgain, next }
}
