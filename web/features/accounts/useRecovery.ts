import { useQuery } from '@tanstack/react-query'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { isRefusal } from '../../api/apiError.ts'
import { call } from '../../api/call.ts'
import { useLinkSecret } from '../../components/useLinkSecret.ts'
import { recoverySentenceOf, texts } from './accountTexts.ts'
import type { AuthNotice } from './FormNotice.tsx'

export interface Recovery {
  /** 'open' while a new password may be set with the link, 'refused' when the link is not valid. */
  stage: 'none' | 'open' | 'refused'
  token: string
  /** Of the account, once the link is checked. */
  email: string
  /** Whether the link came with an invitation: the password is the first. */
  invited: boolean
  notice?: AuthNotice
  end: () => void
  refuse: () => void
}

/** The whole hash: whether it invites must outlive a reload, too. */
const readRecoveryHash = (hash: string): string | null => (readRecoveryLink(hash) ? hash : null)

/**
 * The recovery that a mailed link began. It is remembered until the path changes or the person goes on to another form
 * (spec 1 §2.1).
 */
export function useRecovery(): Recovery {
  const navigate = useNavigate()
  const { secret, forget } = useLinkSecret(readRecoveryHash, () => {
    void navigate({ to: '/auth', search: { mode: 'reset-password' }, hash: '', replace: true })
  })
  // Read from one address: the route's parameters may still be those of the previous one.
  const left = useLocation({
    select: ({ hash, search }) => readRecoveryLink(hash) === null && isOther(search),
  })
  const [refused, setRefused] = useState<string>()

  const { token, invited = false } = readRecoveryLink(secret ?? '') ?? { token: '' }
  const check = useQuery({
    queryKey: ['recovery', token],
    queryFn: ({ signal }) => call('POST /api/recovery/verify', { access_token: token }, { signal }),
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
    email: check.data?.email ?? '',
    invited,
    ...noticeOf(remembered, invalid && (invited ? texts.invitationInvalid : texts.linkInvalid), check.error),
    end: forget,
    refuse: () => setRefused(token),
  }
}

/** Whether the address asks for another form. */
const isOther = ({ mode }: { mode?: unknown }): boolean => mode === 'login' || mode === 'signup'

function noticeOf(
  remembered: boolean,
  invalid: string | false,
  error: Error | null,
): { notice?: AuthNotice } {
  if (!remembered) return {}
  if (invalid) return { notice: { kind: 'error', text: invalid } }
  return error ? { notice: { kind: 'error', text: recoverySentenceOf(error) } } : {}
}

/**
 * Reads the hash of a recovery link, `access_token=…&type=recovery` (spec 1 §2.1), or of an invitation, `type=invite`.
 * Null for any other hash; the token is empty if the link has none.
 */
export function readRecoveryLink(hash: string): { token: string; invited?: true } | null {
  const parameters = new URLSearchParams(hash.replace(/^#/, ''))
  const token = parameters.get('access_token') ?? ''
  const type = parameters.get('type')
  if (type === 'invite') return { token, invited: true }
  return type === 'recovery' ? { token } : null
}
