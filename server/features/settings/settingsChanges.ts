/** What a change of settings comes to, in words: for the preview, and for whoever saved a moment too late. */

import type {
  CompleteSettings,
  SettingChange,
  SettingsField,
} from '../../../shared/contract/facility/facilitySettings.ts'
import { dateExamples, facilityFields } from '../../../shared/domain/facility/facilityFields.ts'
import { formatHours } from '../../../shared/domain/facility/openingHours.ts'
import { journalAccountKeys, journalAccounts } from '../../../shared/domain/money/journal.ts'
import { centsFromDollars, formatDollars } from '../../../shared/domain/money/money.ts'
import { type DateLanguage, formatDay, weekdayNames } from '../../../shared/domain/time/timeFormat.ts'
import { cagePrices } from './setUpCages.ts'

const NONE = 'None'
/** Made from the rest where they are empty. */
const derived: ReadonlySet<SettingsField> = new Set(['maps_url', 'apple_maps_url', 'rate_line'])
const money = (dollars: number | undefined): string => formatDollars(centsFromDollars(dollars ?? 0))

/** Each entry of a list as a line, by what names the entry. */
type Lines = ReadonlyMap<string, string>

const linesOf: { [Field in SettingsField]?: (value: CompleteSettings[Field]) => Lines } = {
  opening_hours: (hours) =>
    new Map(
      [1, 2, 3, 4, 5, 6, 0].map((weekday) => [
        weekdayNames[weekday] ?? '',
        formatHours(hours.find(({ day_of_week }) => day_of_week === weekday) ?? null),
      ]),
    ),
  special_days: (days) =>
    new Map(
      days.map(({ date, opens, closes, reason }) => {
        const hours = opens === null || closes === null ? null : { opens, closes }
        return [formatDay(date, 'long'), `${formatHours(hours)}${reason === '' ? '' : ` (${reason})`}`]
      }),
    ),
  team_rates: (rates) =>
    new Map(
      rates.map(({ weekly_hours, monthly_hours, monthly_price, price_per_hour }) => [
        `${weekly_hours} hours a week`,
        `${monthly_hours} hours a month, ${money(monthly_price)}, ${money(price_per_hour)} an hour`,
      ]),
    ),
  cages: (cages) =>
    new Map(
      cages.map((cage) => [
        cage.name,
        [
          `${money(cage.price_30_min)} for 30 minutes`,
          `${money(cage.price_60_min)} for 60`,
          `${money(cage.price_additional_30_min)} for 30 more`,
          ...(cage.details ? [cage.details] : []),
          ...(cage.is_active === false ? ['out of service'] : []),
        ].join(', '),
      ]),
    ),
  journal_accounts: (names) =>
    new Map(
      journalAccountKeys.map((key) => [journalAccounts[key].label, names[key] ?? journalAccounts[key].name]),
    ),
  social_links: (links) => new Map(links.map(({ label, url }) => [label, url])),
}

/** What is different between two readings of the settings, in the order of the table of fields. */
export function describeChanges(
  before: Partial<CompleteSettings>,
  after: Partial<CompleteSettings>,
): SettingChange[] {
  return (Object.keys(facilityFields) as SettingsField[]).flatMap((field) =>
    JSON.stringify(before[field]) === JSON.stringify(after[field])
      ? []
      : changesOf(field, before[field], after[field]),
  )
}

function changesOf<Field extends SettingsField>(
  field: Field,
  before: CompleteSettings[Field] | undefined,
  after: CompleteSettings[Field] | undefined,
): SettingChange[] {
  const { label } = facilityFields[field]
  const lines = linesOf[field]
  if (!lines) return [{ field, label, from: textOf(field, before), to: textOf(field, after) }]
  const [old, now] = [before ? lines(before) : new Map<string, string>(), after ? lines(after) : new Map()]
  const changed = [...new Set([...old.keys(), ...now.keys()])].flatMap((name) => {
    const [from, to] = [old.get(name) ?? NONE, now.get(name) ?? NONE]
    return from === to ? [] : [{ field, label: `${label}: ${name}`, from, to }]
  })
  // Only the order is different.
  return changed.length > 0
    ? changed
    : [{ field, label, from: [...old.keys()].join(', '), to: [...now.keys()].join(', ') }]
}

function textOf(field: SettingsField, value: unknown): string {
  if (value === null || value === undefined) return 'No limit'
  if (typeof value === 'boolean') return value ? 'On' : 'Off'
  if (value === '') return derived.has(field) ? 'Automatic' : NONE
  if (field === 'date_language') return dateExamples[value as DateLanguage]
  if (typeof value !== 'number') return String(value)
  const { unit } = facilityFields[field]
  if (unit === 'dollars') return money(value)
  if (unit === 'percent') return `${value}%`
  return unit === undefined ? String(value) : `${value} ${unit}`
}

/** Where customers see what is different. */
export const shownAt = (changes: readonly SettingChange[]): string[] => [
  ...new Set(changes.flatMap(({ field }) => facilityFields[field as SettingsField].shown ?? [])),
]

/** What is easily overlooked about a change. */
export function warningsOf(
  before: CompleteSettings,
  after: CompleteSettings,
  aboutCages: readonly string[],
): string[] {
  const differs = (...fields: SettingsField[]) =>
    fields.some((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]))
  const warnings: string[] = []
  const pricesOf = ({ cages }: CompleteSettings) =>
    new Map(cages.map((cage) => [cage.name, cagePrices.map((price) => cage[price]).join()]))
  const old = pricesOf(before)
  if ([...pricesOf(after)].some(([name, prices]) => old.has(name) && old.get(name) !== prices)) {
    warnings.push('New prices count for new bookings. What is booked keeps the price that was agreed on.')
  }
  // Of a cage that leaves service: what is planned in it.
  warnings.push(
    ...aboutCages
      .filter((line) => line.includes('out of service'))
      .map((line) => line.replace(/^cages: /, '')),
  )
  if (
    differs('cancellation_cutoff_hours', 'camp_cancellation_cutoff_days', 'class_cancellation_cutoff_hours')
  ) {
    warnings.push(
      'A new cut-off counts for new bookings. What is booked keeps the cut-off that was shown then.',
    )
  }
  if (after.booking_window_days < before.booking_window_days) {
    warnings.push('What is booked beyond the new booking window stays.')
  }
  if (differs('membership_monthly_price')) {
    warnings.push('The new price is for new members. Running memberships go on at their price.')
  }
  if (after.founders_cap < before.founders_cap) {
    warnings.push('Members stay members. While there are more of them than founders spots, nobody can join.')
  }
  if (differs('membership_notice_days', 'member_reservation_limit')) {
    warnings.push('Whoever is signing up right now is asked to read the agreement again.')
  }
  if (before.card_payment_for_cages && !after.card_payment_for_cages) {
    warnings.push('Who is paying for a cage by card right now can still finish.')
  }
  if (before.card_payment_for_lessons && !after.card_payment_for_lessons) {
    warnings.push('Who is paying for a lesson by card right now can still finish.')
  }
  return warnings
}
