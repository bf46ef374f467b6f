import { sql } from 'kysely'
import type { MergePair, MergeRecord } from '../../../../shared/contract/people/merges.ts'
import type { Db } from '../../../db/database.ts'
import { type Refusal, refuse } from '../../../refusal.ts'

/** One of the two records of a merge. */
export interface Side extends MergeRecord {
  /** Null for children and guests. */
  readonly accountId: string | null
  readonly participantId: string
  readonly mergedInto: string | null
  /** Whether adults look after it; an account looks after itself. */
  readonly hasAdults: boolean
}

export interface Sides {
  readonly kind: MergePair['kind']
  readonly source: Side
  readonly target: Side
}

/** Both records of a pair; refused where one does not exist, is merged already, or both are one. */
export async function readSides(db: Db, { kind, source_id, target_id }: MergePair): Promise<Sides | Refusal> {
  if (source_id === target_id) return refuse('merge_with_self')
  const [source, target] = await Promise.all([readSide(db, kind, source_id), readSide(db, kind, target_id)])
  if (!source || !target) return refuse(kind === 'account' ? 'user_not_found' : 'participant_not_found')
  return { kind, source, target }
}

async function readSide(db: Db, kind: MergePair['kind'], id: string): Promise<Side | null> {
  const row = await db
    .selectFrom('participants as participant')
    .leftJoin('profiles as account', 'account.id', 'participant.user_id')
    .select(['participant.id as participantId', 'participant.user_id as accountId', 'participant.name'])
    .select(['participant.birth_date', 'participant.guest_email', 'participant.guest_phone'])
    .select(['account.email', 'account.phone_number', 'account.role', 'account.email_verified'])
    .select((eb) => [
      eb.fn.coalesce('account.merged_into', 'participant.merged_into').as('mergedInto'),
      eb.fn.coalesce('account.created_at', 'participant.created_at').as('created_at'),
      sql<string[]>`array(
        select adult.full_name from participant_adults link join profiles adult on adult.id = link.user_id
        where link.participant_id = participant.id order by link.joined
      )`.as('adults'),
    ])
    .where(kind === 'account' ? 'participant.user_id' : 'participant.id', '=', id)
    .executeTakeFirst()
  if (!row) return null
  const { guest_email, guest_phone, phone_number, email, email_verified, created_at, adults, ...side } = row
  return {
    ...side,
    id,
    email: email ?? guest_email,
    phone: phone_number ?? guest_phone,
    can_sign_in: email_verified ?? false,
    adults: side.accountId === null ? adults : [],
    hasAdults: adults.length > 0,
    created_at: created_at.toISOString(),
  }
}

/** A record as an admin sees it before merging. */
export const shownRecord = ({
  accountId: _,
  participantId: __,
  mergedInto: ___,
  hasAdults: ____,
  ...record
}: Side): MergeRecord => record
