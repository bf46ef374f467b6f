import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import { emailAddress, enteredPassword, oneLineOrNone, personName } from '../../../../shared/contract/text.ts'
import { type Tx, transaction } from '../../../db/database.ts'
import { NOT_A_PHONE_NUMBER, readPhone } from '../../../phoneNumber.ts'
import { Refusal } from '../../../refusal.ts'
import { type AccountCall, type AccountServices, callbackURL, operation } from '../accountCall.ts'
import { refused, refusedForNow, succeeded } from '../answers.ts'
import { refusePasswordFor } from '../passwords/passwordRules.ts'
import { tokenHash } from '../secretToken.ts'
import { knownDeviceCookie } from '../signIn.ts'
import { enqueueSignUpMail } from './confirmation.ts'
import { confirmLinked, hashOfSignUp, LINK_MILLISECONDS, tokenOfSignUp } from './pendingSignUps.ts'
import { allowClaim, waitingCookie } from './waiting.ts'

/** Every sign-up takes at least this long, so that response time does not reveal which addresses are known. */
const FLOOR_MILLISECONDS = 400

const body = z.object({
  name: personName(100),
  email: emailAddress,
  password: enteredPassword,
  phone_number: oneLineOrNone(40)
    .nullish()
    .transform((phone, issues) => {
      if (!phone) return null
      const number = readPhone(phone)
      if (number === null) issues.addIssue({ code: 'custom', message: NOT_A_PHONE_NUMBER })
      return number
    }),
  /** Not part of the specification's call: if omitted, acceptance of the terms is not recorded. */
  terms_accepted: z.boolean().optional(),
  callbackURL,
  /** The secret of an invitation to a family, which was mailed to one address: it proves that address. */
  invitation_token: z.string().min(1).max(200).optional(),
  /** Hidden from people; only programs fill it in (decision 27). */
  website: z.string().max(500).optional(),
})
type SignUp = z.output<typeof body>

/**
 * Stores the sign-up and mails the link that creates its account (spec 1 §2.9, decision 23); whoever was invited at this
 * address has opened a mailed link already, and claims the session at once. An address that
 * has a confirmed account gets the same answer after the same work, and its owner a note (decision 22).
 */
export const signUp = operation({
  body,
  async run(services, call) {
    const { config, db, limits } = services
    const { email, password, name, website, terms_accepted, phone_number } = call.body
    const { network } = call
    // One after the other: attempts refused for their network must not count against the address.
    const wait =
      (await limits.take(
        { name: 'sign-up from', subject: network, most: 30, seconds: 600 },
        { name: 'sign-up of and from', subject: `${email} ${network}`, most: 5, seconds: 600 },
      )) ?? (await limits.take({ name: 'sign-up of', subject: email, most: 15, seconds: 600 }))
    if (wait) return refusedForNow(wait)
    if (terms_accepted === false) return refused('terms_not_accepted')
    const person = { full_name: name, email, role: 'user', phone_number } as const
    const weak = await refusePasswordFor(db, config, person, password)
    if (weak) return refused(weak.code, { message: weak.message })
    const floor = delay(FLOOR_MILLISECONDS)
    const id = randomUUID()
    if (!website) await keep(services, call, id)
    await floor
    // So that the page of the link recognizes the browser that signed up, and this one can be signed in with it.
    return succeeded([knownDeviceCookie(services, call.headers, id), waitingCookie(services, id)])
  },
})

async function keep(
  services: AccountServices,
  { body, actor }: AccountCall<SignUp>,
  id: string,
): Promise<void> {
  const { clock, db } = services
  const { name, email, password, phone_number, terms_accepted, callbackURL, invitation_token } = body
  const now = clock.now()
  const signUp = { id, email, full_name: name }
  const password_hash = await hashOfSignUp(services, email, password)
  await transaction(db, actor, async (tx) => {
    await tx
      .insertInto('pending_sign_ups')
      .values({
        ...signUp,
        phone_number,
        password_hash,
        terms_accepted_at: terms_accepted ? now : null,
        return_to: callbackURL ?? null,
        token_hash: tokenHash(tokenOfSignUp(services, signUp.id)),
        expires_at: new Date(now.getTime() + LINK_MILLISECONDS),
        created_at: now,
      })
      .execute()
    if (await isInvited(tx, { email, invitation_token, now })) {
      const made = await confirmLinked(tx, { token: tokenOfSignUp(services, id), now })
      if (!(made instanceof Refusal)) return allowClaim(tx, { ...made, now })
    }
    await enqueueSignUpMail(tx, services, signUp)
  })
}

/** Whether the link of an open invitation to exactly this address was opened. */
async function isInvited(
  tx: Tx,
  { email, invitation_token, now }: Pick<SignUp, 'email' | 'invitation_token'> & { now: Date },
): Promise<boolean> {
  if (invitation_token === undefined) return false
  const invitation = await tx
    .selectFrom('household_invitations')
    .select('id')
    .where('token_hash', '=', tokenHash(invitation_token))
    .where('email', '=', email)
    .where('accepted_at', 'is', null)
    .where('declined_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return invitation !== undefined
}
