import type { WaiverBinding, WaiverKind } from '../../../shared/contract/waivers/waivers.ts'
import type { Db } from '../../db/database.ts'
import type { Person } from '../../test/factories.ts'

/** A waiver of version 1, by default required for nothing. */
export async function addWaiver(
  db: Db,
  {
    kinds = [],
    binds = 'check-in',
    months = null,
  }: { kinds?: WaiverKind[]; binds?: WaiverBinding; months?: number | null } = {},
): Promise<string> {
  return db.transaction().execute(async (tx) => {
    const title = 'Waiver and release'
    const { id } = await tx
      .insertInto('waivers')
      .values({ title, version: 1, required_for: kinds, binds, holds_months: months })
      .returning('id')
      .executeTakeFirstOrThrow()
    await tx
      .insertInto('waiver_versions')
      .values({ waiver_id: id, version: 1, title, body: '! You release us.' })
      .execute()
    return id
  })
}

/** A typed signature of an account for someone. */
export async function addSignature(
  db: Db,
  of: { waiver: string; participantId: string; person: Person; name: string; at?: Date },
): Promise<string> {
  const { id } = await db
    .insertInto('waiver_signatures')
    .values({
      waiver_id: of.waiver,
      version: 1,
      participant_id: of.participantId,
      participant_name: of.name,
      signed_by: of.person.id,
      signer_name: of.name,
      relation: 'guardian',
      how: 'typed',
      drawing: null,
      hash: '0'.repeat(64),
      address_class: 'private',
      device: 'Safari on iPhone',
      signed_at: of.at ?? new Date(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
