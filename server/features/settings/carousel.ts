import { randomUUID } from 'node:crypto'
import {
  deleteCarouselPicture,
  listCarouselPictures,
  MOST_CAROUSEL_PICTURES,
  updateCarouselPictures,
  uploadCarouselPicture,
} from '../../../shared/contract/facility/carousel.ts'
import { describeInAudit } from '../../db/auditDescription.ts'
import type { Tx } from '../../db/database.ts'
import { endpoint, Reply, reply } from '../../http/endpoint.ts'
import { answeredBefore, runCommand } from '../../http/idempotency.ts'
import { countedAs, refuseTooMany } from '../../http/limits/rateLimits.ts'
import { discardWide, storeWide, wideFile, widePicture } from '../../integrations/storage/widePicture.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import { readCarousel } from '../facility/queries.ts'

/** The pictures of the home page. */
export const carouselEndpoints = [
  endpoint(listCarouselPictures, async ({ db }) => reply({ pictures: await readCarousel(db) })),

  endpoint(uploadCarouselPicture, async (call) => {
    const { context, user, query } = call
    const before = await answeredBefore<{ pictures: Awaited<ReturnType<typeof readCarousel>> }>(call)
    if (before) return before
    const tooMany = await refuseTooMany(context.limits, {
      name: 'carousel-picture',
      subject: countedAs(context, 'admin', user.profile.id),
      most: 60,
      seconds: 3_600,
    })
    if (tooMany) return tooMany
    const picture = await widePicture(call.body, { withPortrait: true })
    if (typeof picture === 'string') return refuse(picture)
    const file = `${randomUUID()}/${context.clock.now().getTime()}`
    try {
      await storeWide(context, 'carousel', file, picture)
    } catch (error) {
      context.log.error({ err: error }, 'a picture could not be stored')
      return refuse('storage_unavailable')
    }
    let isKept = false
    try {
      const outcome = await runCommand(call, async (tx) => {
        const refused = await addPicture(tx, {
          file,
          width: picture.width,
          height: picture.height,
          alt: query.alt,
        })
        return refused ?? reply({ pictures: await readCarousel(tx) })
      })
      isKept =
        outcome instanceof Reply &&
        outcome.body.pictures.some(({ url }) => url === `/files/${wideFile('carousel', file, '.jpg')}`)
      return outcome
    } finally {
      if (!isKept) await discardWide(context, 'carousel', file)
    }
  }),

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
