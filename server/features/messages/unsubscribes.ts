import type { Db, Tx } from '../../db/database.ts'

/** No more marketing mail to this address; once more changes nothing. */
export async function addUnsubscribe(tx: Tx, email: string): Promise<void> {
  await tx
    .insertInto('unsubscribes')
    .values({ email: email.trim().toLowerCase() })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .execute()
}

/** Whether this address wants no marketing mail. */
export async function isUnsubscribed(db: Db, email: string): Promise<boolean> {
  const row = await db
    .selectFrom('unsubscribes')
    .select('id')
    .where('email', '=', email.trim().toLowerCase())
    .executeTakeFirst()
  return row !== undefined
}
