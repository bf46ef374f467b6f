import { sql } from 'kysely'
import type { Tx } from '../../../db/database.ts'
import { type Refusal, refuse } from '../../../refusal.ts'

/**
 * Deletes a class with its sessions, whose cages and coach are free at once. Refused as soon as anybody has registered or
 * begun to pay, canceled registrations too: payments and the audit trail refer to them. Such a class is ended instead.
 *
 * @returns the name of what was deleted.
 */
export async function deleteClass(tx: Tx, id: string): Promise<{ name: string } | Refusal> {
  const row = await tx
    .selectFrom('classes')
    .select('name')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) return refuse('class_not_found')
  // Whoever takes a seat waits at its session, and then finds none.
  await sql`select from class_instances where class_id = ${id} order by id for update`.execute(tx)
  const { rows } = await sql<{ used: boolean }>`
    select exists (
      select from class_instances session
      where session.class_id = ${id} and (
        exists (select from class_registrations where class_instance_id = session.id)
        or exists (select from checkout_hold_seats where class_instance_id = session.id)
      )
    ) as used`.execute(tx)
  if (rows[0]?.used) return refuse('class_in_use')
  await sql`select set_config('dugout.follows_class_schedule', 'on', true)`.execute(tx)
  await tx.deleteFrom('class_instances').where('class_id', '=', id).execute()
  await tx.deleteFrom('classes').where('id', '=', id).execute()
  return { name: row.name }
}
