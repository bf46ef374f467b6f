import {
  getPublicText,
  listPublicTextVersions,
  publishPublicText,
} from '../../../shared/contract/facility/publicTexts.ts'
import { readPlainText } from '../../../shared/domain/facility/plainText.ts'
import { problemOfText, publicTexts, textFacts } from '../../../shared/domain/facility/publicTexts.ts'
import { describeInAudit } from '../../db/auditDescription.ts'
import { endpoint, reply } from '../../http/endpoint.ts'
import { runCommand } from '../../http/idempotency.ts'
import { refuse } from '../../refusal.ts'
import { readPublicText, readVersions } from '../facility/publicTexts.ts'

const MOST_VERSIONS = 1_000

export const publicTextEndpoints = [
  endpoint(getPublicText, async ({ context, db, params }) => {
    const { body, ...text } = await readPublicText(db, params.key)
    const sections = readPlainText(body, textFacts(await context.facility.get()))
    return reply({ sections, ...text })
  }),

  endpoint(listPublicTextVersions, async ({ db, params }) => {
    const versions = await readVersions(db, params.key).limit(MOST_VERSIONS).execute()
    return reply({ versions: versions.map(shown), own: publicTexts[params.key].body })
  }),

  endpoint(publishPublicText, (call) => {
    const { context, user, params, body } = call
    const text = body.body.replace(/\r\n?/g, '\n')
    return runCommand(call, async (tx) => {
      const problem = problemOfText(params.key, text)
      if (problem) return refuse('text_unusable', undefined, problem)
      // One at a time: the number of the next version must not be taken twice.
      await tx.selectFrom('facility').select('id').forUpdate().execute()
      const { version } = await readPublicText(tx, params.key)
      if (version !== body.seen_version) return refuse('text_changed')
      await describeInAudit(tx, `Published: ${publicTexts[params.key].title}, version ${version + 1}`)
      await tx
        .insertInto('public_texts')
        .values({
          ...{ key: params.key, version: version + 1, body: text },
          ...{ published_by: user.profile.id, published_at: context.clock.now() },
        })
        .execute()
      return reply(shown(await readVersions(tx, params.key).limit(1).executeTakeFirstOrThrow()))
    })
  }),
]

const shown = <Row extends { published_at: Date }>({ published_at, ...row }: Row) => ({
  ...row,
  published_at: published_at.toISOString(),
})
