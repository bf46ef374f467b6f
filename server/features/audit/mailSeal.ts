import { facilityDay } from '../../../shared/domain/time/time.ts'
import type { Context } from '../../context.ts'
import { system, transaction } from '../../db/database.ts'
import type { Task } from '../../jobs/tasks.ts'
import { enqueueMessage } from '../messages/commands.ts'
import { readSealState } from './sealState.ts'

/**
 * Mails the last seal to the owner once a day. What was sealed before cannot be changed, cut off or written again without
 * contradicting the mail, not even by someone who has the key; docs/security.md says how to compare.
 */
export const mailAuditSeal = (context: Context): Task => ({
  name: 'mail-audit-seal',
  cron: '7 11 * * *',
  async run({ db, clock }) {
    const { head, problems } = await readSealState({ ...context, db })
    const facility = await context.facility.get()
    if (!head && problems.length === 0) return
    await transaction(db, system, (tx) =>
      enqueueMessage(tx, {
        template: 'audit-seal',
        to: { email: context.config.auditMailTo ?? facility.email },
        data: {
          anchor: head ? `${head.number}:${head.mac}` : '',
          entries: head ? head.entries.toLocaleString('en-US') : '0',
          problem: problems.map(({ message }) => message).join(' '),
        },
        dedupeKey: `audit-seal:${facilityDay(clock.now(), facility.time_zone)}`,
      }),
    )
  },
})
