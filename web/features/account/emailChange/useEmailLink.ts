import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { api, unwrap } from '../../../api/client.ts'
import { sessionKey } from '../../../api/session.ts'

/**
 * Takes the secret of a mailed link out of the address bar at once, looks what it would confirm, and confirms it when
 * asked. The secret is kept in the page's memory only.
 */
export function useEmailLink() {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const hash = useLocation({ select: (location) => location.hash })
  const [token, setToken] = useState(() => tokenOf(hash))

  useEffect(() => {
    const found = tokenOf(hash)
    if (!found) return
    setToken(found)
    void navigate({ to: '/change-email', hash: '', replace: true })
  }, [hash, navigate])

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

const tokenOf = (hash: string): string => new URLSearchParams(hash.replace(/^#/, '')).get('token') ?? ''
