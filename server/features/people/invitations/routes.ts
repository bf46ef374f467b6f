import {
  acceptProfileInvitation,
  createProfileInvitation,
  getProfileInvitation,
  revokeProfileInvitation,
  verifyProfileInvitation,
} from '../../../../shared/contract/people/profileInvitations.ts'
import { transaction } from '../../../db/database.ts'
import { endpoint, reply } from '../../../http/endpoint.ts'
import { runCommand } from '../../../http/idempotency.ts'
import { type Limit, networkOf, refuseTooMany } from '../../../http/limits/rateLimits.ts'
import { Refusal, refuse } from '../../../refusal.ts'
import { momentOf } from '../../households/routes.ts'
import { acceptInvitation } from './accept.ts'
import {
  createInvitation,
  findOpenInvitation,
  readInvitation,
  refuseProfile,
  revokeInvitation,
} from './invitations.ts'

/** Invitations to take over a profile that staff entered without an email: links to copy and to print (decision record 096). */
export const profileInvitationEndpoints = [
  endpoint(getProfileInvitation, async ({ db, now, query }) => {
    const refused = await refuseProfile(db, query)
    return refused ?? reply(await findOpenInvitation(db, query, now))
  }),

  // Not under an idempotency key, which would store the answer with the secret. A repeated request makes another link.
  endpoint(createProfileInvitation, async ({ context, db, now, user, body, actor }) => {
    if (body.kind === 'coach' && user.profile.role !== 'admin') return refuse('forbidden')
    const limit = { name: 'profile invitation by', subject: user.profile.id, most: 60, seconds: 3_600 }
    const tooMany = await refuseTooMany(context.limits, limit)
    if (tooMany) return tooMany
    return transaction(db, actor, async (tx) => {
      const token = await createInvitation(tx, body, { userId: user.profile.id, now })
      if (token instanceof Refusal) return token
      const made = await findOpenInvitation(tx, body, now)
      if (!made) throw new Error('An invitation that was just made is gone.')
      // The secret is in the fragment, which browsers do not send, so that no server logs it.
      return reply({ ...made, url: `${context.publicUrl()}/invitation#token=${token}` })
    })
  }),

  endpoint(revokeProfileInvitation, (call) =>
    runCommand(call, async (tx) => {
      const revoked = await revokeInvitation(tx, call.params.id)
      if (!revoked) return refuse('invitation_not_found')
      // A refusal rolls the deletion back.
      return revoked.isCoach && call.user.profile.role !== 'admin' ? refuse('forbidden') : reply(null)
    }),
  ),

  endpoint(verifyProfileInvitation, async ({ context, db, now, body, address }) => {
    const tooMany = await refuseTooMany(context.limits, linksFrom(address))
    if (tooMany) return tooMany
    const found = await readInvitation(db, body.token, now)
    return found ? reply(found) : refuse('invitation_link_invalid')
  }),

  // Not under an idempotency key, which would store a digest of the secret. It is safe to repeat.
  endpoint(acceptProfileInvitation, async ({ context, db, user, body, address, actor }) => {
    const tooMany = await refuseTooMany(context.limits, linksFrom(address))
    if (tooMany) return tooMany
    const at = await momentOf(context)
    const accepted = await transaction(db, actor, (tx) => acceptInvitation(tx, user, body.token, at))
    context.accounts.forgetSessions()
    return accepted instanceof Refusal ? accepted : reply(accepted)
  }),
]

/** Limits attempts with invalid secrets. They cannot be guessed; this bounds the work. */
const linksFrom = (address: string): Limit => ({
  name: 'profile invitation link from',
  subject: networkOf(address),
  most: 60,
  seconds: 900,
})
