/** The facility's settings by form (decision record 041). */

import {
  type ChangedSettings,
  type CompleteSettings,
  getFacilitySettings,
  previewFacilitySettings,
  type SettingsChanges,
  type SettingsField,
  updateFacilitySettings,
} from '../../../shared/contract/facility/facilitySettings.ts'
import { facilityFields } from '../../../shared/domain/facility/facilityFields.ts'
import { type Db, system, type Tx, transaction } from '../../db/database.ts'
import { endpoint, reply } from '../../http/endpoint.ts'
import { runCommand } from '../../http/idempotency.ts'
import { Refusal, refuse } from '../../refusal.ts'
import { ensureNewPrice } from '../memberships/prices.ts'
import { fingerprintOf, type Hit, hitListOf } from './closures/hits.ts'
import { hitsOfHours } from './closures/hoursHits.ts'
import { startRun } from './closures/runs.ts'
import { UnusableSettings, withPhone } from './facilityFile.ts'
import { describeChanges, shownAt, warningsOf } from './settingsChanges.ts'
import { describeFacility, type SettingsSaved, saveSettings } from './setUpFacility.ts'

export const settingsEndpoints = [
  endpoint(getFacilitySettings, async ({ db, now }) => reply(await describeFacility(db, now))),

  endpoint(previewFacilitySettings, ({ context, db, body }) =>
    refusingUnusable(async () => {
      const now = context.clock.now()
      const { before, after, aboutCages } = await tryOut(db, withPhone(body.changes), now)
      const changes = describeChanges(before, after)
      const hits = await hitsOfHours(db, { before, after }, { now, zone: before.time_zone })
      return reply({
        changes,
        shown: shownAt(changes),
        warnings: warningsOf(before, after, aboutCages),
        outside_hours: hitListOf(hits),
      })
    }),
  ),

  endpoint(updateFacilitySettings, (call) =>
    refusingUnusable(async () => {
      const { body, context, user } = call
      const now = context.clock.now()
      const changes = withPhone(body.changes)
      const outcome = await runCommand(call, async (tx) => {
        const changed = await refuseChanged(tx, changes, body.seen, now)
        if (changed) return changed
        const saved = await saveSettings(tx, changes, now, `Settings: ${labelsOf(changes)}`)
        const zone = saved.before.time_zone
        const hits = await hitsOfHours(tx, saved, { now, zone })
        const refused = refuseHits(hits, body)
        if (refused) return refused
        const run = {
          closureId: null,
          cause: 'hours' as const,
          reason: body.reason ?? '',
          actorId: user.profile.id,
        }
        const runId = body.on_hits === 'cancel' ? await startRun(tx, run, hits) : null
        return reply({
          settings: saved.after,
          changes: describeChanges(saved.before, saved.after),
          run_id: runId,
        })
      })
      // The provider's price is made once the setting is saved; without the provider a job does it later.
      const priced = ['membership_monthly_price', 'tax_memberships', 'tax_added'] as const
      if (!(outcome instanceof Refusal) && priced.some((field) => changes[field] !== undefined))
        await ensureNewPrice(context)
      return outcome
    }),
  ),
]

const labelsOf = (changes: SettingsChanges): string =>
  (Object.keys(changes) as SettingsField[]).map((field) => facilityFields[field].label).join(', ')

/** The same answer for what the schema cannot know as for what it does. */
async function refusingUnusable<Outcome>(work: () => Promise<Outcome | Refusal>): Promise<Outcome | Refusal> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof UnusableSettings)) throw error
    const issues = error.issues.map(({ path, message }) => ({ path: ['changes', ...path], message }))
    return refuse('invalid_input', issues)
  }
}

class TriedOut extends Error {}

/** What saving would do: it is done, read and rolled back, so that the preview cannot differ from it. */
async function tryOut(db: Db, changes: SettingsChanges, now: Date): Promise<SettingsSaved> {
  let saved: SettingsSaved | undefined
  try {
    await transaction(db, system, async (tx) => {
      saved = await saveSettings(tx, changes, now, 'Preview')
      throw new TriedOut()
    })
  } catch (error) {
    if (!(error instanceof TriedOut)) throw error
  }
  if (!saved) throw new Error('Settings were tried out without an outcome.')
  return saved
}

/** Refuses to save over what someone else saved since it was read; names what it is now, and who did it. */
async function refuseChanged(
  tx: Tx,
  changes: SettingsChanges,
  seen: Record<string, unknown>,
  now: Date,
): Promise<Refusal | null> {
  await tx.selectFrom('facility').select('id').forUpdate().execute()
  const current = await describeFacility(tx, now)
  const fields = (Object.keys(changes) as SettingsField[]).filter(
    (field) => field in seen && !isSame(seen[field], current[field]),
  )
  if (fields.length === 0) return null
  const only = (from: Partial<CompleteSettings>) =>
    Object.fromEntries(fields.map((field) => [field, from[field]])) as Partial<CompleteSettings>
  const who = await lastChange(tx, fields)
  return refuse('settings_changed', {
    changed_by: who?.full_name ?? null,
    changed_at: who?.created_at.toISOString() ?? null,
    // What was read has passed no schema: where it has another shape, only what is there now is told.
    changes: isReadable(only(seen as Partial<CompleteSettings>), current)
      ? describeChanges(only(seen as Partial<CompleteSettings>), only(current))
      : describeChanges({}, only(current)),
  } satisfies ChangedSettings)
}

/** Lists of which the entries' keys may come in any order. */
const isSame = (a: unknown, b: unknown): boolean => sorted(a) === sorted(b)
const sorted = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) =>
    part !== null && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([x], [y]) => x.localeCompare(y)))
      : part,
  )

const isReadable = (seen: Partial<CompleteSettings>, current: CompleteSettings): boolean =>
  (Object.keys(seen) as SettingsField[]).every(
    (field) => Array.isArray(seen[field]) === Array.isArray(current[field]),
  )

const tables: Partial<Record<SettingsField, string>> = {
  opening_hours: 'opening_hours',
  special_days: 'special_days',
  team_rates: 'team_rates',
  cages: 'cages',
}

const lastChange = (db: Db, fields: readonly SettingsField[]) =>
  db
    .selectFrom('audit_log')
    .leftJoin('profiles', 'profiles.id', 'audit_log.user_id')
    .select(['audit_log.created_at', 'profiles.full_name'])
    .where('table_name', '=', tables[fields[0] ?? 'name'] ?? 'facility')
    .orderBy('audit_log.created_at', 'desc')
    .limit(1)
    .executeTakeFirst()

/** What is booked outside the new hours must have been shown, and who is told must be told why. */
function refuseHits(
  hits: readonly Hit[],
  {
    on_hits,
    fingerprint,
    reason,
  }: { on_hits: 'keep' | 'cancel'; fingerprint?: string | undefined; reason?: string | undefined },
): Refusal | null {
  if (hits.length === 0) return null
  if (fingerprintOf(hits) !== fingerprint) return refuse('closure_hits_changed', hitListOf(hits))
  if (on_hits === 'cancel' && reason === undefined)
    return refuse('invalid_input', [{ path: ['reason'], message: 'Please write what customers are told.' }])
  return null
}
