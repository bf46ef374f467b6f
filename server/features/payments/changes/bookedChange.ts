/**
 * What every change of something booked has around it: the facility and the moment, the ledger's word on the time that it
 * takes or frees (`takingTime`), one transaction that runs once for each key (`runCommand`), the terms of who asks, and the
 * answer. Bookings, lessons, classes and camps say only what is changed.
 */

import type { Undo } from '../../../../shared/contract/bookings/staffChanges.ts'
import type { ErrorCode } from '../../../../shared/contract/errors.ts'
import type { Tx } from '../../../db/database.ts'
import { type Reply, reply } from '../../../http/endpoint.ts'
import { type KeyedCall, runCommand } from '../../../http/idempotency.ts'
import type { SignedIn } from '../../../http/session.ts'
import { Refusal } from '../../../refusal.ts'
import { takingTime } from '../../places/takingTime.ts'
import { purchaseContext } from '../purchase.ts'
import { type Acting, customerTerms, staffTerms, type Telling } from './actingTerms.ts'
import { undoable } from './undoable.ts'
import { ifUnchanged, type LoadedRow } from './whatChanged.ts'

type SignedInCall = KeyedCall & { readonly user: SignedIn }

/** What staff may say of any change. */
export interface StaffChoices extends Partial<Telling> {
  readonly override_reason?: string | undefined
  /** The version that they looked at. */
  readonly expected_revision?: number | undefined
}

interface StaffChange<Seen> {
  readonly choices?: StaffChoices
  /** The code of the ledger's refusal; `slots_taken` unless a coach is part of it. */
  readonly taken?: ErrorCode
  /** What is changed, as it is before the change; absent where nothing is there yet. */
  readonly load?: (tx: Tx) => Promise<Seen | Refusal>
}

type Work<Seen, Answer> = (tx: Tx, acting: Acting, seen: Seen) => Promise<Answer | Refusal>

/**
 * A change by one of the staff, under the terms of their role: refused where someone has changed what is loaded since they
 * looked at it, and kept so that it can be undone.
 *
 * @param work makes the change and returns the body of the answer, which gets `undo`.
 */
export function staffChange<Answer extends object, Seen extends LoadedRow>(
  call: SignedInCall,
  of: StaffChange<Seen> & Required<Pick<StaffChange<Seen>, 'load'>>,
  work: Work<Seen, Answer>,
): Promise<Reply<Answer & { undo: Undo }> | Refusal>
export function staffChange<Answer extends object>(
  call: SignedInCall,
  of: Omit<StaffChange<never>, 'load'>,
  work: Work<undefined, Answer>,
): Promise<Reply<Answer & { undo: Undo }> | Refusal>
export async function staffChange<Answer extends object>(
  call: SignedInCall,
  { choices = {}, taken, load }: StaffChange<LoadedRow>,
  // With `load` it gets what was loaded; the signatures above check that.
  work: Work<never, Answer>,
): Promise<Reply<Answer & { undo: Undo }> | Refusal> {
  const { profile } = call.user
  const { override_reason = null, expected_revision, tell = true, message } = choices
  const at = await purchaseContext(call.context)
  return takingTime(call.context, { userId: null, taken, namesFor: profile.role }, (time) =>
    runCommand(call, async (tx) => {
      const [seen, terms] = await Promise.all([
        load?.(tx),
        staffTerms(tx, profile, override_reason, { tell, message }),
      ])
      if (seen instanceof Refusal) return seen
      if (terms instanceof Refusal) return terms
      const changed = await undoable(tx, { at, terms, time }, (acting) =>
        seen
          ? ifUnchanged(tx, seen, expected_revision, at.facility.time_zone, () =>
              work(tx, acting, seen as never),
            )
          : work(tx, acting, undefined as never),
      )
      return changed instanceof Refusal ? changed : reply({ ...changed.done, undo: changed.undo })
    }),
  )
}

/** A change by a customer of what is booked for their household, under the customers' terms. */
export async function customerChange<Answer extends object, Seen>(
  call: SignedInCall,
  { taken, load }: { taken?: ErrorCode; load: (tx: Tx) => Promise<Seen | Refusal> },
  work: (tx: Tx, acting: Acting, seen: Seen) => Promise<Answer | Refusal>,
): Promise<Reply<Answer> | Refusal> {
  const userId = call.user.profile.id
  const at = await purchaseContext(call.context)
  return takingTime(call.context, { userId, taken }, (time) =>
    runCommand(call, async (tx) => {
      const seen = await load(tx)
      if (seen instanceof Refusal) return seen
      const answer = await work(tx, { at, terms: customerTerms(userId), time }, seen)
      return answer instanceof Refusal ? answer : reply(answer)
    }),
  )
}
