import { deleteBuildingPicture, uploadBuildingPicture } from '../../../shared/contract/facility/building.ts'
import type { Facility } from '../../../shared/contract/facility/facility.ts'
import type { Context } from '../../context.ts'
import { describeInAudit } from '../../db/auditDescription.ts'
import type { Db, Tx } from '../../db/database.ts'
import type { StoredBuilding } from '../../db/tables/facility.ts'
import { endpoint, reply } from '../../http/endpoint.ts'
import { runCommand } from '../../http/idempotency.ts'
import { discardWide } from '../../integrations/storage/widePicture.ts'
import { refuse } from '../../refusal.ts'
import { shownBuilding } from '../facility/queries.ts'
import { storeAndKeep } from './widePictures.ts'

interface Answer {
  building: NonNullable<Facility['building']> | null
}

/** The picture of the building, by which people find it. */
export const buildingEndpoints = [
  endpoint(uploadBuildingPicture, async (call) => {
    const { alt, seen } = call.query
    let replaced: StoredBuilding | null = null
    const outcome = await storeAndKeep<Answer>(call, 'building', async (tx, stored) => {
      const known = await lockBuilding(tx)
      if (!isSeen(known, seen)) return refuse('building_changed')
      replaced = known
      const building = { ...stored, alt }
      await tx
        .updateTable('facility')
        .set({ building: JSON.stringify(building) })
        .execute()
      return reply({ building: shownBuilding(building) })
    })
    await discard(call.context, replaced)
    return outcome
  }),

  endpoint(deleteBuildingPicture, async (call) => {
    const { context, query } = call
    const before = await readBuilding(context.db)
    // First the files: what is answered as deleted is gone.
    if (before && isSeen(before, query.seen) && !(await discard(context, before)))
      return refuse('storage_unavailable')
    return runCommand(call, async (tx) => {
      if (!isSeen(await lockBuilding(tx), query.seen)) return refuse('building_changed')
      await tx.updateTable('facility').set({ building: null }).execute()
      return reply({ building: null })
    })
  }),
]

const discard = async (context: Context, building: StoredBuilding | null): Promise<boolean> =>
  building === null || (await discardWide(context, 'building', building.file))

/** No change over what another admin has done since: `seen` is the address of the picture, empty for none. */
const isSeen = (known: StoredBuilding | null, seen: string): boolean =>
  (known ? shownBuilding(known).url : '') === seen

async function readBuilding(db: Db): Promise<StoredBuilding | null> {
  const { building } = await db.selectFrom('facility').select('building').executeTakeFirstOrThrow()
  return building
}

/** One change at a time. */
async function lockBuilding(tx: Tx): Promise<StoredBuilding | null> {
  await describeInAudit(tx, 'Settings: picture of the building')
  await tx.selectFrom('facility').select('id').forUpdate().execute()
  return readBuilding(tx)
}
