import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { accountTouches } from '../../../api/accountTouches.ts'
import { isTemporary } from '../../../api/apiError.ts'
import { call } from '../../../api/call.ts'
import { receivedInvitationsQuery } from '../../../api/queries/household.ts'
import { useSession } from '../../../api/session.ts'
import { useAttempt } from '../../../api/useAttempt.ts'
import { readToken, useLinkSecret } from '../../../components/useLinkSecret.ts'

/** An invitation to be answered, by its link or by the invited address. */
export interface OpenInvitation {
  readonly key: string
  readonly answer: { token: string } | { id: string }
  readonly state: 'open' | 'accepted' | 'declined'
  readonly invited_by: string
  readonly first_names: readonly string[]
  /** The invited address; null where it is the caller's own. */
  readonly email: string | null
  readonly is_mine: boolean
}

/** The invitation of the page's link, or those to the signed-in person's address, and answering it. */
export function useFamilyInvitation() {
  const navigate = useNavigate()
  const session = useSession()
  const signedIn = session.status === 'signed-in'
  const { secret, forget } = useLinkSecret(readToken, () => {
    void navigate({ to: '/family-invitation', hash: '', replace: true })
  })
  const link = useQuery({
    queryKey: ['family-invitation-link', secret, signedIn ? session.profile.id : null],
    queryFn: ({ signal }) =>
      call('POST /api/household-invitations/verify', { token: secret ?? '' }, { signal }),
    enabled: secret !== null && session.status !== 'loading',
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnReconnect: false,
    refetchOnWindowFocus: false,
  })
  const received = useQuery({ ...receivedInvitationsQuery, enabled: secret === null && signedIn })
  const [ended, setEnded] = useState<{ accepted: string[] } | 'declined'>()
  const acceptance = useAttempt({
    send: (json: OpenInvitation['answer'], once) => once('POST /api/household-invitations/accept', json),
    touches: accountTouches,
  })
  const refusal = useAttempt({
    send: (json: OpenInvitation['answer'], once) => once('POST /api/household-invitations/decline', json),
    touches: accountTouches,
  })

  async function accept({ answer }: OpenInvitation) {
    refusal.forgetError()
    const outcome = await acceptance.attempt(answer)
    if (!outcome || !('answer' in outcome)) return
    setEnded({ accepted: outcome.answer.participants.map(({ name }) => name) })
    forget()
  }
  async function decline({ answer }: OpenInvitation) {
    acceptance.forgetError()
    const outcome = await refusal.attempt(answer)
    if (!outcome || !('answer' in outcome)) return
    setEnded('declined')
    forget()
  }

  const asked = secret === null ? received : link
  return {
    withoutLink: secret === null,
    invitations: secret === null ? received.data?.map(byAddress) : link.data && [byLink(secret, link.data)],
    /** The names of the people, once it is accepted here. */
    accepted: typeof ended === 'object' ? ended.accepted : undefined,
    declined: ended === 'declined' ? 'now' : link.data?.state === 'declined' ? 'before' : undefined,
    error: asked.data ? null : asked.error,
    retry: isTemporary(asked.error) ? () => void asked.refetch() : undefined,
    /** Why it could not be answered. */
    problem: acceptance.error ?? refusal.error,
    accept,
    accepting: acceptance.isPending,
    decline,
    declining: refusal.isPending,
  }
}

const byAddress = ({
  id,
  invited_by,
  first_names,
}: {
  id: string
  invited_by: string
  first_names: string[]
}): OpenInvitation => ({
  key: id,
  answer: { id },
  state: 'open',
  invited_by,
  first_names,
  email: null,
  is_mine: true,
})

function byLink(
  token: string,
  found: Omit<OpenInvitation, 'key' | 'answer' | 'is_mine'> & { is_mine: boolean | null },
): OpenInvitation {
  const { state, invited_by, first_names, email } = found
  return {
    key: token,
    answer: { token },
    state,
    invited_by,
    first_names,
    email,
    is_mine: found.is_mine === true,
  }
}
