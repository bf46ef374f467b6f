import { randomUUID } from 'node:crypto'
import type { Tx } from '../../../db/database.ts'
import { enqueueMessage } from '../../messages/commands.ts'

const lines = {
  on: 'From now on a code from your authenticator app is asked for after the password.',
  off: 'From now on, only your password is needed.',
  reset:
    'An administrator has removed it, and every device has been logged out. Set it up again when you log in.',
}

/** Warns the owner of an account, who may not be the one who changed it. */
export async function enqueueSecondFactorChanged(
  tx: Tx,
  owner: { id: string; full_name: string; email: string | null },
  change: keyof typeof lines,
): Promise<void> {
  if (owner.email === null) return
  await enqueueMessage(tx, {
    template: 'second-factor-changed',
    to: { email: owner.email, userId: owner.id },
    data: { full_name: owner.full_name, change_line: lines[change] },
    dedupeKey: `second-factor-changed:${randomUUID()}`,
  })
}
