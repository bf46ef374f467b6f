import type { Tx } from '../../db/database.ts'
import type { Told } from '../households/told.ts'
import { enqueueMessage } from '../messages/commands.ts'
import { type CustomerRefund, refundLine } from './changes/settleChange.ts'

/**
 * Tells who paid of the money that comes back, where that person is no adult of the participant any more and is told
 * nothing else. Without a refund there is nothing to tell.
 *
 * @param event names the event, e.g. `booking-canceled:<id>:<revision>`.
 */
export async function enqueueRefundToFormerPayer(
  tx: Tx,
  { formerPayer }: Told,
  back: CustomerRefund,
  event: string,
): Promise<void> {
  if (!formerPayer?.email || back.method === null) return
  await enqueueMessage(tx, {
    template: 'refund-sent',
    to: { email: formerPayer.email, userId: formerPayer.userId },
    data: { full_name: formerPayer.name, refund_line: refundLine(back) },
    dedupeKey: `refund-sent:${event}`,
  })
}
