import {
  checkProof,
  getSecondFactor,
  proveIdentity,
  resetSecondFactor,
} from '../../../../shared/contract/accounts/secondFactor.ts'
import { transaction } from '../../../db/database.ts'
import { PRIVATE } from '../../../http/answers/problem.ts'
import { type Call, endpoint, reply } from '../../../http/endpoint.ts'
import { refuseTooMany } from '../../../http/limits/rateLimits.ts'
import { Refusal, refuse } from '../../../refusal.ts'
import { noteRefusal, recordEvent } from '../accountEvents.ts'
import { provePassword } from '../passwords/provePassword.ts'
import { isDue } from '../sessions.ts'
import { resetSecondFactorOf } from './codes.ts'

export const secondFactorEndpoints = [
  endpoint(getSecondFactor, async ({ context, user }) => {
    const enabled = user.secondFactor === 'on'
    return reply({
      enabled,
      required: isDue(context.config, user.accountRole),
      recovery_codes_left: enabled ? await context.accounts.recoveryCodesLeft(user.profile.id) : 0,
    })
  }),

  // Not under an idempotency key, which would store a digest of the secret.
  endpoint(proveIdentity, async (call) => {
    const { context, user, body } = call
    const refused =
      user.secondFactor === 'on'
        ? await refuseCode(call, body.code ?? '')
        : await provePassword(call, body.password ?? '')
    if (refused) return refused
    const response = new Response(null, { status: 204, headers: PRIVATE })
    for (const cookie of await context.accounts.noteProof(call.request.headers, user.sessionId))
      response.headers.append('set-cookie', cookie)
    return response
  }),

  endpoint(checkProof, () => reply(null)),

  endpoint(resetSecondFactor, async (call) => {
    const { context, actor, params, user, address, request } = call
    if (params.user_id === user.profile.id) return refuse('own_account_refused')
    const reset = await transaction(context.db, actor, async (tx) => {
      const owner = await tx
        .selectFrom('profiles')
        .select(['id', 'full_name', 'email'])
        .where('id', '=', params.user_id)
        .forUpdate()
        .executeTakeFirst()
      if (!owner) return refuse('user_not_found')
      if (!(await resetSecondFactorOf(tx, owner))) return refuse('second_factor_off')
      await recordEvent(
        { db: tx, log: context.log, actor },
        { address, headers: request.headers },
        { event: 'second_factor_reset', account: owner.id },
      )
      return null
    })
    context.accounts.forgetSessions()
    return reset instanceof Refusal ? reset : reply(null)
  }),
]

/** Wrong codes are counted per session, as wrong passwords are (provePassword.ts). */
async function refuseCode(call: Call<typeof proveIdentity>, code: string): Promise<Refusal | null> {
  const { context, user, actor, address, request } = call
  const limit = { name: 'code proof in', subject: user.sessionId, most: 10, seconds: 900 }
  const tooMany = await refuseTooMany(context.limits, limit)
  if (tooMany) return tooMany
  if (await context.accounts.isCodeOf(user.profile.id, code, request.headers)) {
    await context.limits.restore(limit)
    return null
  }
  noteRefusal(
    { ...context, actor },
    { address, headers: request.headers },
    { event: 'second_factor_refused', account: user.profile.id, reason: 'wrong_code' },
  )
  return refuse('one_time_code_wrong')
}
