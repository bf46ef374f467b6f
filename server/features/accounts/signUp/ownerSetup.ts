import { createHmac, randomInt } from 'node:crypto'
import { sql } from 'kysely'
import { z } from 'zod'
import { emailAddress, enteredPassword, personName } from '../../../../shared/contract/text.ts'
import type { Config } from '../../../config.ts'
import { describeInAudit } from '../../../db/auditDescription.ts'
import { type Db, system, type Tx, transaction } from '../../../db/database.ts'
import { Refusal, refuse } from '../../../refusal.ts'
import { operation } from '../accountCall.ts'
import { logEvent } from '../accountEvents.ts'
import { refused, refusedForNow, succeeded } from '../answers.ts'
import { grantAdmin } from '../grantAdmin.ts'
import { refusePasswordFor } from '../passwords/passwordRules.ts'
import { hashPassword } from '../passwords/passwords.ts'
import { endPrevious, knownDeviceCookie, openSession } from '../signIn.ts'

const CODE_MILLISECONDS = 24 * 3_600_000
const CODE_LENGTH = 8
/** Letters and digits that nobody mistakes for others. */
const ALPHABET = 'ABCDEFGHJKMNPQRSTVWXYZ23456789'

/** Keyed, because a code is short: someone who reads only the database cannot guess it. */
const digestOf = ({ secrets }: Pick<Config, 'secrets'>, code: string): string =>
  createHmac('sha256', secrets.auth).update(`set-up ${code}`).digest('base64url')

/** Whether nobody runs the facility yet: then whoever has the code becomes its owner. */
export const hasNoAdmin = async (db: Db): Promise<boolean> =>
  (await db
    .selectFrom('profiles')
    .select('id')
    .where('role', '=', 'admin')
    .where('email_verified', '=', true)
    .limit(1)
    .executeTakeFirst()) === undefined

/**
 * Makes one more code for the set-up page, valid for 24 hours, such as 'K7QM-24XR'. Several instances that start have each
 * their own.
 *
 * @returns null where the facility has an admin.
 */
export async function createSetupCode(db: Db, config: Config, now: Date): Promise<string | null> {
  if (!(await hasNoAdmin(db))) return null
  const letters = Array.from({ length: CODE_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
  await db.deleteFrom('setup_codes').where('expires_at', '<=', now).execute()
  await db
    .insertInto('setup_codes')
    .values({ code_hash: digestOf(config, letters), expires_at: new Date(now.getTime() + CODE_MILLISECONDS) })
    .execute()
  return `${letters.slice(0, 4)}-${letters.slice(4)}`
}

/** As it was printed, however it is typed. */
const setupCode = z
  .string()
  .max(50)
  .transform((code) => code.toUpperCase().replace(/[^A-Z0-9]/g, ''))

/**
 * Makes the account of a facility's first admin, for whoever has the code that the server printed, and signs in the
 * browser. Of two owners at once one gets the facility; the codes of all are void then.
 *
 * Refusals: `not_found` once there is an admin, `setup_code_invalid`, `user_exists`, those of passwords.
 */
export const setUpOwner = operation({
  body: z.object({
    code: setupCode,
    name: personName(100),
    email: emailAddress,
    password: enteredPassword,
  }),
  async run(services, call) {
    const { config, clock, db, limits, log, sessions } = services
    const { code, name, email, password } = call.body
    const wait = await limits.take(
      { name: 'set-up from', subject: call.network, most: 20, seconds: 900 },
      { name: 'set-up', subject: 'all', most: 2_000, seconds: 86_400 },
    )
    if (wait) return refusedForNow(wait)
    if (!(await hasNoAdmin(db))) return refused('not_found')
    const owner = { full_name: name, email, role: 'admin' } as const
    const weak = await refusePasswordFor(db, config, owner, password)
    if (weak) return refused(weak.code, { message: weak.message })
    const passwordHash = await hashPassword(password)
    const made = await transaction(db, call.actor, (tx) =>
      takeFacility(tx, {
        ...{ codeHash: digestOf(config, code), email, fullName: name, passwordHash },
        now: clock.now(),
      }),
    )
    if (made instanceof Refusal) return refused(made.code)
    await endPrevious(services, call)
    const opened = await openSession(services, call.headers, made)
    sessions.clear()
    logEvent(log, call, { event: 'signed_in', account: made, known_device: false })
    return succeeded([...opened, knownDeviceCookie(services, call.headers, made)])
  },
})

/** @returns the id of the owner's account. */
async function takeFacility(
  tx: Tx,
  person: { codeHash: string; email: string; fullName: string; passwordHash: string; now: Date },
): Promise<string | Refusal> {
  // The lock under which the last admin is kept (`keep_an_admin`).
  await sql`select pg_advisory_xact_lock(hashtextextended('#admins', 0))`.execute(tx)
  if (!(await hasNoAdmin(tx))) return refuse('not_found')
  const code = await tx
    .selectFrom('setup_codes')
    .select('code_hash')
    .where('code_hash', '=', person.codeHash)
    .where('expires_at', '>', person.now)
    .executeTakeFirst()
  if (!code) return refuse('setup_code_invalid')
  const known = await tx
    .selectFrom('profiles')
    .select('id')
    .where('email', '=', person.email)
    .executeTakeFirst()
  if (known) return refuse('user_exists')
  await describeInAudit(tx, 'Set-up of the facility by its one-time code.')
  await grantAdmin(tx, person)
  await tx.deleteFrom('setup_codes').execute()
  const { id } = await tx
    .selectFrom('profiles')
    .select('id')
    .where('email', '=', person.email)
    .executeTakeFirstOrThrow()
  return id
}

/** The line with a new code for whoever started the server; empty where someone runs the facility. */
export async function setupLine(
  db: Db,
  config: Config,
  { url, now }: { url: string; now: Date },
): Promise<string> {
  const code = await transaction(db, system, (tx) => createSetupCode(tx, config, now))
  return code === null
    ? ''
    : `  Nobody runs this facility yet. Open ${url}/setup and enter the code ${code} (valid for 24 hours).\n`
}
