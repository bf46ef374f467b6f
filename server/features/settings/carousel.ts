import {
  deleteCarouselPicture,
  listCarouselPictures,
  MOST_CAROUSEL_PICTURES,
  updateCarouselPictures,
  uploadCarouselPicture,
} from '../../../shared/contract/facility/carousel.ts'
import { describeInAudit } from '../../db/auditDescription.ts'
import type { Tx } from '../../db/database.ts'
import { endpoint, reply } from '../../http/endpoint.ts'
import { runCommand } from '../../http/idempotency.ts'
import { discardWide } from '../../integrations/storage/widePicture.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import { readCarousel } from '../facility/queries.ts'
import { storeAndKeep } from './widePictures.ts'

/** The pictures of the home page. */
export const carouselEndpoints = [
  endpoint(listCarouselPictures, async ({ db }) => reply({ pictures: await readCarousel(db) })),

  endpoint(uploadCarouselPicture, (call) =>
    storeAndKeep(call, 'carousel', async (tx, stored) => {
      const refused = await addPicture(tx, { ...stored, alt: call.query.alt })
      return refused ?? reply({ pictures: await readCarousel(tx) })
    }),
  ),

  endpoint(updateCarouselPictures, (call) =>
    runCommand(call, async (tx) => {
      const refused = await arrangePictures(tx, call.body.pictures)
      return refused ?? reply({ pictures: await readCarousel(tx) })
    }),
  ),

  endpoint(deleteCarouselPicture, async (call) => {
    const { context, params } = call
    const picture = await context.db
      .selectFrom('carousel_pictures')
      .select('file')
      .where('id', '=', params.picture_id)
      .executeTakeFirst()
    // First the files: what is answered as deleted is gone.
    if (picture && !(await discardWide(context, 'carousel', picture.file)))
      return refuse('storage_unavailable')
    return runCommand(call, async (tx) => {
      await lockCarousel(tx)
      const deleted = await tx
        .deleteFrom('carousel_pictures')
        .where('id', '=', params.picture_id)
        .executeTakeFirst()
      if (deleted.numDeletedRows === 0n) return refuse('picture_not_found')
      return reply({ pictures: await readCarousel(tx) })
    })
  }),
]

/** One change of the carousel at a time. */
async function lockCarousel(tx: Tx): Promise<void> {
  await describeInAudit(tx, 'Settings: pictures of the home page')
  await tx.selectFrom('facility').select('id').forUpdate().execute()
}

async function addPicture(
  tx: Tx,
  picture: { file: string; width: number; height: number; alt: string },
): Promise<Refusal | null> {
  await lockCarousel(tx)
  const { count, last } = await tx
    .selectFrom('carousel_pictures')
    .select(({ fn }) => [fn.countAll<string>().as('count'), fn.max('position').as('last')])
    .executeTakeFirstOrThrow()
  if (Number(count) >= MOST_CAROUSEL_PICTURES) return refuse('carousel_full')
  await tx
    .insertInto('carousel_pictures')
    .values({ ...picture, has_avif: true, position: (last ?? -1) + 1 })
    .execute()
  return null
}

/** Another admin may have added or deleted one since: then the list is not all of them. */
async function arrangePictures(
  tx: Tx,
  wanted: readonly { id: string; alt: string }[],
): Promise<Refusal | null> {
  await lockCarousel(tx)
  const known = (await readCarousel(tx)).map(({ id }) => id).sort()
  if (known.join() !== [...new Set(wanted.map(({ id }) => id))].sort().join())
    return refuse('changed_meanwhile')
  for (const [position, { id, alt }] of wanted.entries())
    await tx.updateTable('carousel_pictures').set({ position, alt }).where('id', '=', id).execute()
  return null
}
