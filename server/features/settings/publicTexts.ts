import {
  getPublicText,
  listPublicTextVersions,
  type PublicTextAnswer,
  publishPublicText,
} from '../../../shared/contract/facility/publicTexts.ts'
import { type PublicTextKey, publicTexts } from '../../../shared/domain/facility/publicTexts.ts'
import { describeInAudit } from '../../db/auditDescription.ts'
import type { Db } from '../../db/database.ts'
import { endpoint, reply } from '../../http/endpoint.ts'
import { runCommand } from '../../http/idempotency.ts'
import { refuse } from '../../refusal.ts'

const MOST_VERSIONS = 1_000

export const publicTextEndpoints = [
  endpoint(getPublicText, async ({ context, params }) => reply(await readText(context.db, params.key))),

  endpoint(listPublicTextVersions, async ({ context, params }) => {
    const versions = await readVersions(context.db, params.key).limit(MOST_VERSIONS).execute()
    return reply({ versions: versions.map(shown), own: publicTexts[params.key].body })
  }),

  endpoint(publishPublicText, (call) => {
    const { context, user, params, body } = call
    return runCommand(call, async (tx) => {
      // One at a time: the number of the next version must not be taken twice.
      await tx.selectFrom('facility').select('id').forUpdate().execute()
      const { version } = await readText(tx, params.key)
      if (version !== body.seen_version) return refuse('text_changed')
      await describeInAudit(tx, `Published: ${publicTexts[params.key].title}, version ${version + 1}`)
      await tx
        .insertInto('public_texts')
        .values({
          ...{ key: params.key, version: version + 1, body: body.body.replace(/\r\n?/g, '\n') },
          ...{ published_by: user.profile.id, published_at: context.clock.now() },
        })
        .execute()
      return reply(shown(await readVersions(tx, params.key).limit(1).executeTakeFirstOrThrow()))
    })
  }),
]

/** The newest version; Dugout's own text, as version 0, where none was published. */
async function readText(db: Db, key: PublicTextKey): Promise<PublicTextAnswer> {
  const newest = await readVersions(db, key).limit(1).executeTakeFirst()
  if (!newest) return { body: publicTexts[key].body, version: 0, published_at: publicTexts[key].day }
  const { body, version, published_at } = newest
  return { body, version, published_at: published_at.toISOString() }
}

const readVersions = (db: Db, key: PublicTextKey) =>
  db
    .selectFrom('public_texts')
    .leftJoin('profiles', 'profiles.id', 'public_texts.published_by')
    .select(['version', 'body', 'published_at', 'profiles.full_name as published_by'])
    .where('key', '=', key)
    .orderBy('version', 'desc')

const shown = <Row extends { published_at: Date }>({ published_at, ...row }: Row) => ({
  ...row,
  published_at: published_at.toISOString(),
})
