import type { Device } from '../../../../shared/contract/accounts/devices.ts'
import type { Db } from '../../../db/database.ts'
import { coarseNetwork, describeDevice } from './deviceName.ts'

/**
 * The sessions of an account that are neither expired nor idle since before `usedSince`: the caller's own first, then
 * by last use.
 */
export async function listDevices(
  db: Db,
  account: { userId: string; sessionId: string },
  { now, usedSince }: { now: Date; usedSince: Date | null },
): Promise<Device[]> {
  const rows = await db
    .selectFrom('auth_sessions')
    .select(['id', 'created_at', 'last_used_at', 'user_agent', 'ip_address'])
    .where('user_id', '=', account.userId)
    .where('expires_at', '>', now)
    .$if(usedSince !== null, (query) => query.where('last_used_at', '>', usedSince))
    .orderBy(({ eb }) => eb('id', '=', account.sessionId), 'desc')
    .orderBy('last_used_at', 'desc')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    ...describeDevice(row.user_agent),
    current: row.id === account.sessionId,
    signed_in_at: row.created_at.toISOString(),
    last_used_at: row.last_used_at.toISOString(),
    network: coarseNetwork(row.ip_address),
  }))
}
