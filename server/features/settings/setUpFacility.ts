import { sql } from 'kysely'
import type { CompleteSettings, SettingsChanges } from '../../../shared/contract/facility/facilitySettings.ts'
import { namedAccounts } from '../../../shared/domain/money/journal.ts'
import { dollarsFromDecimal } from '../../../shared/domain/money/money.ts'
import { facilityDay } from '../../../shared/domain/time/time.ts'
import { describeInAudit } from '../../db/auditDescription.ts'
import { type Db, isDatabaseError, type Tx } from '../../db/database.ts'
import { readLimits } from '../facility/limits.ts'
import { readFacility } from '../facility/queries.ts'
import { readReminderSettings } from '../facility/reminderSettings.ts'
import { endExpiredHolds } from '../places/occupancy.ts'
import { UnusableSettings } from './facilityFile.ts'
import { readCages, setUpCages } from './setUpCages.ts'
import { setUpHours, setUpSpecialDays, setUpTeamRates } from './setUpLists.ts'

const INVALID_PARAMETER_VALUE = '22023'

/** Kept in tables of their own. */
type ListField = 'opening_hours' | 'special_days' | 'team_rates' | 'cages'

/** All of the facility's data that its owner may edit; special days from today on, cages in name order. */
export async function describeFacility(db: Db, now: Date): Promise<CompleteSettings> {
  const [facility, limits, reminders, row, cages] = await Promise.all([
    readFacility(db, now),
    readLimits(db),
    readReminderSettings(db),
    db
      .selectFrom('facility')
      .select([
        // As entered: an empty one is made from the rest.
        'maps_url',
        'apple_maps_url',
        'parking',
        'what_to_bring',
        'rate_line',
        'card_payment_for_lessons',
        'membership_monthly_price',
        'founders_cap',
        'brand_color',
        'date_language',
        'member_reservation_limit',
        'desk_refund_limit',
        'care_retention_days',
        'care_required',
        'tax_added',
        'tax_cages',
        'tax_lessons',
        'tax_classes',
        'tax_camps',
        'tax_memberships',
        'tax_goods',
        'journal_accounts',
      ])
      .executeTakeFirstOrThrow(),
    readCages(db),
  ])
  const { name, street_address, city, state, postal_code, phone, email } = facility
  const { announcement, time_zone, social_links } = facility
  const { maps_url, apple_maps_url, parking, what_to_bring, rate_line } = row
  return {
    ...{ name, street_address, city, state, postal_code, phone, email, maps_url, apple_maps_url, parking },
    ...{ what_to_bring, social_links, announcement, rate_line, brand_color: row.brand_color, time_zone },
    date_language: row.date_language,
    opening_hours: facility.opening_hours,
    special_days: facility.special_days,
    team_rates: facility.team_rates,
    cages,
    member_cage_discount_percent: facility.member_cage_discount_percent,
    member_class_discount_percent: facility.member_class_discount_percent,
    membership_monthly_price: dollarsFromDecimal(row.membership_monthly_price),
    founders_cap: row.founders_cap,
    card_payment_for_cages: facility.card_payment_for_cages,
    card_payment_for_lessons: row.card_payment_for_lessons,
    booking_window_days: facility.booking_window_days,
    late_after_minutes: facility.late_after_minutes,
    cancellation_cutoff_hours: facility.cancellation_cutoff_hours,
    camp_cancellation_cutoff_days: facility.camp_cancellation_cutoff_days,
    class_cancellation_cutoff_hours: facility.class_cancellation_cutoff_hours,
    care_retention_days: row.care_retention_days,
    care_required: row.care_required,
    membership_notice_days: facility.membership_notice_days,
    member_reservation_limit: row.member_reservation_limit,
    desk_refund_limit: dollarsFromDecimal(row.desk_refund_limit),
    tax_added: row.tax_added,
    tax_cages: Number(row.tax_cages),
    tax_lessons: Number(row.tax_lessons),
    tax_classes: Number(row.tax_classes),
    tax_camps: Number(row.tax_camps),
    tax_memberships: Number(row.tax_memberships),
    tax_goods: Number(row.tax_goods),
    journal_accounts: namedAccounts(row.journal_accounts),
    ...reminders,
    ...limits,
  }
}

/** What saving did: everything before and after, and what its owner should look at. */
export interface SettingsSaved {
  readonly before: CompleteSettings
  readonly after: CompleteSettings
  /** A line for each cage that is different, and for what is planned in one that leaves service. */
  readonly aboutCages: readonly string[]
}

/**
 * Saves settings. What is left out stays; so do rows that already say the same, and the audit log gets an entry for each
 * row that changes. Nothing is ever deleted that a booking refers to.
 *
 * @param description what the audit log says beside each change.
 * @throws {UnusableSettings} for what only the database can tell, e.g. a new cage without a price.
 */
export async function saveSettings(
  tx: Tx,
  changes: SettingsChanges,
  now: Date,
  description: string,
): Promise<SettingsSaved> {
  await describeInAudit(tx, description)
  // One at a time: what is compared with must not change in between.
  await tx.selectFrom('facility').select('id').forUpdate().execute()
  const before = await describeFacility(tx, now)
  await refuseMovedClock(tx, changes, before, now)
  const { opening_hours, special_days, team_rates, cages, ...row } = changes
  await setUpRow(tx, row)
  if (opening_hours) await setUpHours(tx, opening_hours)
  if (special_days) await setUpSpecialDays(tx, special_days, facilityDay(now, before.time_zone))
  if (team_rates) await setUpTeamRates(tx, team_rates)
  const aboutCages = cages ? await setUpCages(tx, cages, now) : []
  return { before, after: await describeFacility(tx, now), aboutCages }
}

/**
 * Puts the data of a file in.
 *
 * @returns a line for each thing that is now different, and for what its owner should look at.
 */
export async function setUpFacility(tx: Tx, file: SettingsChanges, now: Date): Promise<string[]> {
  const saved = await saveSettings(tx, file, now, 'Facility data put in from a file')
  return [...differences(saved.before, saved.after), ...saved.aboutCages]
}

/** A planned lesson keeps its wall time, a cage booking its instant: under another clock they would part. */
async function refuseMovedClock(
  tx: Tx,
  changes: SettingsChanges,
  before: CompleteSettings,
  now: Date,
): Promise<void> {
  if (changes.time_zone === undefined || changes.time_zone === before.time_zone) return
  await endExpiredHolds(tx, now)
  const { rows } = await sql`select 1 from occupancy where upper(during) > ${now} limit 1`.execute(tx)
  if (rows.length === 0) return
  throw new UnusableSettings([
    {
      path: ['time_zone'],
      message:
        'It cannot change while something is booked, since all planned times would move. ' +
        'Set it on a database without bookings.',
    },
  ])
}

async function setUpRow(tx: Tx, row: Omit<SettingsChanges, ListField>): Promise<void> {
  if (Object.keys(row).length === 0) return
  const { social_links, journal_accounts, membership_monthly_price, desk_refund_limit, ...others } = row
  const { member_cage_discount_percent, member_class_discount_percent, ...untaxed } = others
  const { tax_cages, tax_lessons, tax_classes, tax_camps, tax_memberships, tax_goods, ...plain } = untaxed
  try {
    await tx
      .updateTable('facility')
      .set({
        ...plain,
        social_links: social_links && JSON.stringify(social_links),
        journal_accounts: journal_accounts && JSON.stringify(journal_accounts),
        membership_monthly_price: membership_monthly_price?.toFixed(2),
        desk_refund_limit: desk_refund_limit?.toFixed(2),
        member_cage_discount_percent: member_cage_discount_percent?.toFixed(2),
        member_class_discount_percent: member_class_discount_percent?.toFixed(2),
        tax_cages: tax_cages?.toFixed(3),
        tax_lessons: tax_lessons?.toFixed(3),
        tax_classes: tax_classes?.toFixed(3),
        tax_camps: tax_camps?.toFixed(3),
        tax_memberships: tax_memberships?.toFixed(3),
        tax_goods: tax_goods?.toFixed(3),
      })
      .execute()
  } catch (error) {
    if (!isDatabaseError(error, INVALID_PARAMETER_VALUE)) throw error
    throw new UnusableSettings([
      { path: ['time_zone'], message: `PostgreSQL does not know ${row.time_zone}.` },
    ])
  }
}

/** `name: "Old" → "New"`; of a list only that it changed. Cages speak for themselves. */
function differences(before: CompleteSettings, after: CompleteSettings): string[] {
  const { cages: _before, ...old } = before
  return (Object.keys(old) as (keyof typeof old)[])
    .map((field) => ({ field, from: JSON.stringify(old[field]), to: JSON.stringify(after[field]) }))
    .filter(({ from, to }) => from !== to)
    .map(({ field, from, to }) =>
      Array.isArray(old[field]) ? `${field}: changed` : `${field}: ${from} → ${to}`,
    )
}
