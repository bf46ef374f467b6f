import type { StaffCamp } from '../../../../shared/contract/programs/staffCamps.ts'
import type { Tx } from '../../../db/database.ts'
import { Refusal, refuse } from '../../../refusal.ts'
import type { Moment } from '../queries.ts'
import { readStaffCamp } from './queries.ts'
import { lockCamp } from './saveCamp.ts'

/** How a camp is sold; what is left out stays as it is. */
export interface CampStatus {
  readonly published?: boolean | undefined
  readonly registration_enabled?: boolean | undefined
  readonly pay_on_arrival_enabled?: boolean | undefined
  readonly expected_revision?: number | undefined
}

/**
 * Publishes a camp or makes it a draft, opens or closes registration, allows payment on arrival or not (spec 3 §4).
 * Registrations stay as they are.
 *
 * @returns or `camp_not_found`, `changed_meanwhile`; `camp_called_off` where such a camp would be sold again.
 */
export async function setStatus(
  tx: Tx,
  id: string,
  { expected_revision, ...status }: CampStatus,
  moment: Moment,
): Promise<StaffCamp | Refusal> {
  const camp = await lockCamp(tx, id, expected_revision, moment)
  if (camp instanceof Refusal) return camp
  if (camp.called_off_at !== null && (status.published || status.registration_enabled))
    return refuse('camp_called_off')
  const {
    published = camp.published,
    registration_enabled = camp.registration_enabled,
    pay_on_arrival_enabled = camp.pay_on_arrival_enabled,
  } = status
  await tx
    .updateTable('camps')
    .set({ published, registration_enabled, pay_on_arrival_enabled })
    .where('id', '=', id)
    .execute()
  return readStaffCamp(tx, id, moment)
}
