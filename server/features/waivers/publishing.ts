import type { z } from 'zod'
import type { StaffWaiver, saveWaiver } from '../../../shared/contract/waivers/waivers.ts'
import { textFacts } from '../../../shared/domain/facility/publicTexts.ts'
import { describeInAudit } from '../../db/auditDescription.ts'
import type { Db, Tx } from '../../db/database.ts'
import { type Refusal, refuse } from '../../refusal.ts'

/** Every waiver for its editor, oldest first. */
export async function listForSettings(db: Db): Promise<StaffWaiver[]> {
  const [waivers, versions, counts] = await Promise.all([
    db.selectFrom('waivers').selectAll().orderBy('created_at').orderBy('id').execute(),
    db
      .selectFrom('waiver_versions')
      .leftJoin('profiles', 'profiles.id', 'published_by')
      .select(['waiver_id', 'version', 'title', 'body', 'published_at', 'profiles.full_name as published_by'])
      .orderBy('version', 'desc')
      .execute(),
    db
      .selectFrom('waiver_signatures')
      .select(['waiver_id', ({ fn }) => fn.countAll<number>().as('count')])
      .groupBy('waiver_id')
      .execute(),
  ])
  return waivers.map(({ created_at, updated_at, version, ...waiver }) => {
    const own = versions.filter(({ waiver_id }) => waiver_id === waiver.id)
    return {
      ...waiver,
      body: own[0]?.body ?? '',
      versions: own.map(({ waiver_id, published_at, ...text }) => ({
        ...text,
        published_at: published_at.toISOString(),
      })),
      signatures: Number(counts.find(({ waiver_id }) => waiver_id === waiver.id)?.count ?? 0),
    }
  })
}

type Wanted = z.output<(typeof saveWaiver)['body']>

/**
 * Writes a waiver. Another title or text is a new version; the rest changes in place. The facts of the facility are filled in
 * when it is published, so that what was signed never reads differently later.
 *
 * @returns its id; `waiver_not_found`, or `text_changed` where someone published since.
 */
export async function publishWaiver(
  tx: Tx,
  wanted: Wanted,
  at: { userId: string; now: Date; facility: Parameters<typeof textFacts>[0] },
): Promise<string | Refusal> {
  const { id, seen_version, body, ...settings } = wanted
  const text = filledIn(body.replace(/\r\n?/g, '\n'), textFacts(at.facility))
  const known = id === null ? null : await lockWaiver(tx, id)
  if (known === undefined) return refuse('waiver_not_found')
  if ((known?.version ?? 0) !== seen_version) return refuse('text_changed')
  const isNew = known === null || known.title !== settings.title || known.body !== text
  const version = isNew ? (known?.version ?? 0) + 1 : known.version
  if (isNew) await describeInAudit(tx, `Waiver: ${settings.title}, version ${version}`)
  const row = { ...settings, version }
  const waiverId =
    known === null
      ? (
          await tx
            .insertInto('waivers')
            .values({ ...row, created_at: at.now })
            .returning('id')
            .executeTakeFirstOrThrow()
        ).id
      : known.id
  if (isNew) {
    const { title } = settings
    await tx
      .insertInto('waiver_versions')
      .values({
        waiver_id: waiverId,
        version,
        title,
        body: text,
        published_by: at.userId,
        published_at: at.now,
      })
      .execute()
  }
  if (known !== null) await tx.updateTable('waivers').set(row).where('id', '=', waiverId).execute()
  return waiverId
}

/** Locked first: who waited reads the version that was published in between. */
async function lockWaiver(tx: Tx, id: string) {
  await tx.selectFrom('waivers').select('id').where('id', '=', id).forUpdate().execute()
  return tx
    .selectFrom('waivers')
    .innerJoin('waiver_versions as text', (join) =>
      join.onRef('text.waiver_id', '=', 'waivers.id').onRef('text.version', '=', 'waivers.version'),
    )
    .select(['waivers.id', 'waivers.version', 'waivers.title', 'body'])
    .where('waivers.id', '=', id)
    .executeTakeFirst()
}

const filledIn = (text: string, facts: Readonly<Record<string, string>>): string =>
  text.replace(/\{(\w+)\}/g, (written, name: string) =>
    Object.hasOwn(facts, name) ? (facts[name] ?? written) : written,
  )
