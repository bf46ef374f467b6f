import type { CampDetail } from '../../../shared/contract/programs/camps.ts'
import type { ParticipantRef, SeatsShort } from '../../../shared/contract/programs/registrations.ts'
import type { Tx } from '../../db/database.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import { refuseAges } from '../households/refuseAges.ts'
import { type ActingTerms, underTerms } from '../payments/changes/actingTerms.ts'
import type { PurchaseContext } from '../payments/purchase.ts'
import { claimPlaces } from '../places/places.ts'
import { readCampPeople, refuseSecondSeats } from './campPeople.ts'
import { findCamp } from './queries.ts'

/** A camp, and who gets a seat in it. */
export interface OpenCamp {
  readonly camp: CampDetail
  readonly seated: readonly ParticipantRef[]
  /** Who gets none; only where that was allowed. */
  readonly withoutSeat: readonly ParticipantRef[]
}

/**
 * A camp in which these people can have a seat now; nobody else can take the seats until the transaction ends. An existing
 * registration is reported before anything else.
 *
 * @param wanted.buyer whose own abandoned checkout may be released: null where staff register someone.
 * @param wanted.allowPartial where not everybody fits, the first ones get seats.
 * @returns `camp_not_found`, `camp_called_off` to staff, `already_registered`, `registration_closed`, `age_outside_range`,
 * `birth_date_needed` or `camp_full` where not.
 */
export async function openCamp(
  tx: Tx,
  wanted: {
    campId: string
    people: readonly ParticipantRef[]
    buyer: { userId: string | null }
    allowPartial?: boolean | undefined
  },
  { now, facility }: Pick<PurchaseContext, 'now' | 'facility'>,
  acting: Pick<ActingTerms, 'rules' | 'overrideReason'>,
): Promise<OpenCamp | Refusal> {
  const { campId, buyer, people: asked } = wanted
  await claimPlaces(tx, { slots: [], seats: [{ campId }] }, buyer, { now, facility })
  const camp = await findCamp(tx, campId, { now, zone: facility.time_zone })
  if (!camp) return refuse('camp_not_found')
  // No reason opens a camp that does not take place. Customers find it closed like any other.
  if (camp.registration_state === 'called_off')
    return buyer.userId === null
      ? refuse('camp_called_off', undefined, 'This camp was canceled, so nobody can be registered for it.')
      : refuse('registration_closed', undefined, 'This camp was canceled.')
  const people = await readCampPeople(tx, campId, asked)
  const isClosed = camp.registration_state === 'over' || camp.registration_state === 'closed'
  const refused =
    refuseSecondSeats(people) ??
    underTerms(acting, 'registration', isClosed ? refuse('registration_closed') : null) ??
    underTerms(acting, 'ages', refuseAges(people, { ...camp, noun: 'camp' }))
  if (refused) return refused
  const spots = camp.spots_left
  if (spots < asked.length && (spots === 0 || !wanted.allowPartial)) return refuseSeats(spots, asked)
  return { camp, seated: asked.slice(0, spots), withoutSeat: asked.slice(spots) }
}

/** Not everybody fits, so nobody gets a seat. */
function refuseSeats(spots_left: number, asked: readonly unknown[]): Refusal {
  const are = spots_left === 1 ? 'spot is' : 'spots are'
  const message = spots_left > 0 ? `Only ${spots_left} ${are} left in this camp.` : undefined
  return refuse('camp_full', { spots_left, asked: asked.length } satisfies SeatsShort, message)
}
