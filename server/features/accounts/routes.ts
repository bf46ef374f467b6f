import { getSession, verifyRecoveryToken } from '../../../shared/contract/accounts.ts'
import { endpoint, reply } from '../../http/endpoint.ts'
import { refuse } from '../../refusal.ts'

export const accountEndpoints = [
  endpoint(getSession, async (call) => {
    const user = await call.caller()
    return reply({
      profile: user?.profile ?? null,
      expires_at: user?.expiresAt.toISOString() ?? null,
      subscribed: user?.subscribed ?? false,
    })
  }),

  endpoint(verifyRecoveryToken, async ({ context, body, address }) => {
    const answer = await context.accounts.checkRecoveryToken(body.access_token, address)
    if (answer === 'limited') return refuse('too_many_requests')
    return answer === 'good' ? reply({ valid: true as const }) : refuse('recovery_link_invalid')
  }),
]
