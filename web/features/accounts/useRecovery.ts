import { useQuery } from '@tanstack/react-query'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { isRefusal } from '../../api/apiError.ts'
import { api, unwrap } from '../../api/client.ts'
import { recoverySentenceOf, texts } from './accountTexts.ts'
import type { AuthNotice } from './FormNotice.tsx'
import { readRecoveryLink } from './recoveryLink.ts'

export interface Recovery {
  /** 'open' while a new password may be set with the link, 'refused' when the link is not good. */
  stage: 'none' | 'open' | 'refused'
  token: string
  notice?: AuthNotice
  end: () => void
  refuse: () => void
}

/**
 * Takes the token of a recovery link out of the address bar at once and remembers it until the path changes or the
 * person goes on to another form (spec 1 §2.1). It is kept in the page's memory only.
 */
export function useRecovery(mode: string | undefined): Recovery {
  const navigate = useNavigate()
  const hash = useLocation({ select: (location) => location.hash })
  const [link, setLink] = useState(() => readRecoveryLink(hash))
  const [refused, setRefused] = useState(false)

  useEffect(() => {
    const found = readRecoveryLink(hash)
    if (!found) return
    setLink(found)
    setRefused(false)
    void navigate({ to: '/auth', search: { mode: 'reset-password' }, hash: '', replace: true })
  }, [hash, navigate])

  const token = link?.token ?? ''
  const check = useQuery({
    queryKey: ['recovery', token],
    queryFn: ({ signal }) =>
      unwrap(api.recovery.verify.$post({ json: { access_token: token } }, { init: { signal } })),
    enabled: token !== '',
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnReconnect: false,
  })
  const invalid = refused || isRefusal(check.error, 'recovery_link_invalid')
  const arriving = readRecoveryLink(hash) !== null
  const remembered = link !== null && (arriving || mode === 'reset-password')

  return {
    stage: !remembered ? 'none' : invalid ? 'refused' : 'open',
    token,
    ...noticeOf(remembered, invalid, check.error),
    end: () => setLink(null),
    refuse: () => setRefused(true),
  }
}

function noticeOf(remembered: boolean, invalid: boolean, error: Error | null): { notice?: AuthNotice } {
  if (!remembered) return {}
  if (invalid) return { notice: { kind: 'error', text: texts.linkInvalid } }
  return error ? { notice: { kind: 'error', text: recoverySentenceOf(error) } } : {}
}
