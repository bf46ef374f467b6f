import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../db/database.ts'
import { type Refusal, refuse } from '../../../refusal.ts'
import type { AccountServices } from '../accountCall.ts'
import { hashPassword } from '../passwords/passwords.ts'
import { tokenHash } from '../secretToken.ts'

/** How long a link works. */
export const LINK_MILLISECONDS = 24 * 3_600_000
/** How long a sign-up is kept, so that an expired link can be mailed again. */
export const KEPT_MILLISECONDS = 7 * LINK_MILLISECONDS

const SALT_BYTES = 16

/**
 * The hash of a sign-up's password. All sign-ups with one address share a salt, so that one hash tells whether a
 * password belongs to any of them. The time this takes does not reveal their number.
 */
export function hashOfSignUp({ config }: Pick<AccountServices, 'config'>, email: string, password: string) {
  const salt = createHmac('sha256', config.secrets.auth).update(`salt of sign-up ${email}`).digest()
  return hashPassword(password, salt.subarray(0, SALT_BYTES))
}

/** The secret of a sign-up's link. Derived from its id, so that the same link can be mailed again without being stored. */
export const tokenOfSignUp = ({ config }: Pick<AccountServices, 'config'>, id: string): string =>
  createHmac('sha256', config.secrets.auth).update(`link of sign-up ${id}`).digest('base64url')

/** Whether an open sign-up has this address and password. */
export async function hasOpenSignUp(
  services: Pick<AccountServices, 'config' | 'db'>,
  email: string,
  password: string,
): Promise<boolean> {
  const password_hash = await hashOfSignUp(services, email, password)
  return (await findOpenSignUps(services.db, { email, password_hash })).length > 0
}

/** The open sign-ups with an address, newest first; only those with the password if one is given. */
export const findOpenSignUps = (
  db: Db,
  { email, password_hash }: { email: string; password_hash?: string | undefined },
  most = 3,
) =>
  db
    .selectFrom('pending_sign_ups')
    .select(['id', 'email', 'full_name'])
    .where('email', '=', email)
    .where('confirmed_at', 'is', null)
    .$if(password_hash !== undefined, (query) => query.where('password_hash', '=', password_hash ?? ''))
    .orderBy('created_at', 'desc')
    .limit(most)
    .execute()

const linked = (db: Db, token: string) =>
  db.selectFrom('pending_sign_ups').selectAll().where('token_hash', '=', tokenHash(token))

/** The sign-up that a link belongs to, and how many others with its address are open; null for an unknown link. */
export async function findLinked(db: Db, token: string) {
  const row = await linked(db, token)
    .select(({ selectFrom }) =>
      selectFrom('pending_sign_ups as other')
        .select(({ fn }) => fn.countAll<string>().as('count'))
        .whereRef('other.email', '=', 'pending_sign_ups.email')
        .whereRef('other.id', '<>', 'pending_sign_ups.id')
        .where('other.confirmed_at', 'is', null)
        .as('others'),
    )
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('profiles')
          .select('profiles.id')
          .whereRef('profiles.email', '=', 'pending_sign_ups.email')
          .where('email_verified', '=', true),
      ).as('taken'),
    )
    .executeTakeFirst()
  return row ?? null
}

/**
 * Deletes only the sign-up of a link. Succeeds if it was deleted before; a confirmed one is an account
 * by now and is not changed.
 */
export async function discardLinked(tx: Tx, token: string): Promise<Refusal | null> {
  await sql`select set_config('dugout.description', 'Discarded by its link', true)`.execute(tx)
  await tx
    .deleteFrom('pending_sign_ups')
    .where('token_hash', '=', tokenHash(token))
    .where('confirmed_at', 'is', null)
    .execute()
  return (await linked(tx, token).executeTakeFirst()) ? refuse('confirmation_link_used') : null
}

/**
 * Creates the account of a followed link, only with the data of its sign-up. An unconfirmed account
 * is replaced; a confirmed one is never changed. Two links followed at the same moment wait for each other, at the
 * sign-up's row or at the unique address.
 */
export async function confirmLinked(
  tx: Tx,
  { token, now }: { token: string; now: Date },
): Promise<{ id: string; userId: string } | Refusal> {
  const entered = await linked(tx, token).forUpdate().executeTakeFirst()
  if (!entered) return refuse('confirmation_link_invalid')
  if (entered.password_hash === null) return refuse('confirmation_link_used')
  if (entered.expires_at <= now) return refuse('confirmation_link_expired')
  const { id, email, full_name, phone_number, password_hash, terms_accepted_at } = entered
  const person = { full_name, phone_number, terms_accepted_at, email_verified: true }
  const account = await tx
    .insertInto('profiles')
    .values({ email, ...person })
    .onConflict((conflict) =>
      conflict
        .column('email')
        .doUpdateSet(person)
        .where('profiles.email_verified', '=', false)
        .where('profiles.role', '=', 'user'),
    )
    .returning('id')
    .executeTakeFirst()
  if (!account) return refuse('account_exists')
  await tx
    .insertInto('auth_accounts')
    .values({
      user_id: account.id,
      account_id: account.id,
      provider_id: 'credential',
      password: password_hash,
    })
    .execute()
  await tx
    .updateTable('pending_sign_ups')
    .set({ confirmed_at: now, password_hash: null })
    .where('id', '=', id)
    .execute()
  return { id, userId: account.id }
}

/**
 * Creates an account for a person who forgot the password before following the link, so that a recovery link can open it.
 * It has no password and no phone number, and a name only if all sign-ups with the address agree on it.
 */
export const openUnconfirmedAccount = (tx: Tx, email: string) =>
  tx
    .insertInto('profiles')
    .columns(['email', 'full_name'])
    .expression(
      tx
        .selectFrom('pending_sign_ups')
        .select('email')
        .select(
          sql<string>`case when min(full_name) = max(full_name) then min(full_name) else split_part(email, '@', 1) end`.as(
            'full_name',
          ),
        )
        .where('email', '=', email)
        .where('confirmed_at', 'is', null)
        .groupBy('email'),
    )
    .onConflict((conflict) => conflict.column('email').doNothing())
    .execute()
