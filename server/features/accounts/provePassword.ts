import type { Context } from '../../context.ts'
import { refuseTooMany } from '../../http/rateLimits.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import { verifyPassword } from './passwords.ts'

/**
 * Asks a signed-in person for the password once more, before what a borrowed phone must not be able to do. Wrong
 * ones are counted per account; a right one is not.
 *
 * @returns why it is refused, or null.
 */
export async function provePassword(
  { db, limits }: Pick<Context, 'db' | 'limits'>,
  userId: string,
  password: string,
): Promise<Refusal | null> {
  const limit = { name: 'password proof of', subject: userId, most: 10, seconds: 900 }
  const tooMany = await refuseTooMany(limits, limit)
  if (tooMany) return tooMany
  const account = await db
    .selectFrom('auth_accounts')
    .select('password')
    .where('user_id', '=', userId)
    .where('provider_id', '=', 'credential')
    .executeTakeFirst()
  if (!account?.password || !(await verifyPassword(password, account.password))) {
    return refuse('current_password_wrong')
  }
  await limits.giveBack(limit)
  return null
}
