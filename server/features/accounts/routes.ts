import { getSession, verifyRecoveryToken, verifySignUpLink } from '../../../shared/contract/accounts.ts'
import { endpoint, reply } from '../../http/endpoint.ts'
import { networkOf, refuseTooMany } from '../../http/rateLimits.ts'
import { refuse } from '../../refusal.ts'
import { findLinked } from './pendingSignUps.ts'

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

  endpoint(verifySignUpLink, async ({ context, body, address }) => {
    const tooMany = await refuseTooMany(context.limits, {
      name: 'sign-up link from',
      subject: networkOf(address),
      most: 60,
      seconds: 900,
    })
    if (tooMany) return tooMany
    const signUp = await findLinked(context.db, body.token)
    if (!signUp) return refuse('confirmation_link_invalid')
    const state = stateOf(signUp, context.clock.now())
    const open = state === 'open'
    return reply({
      state,
      email: signUp.email,
      full_name: open ? signUp.full_name : null,
      phone_number: open ? signUp.phone_number : null,
      signed_up_at: signUp.created_at.toISOString(),
      others: Number(signUp.others ?? 0),
      return_to: signUp.return_to,
    })
  }),
]

function stateOf(
  signUp: { confirmed_at: Date | null; expires_at: Date; taken: unknown },
  now: Date,
): 'open' | 'expired' | 'confirmed' | 'account_exists' {
  if (signUp.confirmed_at) return 'confirmed'
  if (signUp.taken) return 'account_exists'
  return signUp.expires_at > now ? 'open' : 'expired'
}
