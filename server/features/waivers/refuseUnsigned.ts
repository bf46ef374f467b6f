import type { ParticipantRef } from '../../../shared/contract/programs/registrations.ts'
import type { NeededWaivers, WaiverKind } from '../../../shared/contract/waivers/waivers.ts'
import type { Db, Tx } from '../../db/database.ts'
import { Refusal, refuse } from '../../refusal.ts'
import { namesOf } from '../households/names.ts'
import { readTakingPart, refOf } from '../households/takingPart.ts'
import { readMissing } from './queries.ts'

/** `waiver_needed` where customers book for people who have yet to sign what binds at booking. Staff are not asked. */
export async function refuseUnsigned(
  tx: Tx,
  kind: WaiverKind,
  people: readonly ParticipantRef[],
  now: Date,
): Promise<Refusal | null> {
  const ids = people.map(({ id }) => id)
  const missing = (await readMissing(tx, ids, kind, now)).filter(({ binds }) => binds === 'booking')
  if (missing.length === 0) return null
  const participants = people.filter(({ id }) => missing.some((row) => row.participant_id === id)).map(refOf)
  const waivers = [...new Map(missing.map(({ waiver_id, title }) => [waiver_id, title])).entries()]
  return refuse(
    'waiver_needed',
    { waivers: waivers.map(([id, title]) => ({ id, title })), participants } satisfies NeededWaivers,
    `Please sign first for ${namesOf(participants)}, in your account under Profile: ${waivers.map(([, title]) => title).join(', ')}.`,
  )
}

/**
 * The same where an account books for one person.
 *
 * @param participantId null: the account itself. A guest without an account signs at check-in.
 */
export async function refuseUnsignedFor(
  tx: Tx,
  kind: WaiverKind,
  { userId, participantId }: { userId: string | null; participantId: string | null },
  now: Date,
): Promise<Refusal | null> {
  if (userId === null) return null
  const people = await readTakingPart(tx, { id: userId }, participantId === null ? null : [participantId])
  return people instanceof Refusal ? people : refuseUnsigned(tx, kind, people, now)
}

/** The same at check-in, of what is required there (decision 42). Whoever has no record has nothing to sign with. */
export async function refuseUnsignedArrival(
  db: Db,
  kind: WaiverKind,
  participantId: string | null,
  now: Date,
): Promise<Refusal | null> {
  if (participantId === null) return null
  const missing = await readMissing(db, [participantId], kind, now)
  const waivers = missing.flatMap(({ binds, waiver_id: id, title }) =>
    binds === 'check-in-required' ? [{ id, title }] : [],
  )
  if (waivers.length === 0) return null
  const { user_id, ...person } = await db
    .selectFrom('participants')
    .select(['id', 'name', 'user_id'])
    .where('id', '=', participantId)
    .executeTakeFirstOrThrow()
  return refuse(
    'waiver_needed',
    { waivers, participants: [{ ...person, is_self: user_id !== null }] } satisfies NeededWaivers,
    `Hand over the waiver first. ${person.name} has yet to sign: ${waivers.map(({ title }) => title).join(', ')}.`,
  )
}
