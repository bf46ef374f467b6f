import type { Db, Tx } from '../../../db/database.ts'

/** Stops marketing mail to this address. Idempotent. */
export async function addUnsubscribe(tx: Tx, email: string): Promise<void> {
  await tx
    .insertInto('unsubscribes')
    .values({ email: email.trim().toLowerCase() })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .execute()
}

/** Whether this address has unsubscribed from marketing mail. */
export async function isUnsubscribed(db: Db, email: string): Promise<boolean> {
  const row = await db
    .selectFrom('unsubscribes')
    .select('id')
    .where('email', '=', email.trim().toLowerCase())
    .executeTakeFirst()
  return row !== undefined
}
