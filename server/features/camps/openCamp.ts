import type { CampDetail } from '../../../shared/contract/camps.ts'
import type { Tx } from '../../db/database.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import type { PurchaseContext } from '../payments/purchase.ts'
import { claimPlaces } from '../places/places.ts'
import { findCamp, findOwnRegistration } from './queries.ts'

/**
 * A camp in which this customer can have a seat now; nobody else can take it until the transaction ends. An existing
 * registration is reported before anything else.
 *
 * @returns the camp, or `camp_not_found`, `already_registered`, `registration_closed` or `camp_full`.
 */
export async function openCamp(
  tx: Tx,
  campId: string,
  customer: { userId: string },
  { now, facility }: Pick<PurchaseContext, 'now' | 'facility'>,
): Promise<CampDetail | Refusal> {
  await claimPlaces(tx, { slots: [], seats: [{ campId }] }, customer, { now, facility })
  const camp = await findCamp(tx, campId, { now, zone: facility.time_zone })
  if (!camp) return refuse('camp_not_found')
  const registration = await findOwnRegistration(tx, campId, customer.userId)
  if (registration) {
    return refuse('already_registered', { registration_id: registration.id, status: registration.status })
  }
  if (camp.registration_state === 'full') return refuse('camp_full')
  return camp.registration_state === 'open' ? camp : refuse('registration_closed')
}
