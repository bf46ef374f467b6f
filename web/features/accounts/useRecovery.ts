import { useQuery } from '@tanstack/react-query'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { isRefusal } from '../../api/apiError.ts'
import { api, unwrap } from '../../api/client.ts'
import { useLinkSecret } from '../../components/useLinkSecret.ts'
import { recoverySentenceOf, texts } from './accountTexts.ts'
import type { AuthNotice } from './FormNotice.tsx'

export interface Recovery {
  /** 'open' while a new password may be set with the link, 'refused' when the link is not valid. */
  stage: 'none' | 'open' | 'refused'
  token: string
  notice?: AuthNotice
  end: () => void
  refuse: () => void
}

const readRecoveryToken = (hash: string): string | null => readRecoveryLink(hash)?.token ?? null

/**
 * The recovery that a mailed link began. It is remembered until the path changes or the person goes on to another form
 * (spec 1 §2.1).
 */
export function useRecovery(): Recovery {
  const navigate = useNavigate()
  const { secret, forget } = useLinkSecret(readRecoveryToken, () => {
    void navigate({ to: '/auth', search: { mode: 'reset-password' }, hash: '', replace: true })
  })
  // Read from one address: the route's parameters may still be those of the previous one.
  const left = useLocation({
    select: ({ hash, search }) => readRecoveryLink(hash) === null && isOther(search),
  })
  const [refused, setRefused] = useState<string>()

  const token = secret ?? ''
  const check = useQuery({
    queryKey: ['recovery', token],
    queryFn: ({ signal }) =>
      unwrap(api.recovery.verify.$post({ json: { access_token: token } }, { init: { signal } })),
    enabled: token !== '',
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnReconnect: false,
  })
  const invalid = (token !== '' && refused === token) || isRefusal(check.error, 'recovery_link_invalid')
  const remembered = secret !== null && !left

  return {
    stage: !remembered ? 'none' : invalid ? 'refused' : 'open',
    token,
    ...noticeOf(remembered, invalid, check.error),
    end: forget,
    refuse: () => setRefused(token),
  }
}

/** Whether the address asks for another form. */
const isOther = ({ mode }: { mode?: unknown }): boolean => mode === 'login' || mode === 'signup'

function noticeOf(remembered: boolean, invalid: boolean, error: Error | null): { notice?: AuthNotice } {
  if (!remembered) return {}
  if (invalid) return { notice: { kind: 'error', text: texts.linkInvalid } }
  return error ? { notice: { kind: 'error', text: recoverySentenceOf(error) } } : {}
}

/**
 * Reads the hash of a recovery link, `access_token=…&type=recovery` (spec 1 §2.1). Null for any other hash; the token is
 * empty if the link has none.
 */
export function readRecoveryLink(hash: string): { token: string } | null {
  const parameters = new URLSearchParams(hash.replace(/^#/, ''))
  if (parameters.get('type') !== 'recovery') return null
  return { token: parameters.get('access_token') ?? '' }
}
