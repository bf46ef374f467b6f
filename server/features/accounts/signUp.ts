import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { isAPIError } from 'better-auth/api'
import { z } from 'zod'
import { emailAddress, oneLine } from '../../../shared/contract/text.ts'
import { type Db, system, transaction } from '../../db/database.ts'
import { enqueueMessage } from '../messages/commands.ts'
import { type AccountCall, type AccountServices, anyPassword, callbackURL, operation } from './accountCall.ts'
import { refused, refusedForNow, succeeded } from './answers.ts'
import { enqueueConfirmation } from './confirmation.ts'
import { refusePasswordFor } from './passwordRules.ts'
import { hashPassword } from './passwords.ts'

/** Every sign-up takes at least this long, so that a stopwatch does not tell which addresses are known. */
const FLOOR_MILLISECONDS = 400

const body = z.object({
  name: oneLine(100),
  email: emailAddress,
  password: anyPassword,
  phone_number: z
    .string()
    .trim()
    .max(40)
    .regex(/^\P{Cc}*$/u, 'Use printable characters.')
    .nullish()
    .transform((phone) => phone || null),
  /** The specification's own call says nothing of them: then it is not put down that they were accepted. */
  terms_accepted: z.boolean().optional(),
  callbackURL,
  /** Invisible to people; only programs fill it in (decision 27). */
  website: z.string().max(500).optional(),
})
type SignUp = z.output<typeof body>

/**
 * Creates an account and mails the confirmation link (spec 1 §2.9, decision 23). An address that has a
 * confirmed account gets the same answer, and its owner a note (decision 22).
 */
export const signUp = operation({
  body,
  async run(services, call) {
    const { config, db, limits } = services
    const { email, password, name, website, terms_accepted } = call.body
    const wait = await limits.take(
      { name: 'sign-up from', subject: call.network, most: 30, seconds: 600 },
      { name: 'sign-up of', subject: email, most: 5, seconds: 600 },
    )
    if (wait) return refusedForNow(wait)
    if (terms_accepted === false) return refused('terms_not_accepted')
    const weak = await refusePasswordFor(db, config, { full_name: name, email, role: 'user' }, password)
    if (weak) return refused(weak.code, { message: weak.message })
    const floor = delay(FLOOR_MILLISECONDS)
    if (!website) await register(services, call)
    await floor
    return succeeded()
  },
})

async function register(services: AccountServices, call: AccountCall<SignUp>): Promise<void> {
  const known = await findByEmail(services.db, call.body.email)
  if (!known) return create(services, call)
  // The same work as for a new account, whatever becomes of it.
  const hash = await hashPassword(call.body.password)
  return known.email_verified
    ? noteAttempt(services, known)
    : replaceUnconfirmed(services, call, known.id, hash)
}

const findByEmail = (db: Db, email: string) =>
  db
    .selectFrom('profiles')
    .select(['id', 'full_name', 'email', 'email_verified'])
    .where('email', '=', email)
    .executeTakeFirst()

async function create(services: AccountServices, call: AccountCall<SignUp>): Promise<void> {
  const { auth, db } = services
  const { name, email, password, phone_number } = call.body
  try {
    await auth.api.signUpEmail({
      body: {
        name,
        email,
        password,
        phone_number: phone_number ?? undefined,
        terms_accepted_at: acceptance(services, call) ?? undefined,
      },
      headers: call.headers,
    })
  } catch (error) {
    // Two sign-ups with one address at the same moment: the other one has it, and its mail is on the way.
    if (isAPIError(error) && (await findByEmail(db, email))) return
    throw error
  }
  const created = await findByEmail(db, email)
  if (created)
    await transaction(db, system, (tx) => enqueueConfirmation(tx, services, created, call.body.callbackURL))
}

const acceptance = ({ clock }: AccountServices, { body }: AccountCall<SignUp>): Date | null =>
  body.terms_accepted ? clock.now() : null

const noteAttempt = (services: AccountServices, owner: { id: string; full_name: string; email: string }) =>
  transaction(services.db, system, (tx) =>
    enqueueMessage(tx, {
      template: 'account-exists',
      to: { email: owner.email, userId: owner.id },
      data: {
        full_name: owner.full_name,
        sign_in_url: `${services.publicUrl()}/auth?mode=login`,
        reset_url: `${services.publicUrl()}/auth?mode=reset-password`,
      },
      dedupeKey: `account-exists:${randomUUID()}`,
    }),
  )

/** Nobody has proved to own this address yet, so the latest sign-up counts: whoever reads the mail has just made it. */
const replaceUnconfirmed = (services: AccountServices, call: AccountCall<SignUp>, id: string, hash: string) =>
  transaction(services.db, call.actor, async (tx) => {
    const { name, email, phone_number } = call.body
    const changed = await tx
      .updateTable('profiles')
      .set({ full_name: name, phone_number, terms_accepted_at: acceptance(services, call) })
      .where('id', '=', id)
      .where('email_verified', '=', false)
      .returning('id')
      .executeTakeFirst()
    if (!changed) return
    await tx
      .insertInto('auth_accounts')
      .values({ user_id: id, account_id: id, provider_id: 'credential', password: hash })
      .onConflict((conflict) =>
        conflict.columns(['provider_id', 'account_id']).doUpdateSet({ password: hash }),
      )
      .execute()
    await enqueueConfirmation(tx, services, { id, full_name: name, email }, call.body.callbackURL)
  })
