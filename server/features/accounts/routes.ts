import {
  discardSignUp,
  getSession,
  getSetup,
  judgePassword,
  verifyRecoveryToken,
  verifySignUpLink,
} from '../../../shared/contract/accounts/accounts.ts'
import { transaction } from '../../db/database.ts'
import { endpoint, reply } from '../../http/endpoint.ts'
import { type Limit, networkOf, refuseTooMany } from '../../http/limits/rateLimits.ts'
import { refuse } from '../../refusal.ts'
import { refusePasswordFor } from './passwords/passwordRules.ts'
import { recoveryLimit } from './passwords/recovery.ts'
import { isOwnBrowser } from './signUp/confirmation.ts'
import { hasNoAdmin } from './signUp/ownerSetup.ts'
import { discardLinked, findLinked } from './signUp/pendingSignUps.ts'

export const accountEndpoints = [
  endpoint(getSession, async (call) => {
    const user = await call.caller()
    return reply({
      profile: user && { ...user.profile, role: user.accountRole },
      expires_at: user?.expiresAt.toISOString() ?? null,
      subscribed: user?.subscribed ?? false,
      second_factor: user?.secondFactor ?? 'off',
    })
  }),

  endpoint(getSetup, async ({ db }) =>
    (await hasNoAdmin(db)) ? reply({ open: true as const }) : refuse('not_found'),
  ),

  endpoint(verifyRecoveryToken, async ({ context, body, address }) => {
    const tooMany = await refuseTooMany(context.limits, recoveryLimit(networkOf(address)))
    if (tooMany) return tooMany
    const owner = await context.accounts.recoveringOwner(body.access_token)
    return owner ? reply({ valid: true as const, email: owner.email }) : refuse('recovery_link_invalid')
  }),

  endpoint(judgePassword, async ({ context, db, body, address, caller }) => {
    const { password, full_name = '', email = '', access_token = '' } = body
    const tooMany = await refuseTooMany(context.limits, judgedFrom(address))
    if (tooMany) return tooMany
    const owner = (access_token && (await context.accounts.recoveringOwner(access_token))) ||
      (await caller())?.profile || { full_name, email, role: 'user' as const }
    const refusal = await refusePasswordFor(db, context.config, owner, password)
    return reply({ refusal: refusal?.message ?? null })
  }),

  endpoint(verifySignUpLink, async ({ context, db, now, body, address, request }) => {
    const tooMany = await refuseTooMany(context.limits, linksFrom(address))
    if (tooMany) return tooMany
    const signUp = await findLinked(db, body.token)
    if (!signUp) return refuse('confirmation_link_invalid')
    const state = stateOf(signUp, now)
    const open = state === 'open'
    return reply({
      state,
      email: signUp.email,
      full_name: open ? signUp.full_name : null,
      phone_number: open ? signUp.phone_number : null,
      signed_up_at: signUp.created_at.toISOString(),
      own_browser: isOwnBrowser(context, request.headers, signUp.id),
      others: Number(signUp.others ?? 0),
      return_to: signUp.return_to,
    })
  }),

  // Not under an idempotency key, which would store a digest of the secret. Deleting is idempotent anyway.
  endpoint(discardSignUp, async ({ context, db, body, address, actor }) => {
    const tooMany = await refuseTooMany(context.limits, linksFrom(address))
    if (tooMany) return tooMany
    return (await transaction(db, actor, (tx) => discardLinked(tx, body.token))) ?? reply(null)
  }),
]

/** Limits attempts with invalid secrets. They cannot be guessed; this bounds the work. */
const linksFrom = (address: string): Limit => ({
  name: 'sign-up link from',
  subject: networkOf(address),
  most: 60,
  seconds: 900,
})

/** Each costs 25 ms of work; several people behind one address may be choosing at once. */
const judgedFrom = (address: string): Limit => ({
  name: 'password judged from',
  subject: networkOf(address),
  most: 200,
  seconds: 900,
})

function stateOf(
  signUp: { confirmed_at: Date | null; expires_at: Date; taken: unknown },
  now: Date,
): 'open' | 'expired' | 'confirmed' | 'account_exists' {
  if (signUp.confirmed_at) return 'confirmed'
  if (signUp.taken) return 'account_exists'
  return signUp.expires_at > now ? 'open' : 'expired'
}
