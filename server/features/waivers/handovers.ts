import { sql } from 'kysely'
import type { Db, Tx } from '../../db/database.ts'
import { task } from '../../jobs/tasks.ts'
import { newToken, tokenHash } from '../accounts/secretToken.ts'

const GOOD_MILLISECONDS = 24 * 3_600_000

/** Makes a secret for signing for one person; undefined for someone who does not exist. */
export async function makeHandover(tx: Tx, participantId: string, userId: string, now: Date) {
  const person = await tx
    .selectFrom('participants')
    .select('id')
    .where('id', '=', participantId)
    .where('merged_into', 'is', null)
    .forKeyShare()
    .executeTakeFirst()
  if (!person) return undefined
  const token = newToken()
  const expires_at = new Date(now.getTime() + GOOD_MILLISECONDS)
  await tx
    .insertInto('waiver_handovers')
    .values({ token_hash: tokenHash(token), participant_id: person.id, created_by: userId, expires_at })
    .execute()
  return { token, expires_at }
}

/** For whom a secret is good now. Someone who was merged into another record since is signed for as that one. */
export const findHandover = (db: Db, token: string, now: Date) =>
  db
    .selectFrom('waiver_handovers as handover')
    .innerJoin('participants as person', (join) =>
      join.on(
        sql`coalesce((select merged_into from participants where id = handover.participant_id), handover.participant_id)`,
        '=',
        sql`person.id`,
      ),
    )
    .select(['person.id', 'person.name', 'handover.expires_at'])
    .where('token_hash', '=', tokenHash(token))
    .where('expires_at', '>', now)
    .executeTakeFirst()

/** Deletes, once a day, links that are over and signatures that are kept no longer (`kept_years` of their waiver). */
export const purgeWaivers = task('purge-waivers', '47 9 * * *', async (tx, now) => {
  await tx.deleteFrom('waiver_handovers').where('expires_at', '<', now).execute()
  await sql`
    delete from waiver_signatures signature using waivers waiver
    where waiver.id = signature.waiver_id
      and signed_at < ${now.toISOString()}::timestamptz - make_interval(years => kept_years)`.execute(tx)
})
