/**
 * The facility's settings as their owner edits them: by form, over the API, and as the file of `npm run admin -- facility`
 * (decision records 010 and 041). These schemas are the one place that says what can be saved.
 */

import { z } from 'zod'
import { isReadable, nearestReadable, readColor } from '../../domain/facility/brandColor.ts'
import { journalAccountKeys, namedAccounts } from '../../domain/money/journal.ts'
import { withoutInvisible } from '../../domain/people/personName.ts'
import { dollars, id, wholeNumber } from '../fields.ts'
import { route } from '../route.ts'
import { oneLine, oneLineOrNone } from '../text.ts'
import { hitList } from './closures.ts'
import { dateLanguage, openingHours, specialDay, teamRate } from './facility.ts'

const hours = wholeNumber(0, 10_000).nullable()
const count = wholeNumber(1, 1_000_000).nullable()

/** The limits on unpaid bookings of one person or one network address; null: no limit. */
export const limitFields = {
  unpaid_hours_new_customer: hours,
  unpaid_hours_returning_customer: hours,
  unpaid_guest_hours_per_address: hours,
  unpaid_camps_per_customer: hours,
  checkout_hours_new_customer: count,
  checkout_hours_returning_customer: count,
  open_checkouts_per_person: count,
  open_checkouts_per_address: count,
  live_streams_per_person: count,
  live_streams_per_address: count,
}

const reminderDays = wholeNumber(0, 7)

/** When reminders go out by themselves: days before, 0 is off, at an hour of the facility's clock. */
export const reminderFields = {
  reminder_days_camps: reminderDays,
  reminder_days_classes: reminderDays,
  reminder_days_lessons: reminderDays,
  reminder_days_cages: reminderDays,
  reminder_hour: wholeNumber(8, 20),
}

const text = (most: number) => oneLineOrNone(most).overwrite(withoutInvisible)
const filled = (most: number) => text(most).min(1, 'Must not be empty.')
const webAddress = z.url({ protocol: /^https?$/, error: 'Must be an address that starts with https://.' })
const derivedAddress = z
  .union([z.literal(''), webAddress], 'Must be empty, or an address that starts with https://.')
  .meta({ description: 'Empty: made from the address.' })
const percentText = 'Enter a percentage from 0 to 100, like 15 or 12.5.'
const percent = z.number(percentText).min(0, percentText).max(100, percentText).multipleOf(0.01, percentText)
const taxText = 'Enter a percentage from 0 to 50, like 8.25.'
const taxPercent = z.number(taxText).min(0, taxText).max(50, taxText).multipleOf(0.001, taxText)
const halfHour = /:(00|30)$/

/** Whether both PostgreSQL's and the browser's kind of name; an offset would mean opposite things to the two. */
function isZoneName(name: string): boolean {
  try {
    return /^[A-Za-z]/.test(name) && new Intl.DateTimeFormat('en', { timeZone: name }) !== null
  } catch {
    return false
  }
}

const ordered = ({ opens, closes }: { opens: string | null; closes: string | null }) =>
  (opens === null) === (closes === null) && (opens === null || closes === null || closes > opens)
const onHalfHours = ({ opens, closes }: { opens: string | null; closes: string | null }) =>
  [opens, closes].every((time) => time === null || halfHour.test(time))
const ORDERED = 'closes must be later than opens, or both null for a day that is closed.'
const HALF_HOURS = 'Hours begin and end on the hour or half hour.'

/** Refuses a list in which two entries have the same key. */
const unique = <Entry extends z.ZodType>(entry: Entry, keyOf: (value: z.output<Entry>) => unknown) =>
  z
    .array(entry)
    .max(1_000)
    .superRefine((entries, issues) => {
      const keys = entries.map(keyOf)
      for (const [index, key] of keys.entries()) {
        if (keys.indexOf(key) === index) continue
        issues.addIssue({ code: 'custom', path: [index], message: `${key} is in the list twice.` })
      }
    })

/** White text must be readable on it, and it on light and dark pages (decision record 094). */
const brandColor = z
  .string()
  .max(20)
  .transform((typed, issues) => {
    if (typed.trim() === '') return ''
    const color = readColor(typed)
    if (color !== null && isReadable(color)) return color
    const message =
      color === null
        ? 'Enter a color, like #1d6fd8.'
        : `${color} is hard to read on pages or under white text. The nearest color that works is ${nearestReadable(color)}.`
    issues.addIssue({ code: 'custom', message })
    return z.NEVER
  })
  .meta({ description: 'Of buttons and accents, `#rrggbb`. Empty: Dugout’s own red.' })

const cage = z.strictObject({
  name: filled(100),
  rename_to: filled(100).optional(),
  price_30_min: dollars.optional(),
  price_60_min: dollars.optional(),
  price_additional_30_min: dollars.optional(),
  details: text(40).optional().meta({ description: 'Machine, speeds, baseball or softball.' }),
  is_active: z.boolean().optional(),
})
export type CageEntry = z.output<typeof cage>

/** Sales tax in percent by what is sold, 0 for none, and whether it is added to prices or contained in them (decision 40). */
export const taxFields = {
  tax_added: z.boolean(),
  tax_cages: taxPercent,
  tax_lessons: taxPercent,
  tax_classes: taxPercent,
  tax_camps: taxPercent,
  tax_memberships: taxPercent,
  tax_goods: taxPercent,
}

/** What the bookkeeping journal calls its accounts; one that is empty or left out keeps its own name. */
const journalNames = z.partialRecord(z.enum(journalAccountKeys), text(80)).transform(namedAccounts)

export const completeSettings = z.strictObject({
  name: filled(200),
  street_address: filled(200),
  city: filled(100),
  /** 'tx' is TX. */
  state: filled(100).overwrite((name) => (name.length === 2 ? name.toUpperCase() : name)),
  postal_code: filled(20).regex(/^\d{5}(-\d{4})?$/, 'Enter a ZIP code, like 77701 or 77701-1234.'),
  // The server also reads whether it is a real one.
  phone: filled(40),
  email: z.email('Enter an email, like hello@example.com.'),
  maps_url: derivedAddress,
  apple_maps_url: derivedAddress,
  parking: text(200),
  what_to_bring: text(200).meta({ description: 'To cages and lessons; classes and camps have their own.' }),
  social_links: z.array(z.strictObject({ label: filled(40), url: webAddress })).max(12),
  announcement: text(100),
  rate_line: text(100).meta({ description: 'Empty: made from the prices of the cages.' }),
  brand_color: brandColor,
  time_zone: z.string().refine(isZoneName, 'Must be the name of a time zone, e.g. America/Chicago.'),
  date_language: dateLanguage.meta({ description: 'The English that days and times are written in.' }),
  opening_hours: unique(
    z.strictObject(openingHours.shape).refine(ordered, ORDERED).refine(onHalfHours, HALF_HOURS),
    (hours) => hours.day_of_week,
  ),
  special_days: unique(
    z
      .strictObject({ ...specialDay.shape, reason: text(200) })
      .refine(ordered, ORDERED)
      .refine(onHalfHours, HALF_HOURS),
    (special) => special.date,
  ),
  team_rates: unique(
    z.strictObject({
      ...teamRate.shape,
      weekly_hours: wholeNumber(1, 1_000),
      monthly_hours: wholeNumber(1, 10_000),
    }),
    (rate) => rate.weekly_hours,
  ),
  cages: unique(cage, ({ name }) => name),
  member_cage_discount_percent: percent,
  member_class_discount_percent: percent,
  membership_monthly_price: dollars,
  founders_cap: wholeNumber(0, 100_000),
  card_payment_for_cages: z.boolean(),
  card_payment_for_lessons: z.boolean(),
  booking_window_days: wholeNumber(1, 730),
  late_after_minutes: wholeNumber(1, 60),
  cancellation_cutoff_hours: wholeNumber(0, 336),
  camp_cancellation_cutoff_days: wholeNumber(0, 90),
  class_cancellation_cutoff_hours: wholeNumber(0, 336),
  care_retention_days: wholeNumber(1, 730),
  care_required: z.boolean(),
  membership_notice_days: wholeNumber(0, 28),
  member_reservation_limit: wholeNumber(1, 100).nullable(),
  desk_refund_limit: dollars,
  ...taxFields,
  journal_accounts: journalNames,
  ...reminderFields,
  ...limitFields,
})

export type CompleteSettings = z.output<typeof completeSettings>
export type SettingsField = keyof CompleteSettings

/**
 * Settings to be saved. What is left out stays as it is; a list replaces the whole list, except `cages`, where a cage that
 * is left out stays as it is.
 */
export const settingsChanges = completeSettings.partial()
export type SettingsChanges = z.output<typeof settingsChanges>

/** A setting before and after, in words. */
const settingChange = z.object({
  field: z.string(),
  label: z.string(),
  from: z.string(),
  to: z.string(),
})
export type SettingChange = z.infer<typeof settingChange>

export const getFacilitySettings = route({
  operationId: 'get-facility-settings',
  call: 'GET /api/settings/facility',
  access: 'admin',
  summary: "Everything that the facility's owner can set; special days from today on, cages in name order",
  answer: completeSettings,
})

export const previewFacilitySettings = route({
  operationId: 'preview-facility-settings',
  call: 'POST /api/settings/facility/preview',
  access: 'admin',
  summary: 'What saving these settings would change, where customers see it, and what to look out for',
  body: z.object({ changes: settingsChanges }),
  answer: z.object({
    changes: z.array(settingChange),
    shown: z.array(z.string()).meta({ description: 'Where customers see it.' }),
    warnings: z.array(z.string()),
    outside_hours: hitList.meta({ description: 'What is booked where the facility would be closed.' }),
  }),
})
export type SettingsPreview = z.infer<typeof previewFacilitySettings.answer>

export const updateFacilitySettings = route({
  operationId: 'update-facility-settings',
  call: 'PATCH /api/settings/facility',
  access: 'admin',
  grave: true,
  summary: 'Saves settings; what is booked outside new hours stays, or is canceled by a run',
  body: z.object({
    changes: settingsChanges,
    seen: z.record(z.string(), z.unknown()).meta({
      description:
        'The same settings as they were read. Saving is refused where someone changed them in the meantime.',
    }),
    on_hits: z.enum(['keep', 'cancel']).default('keep'),
    fingerprint: z.string().max(100).optional(),
    reason: oneLine(200).optional().meta({ description: 'What customers read whose bookings are canceled.' }),
  }),
  answer: z.object({
    settings: completeSettings,
    changes: z.array(settingChange),
    run_id: id.nullable(),
  }),
  errors: ['settings_changed', 'closure_hits_changed'],
})

/** What a `settings_changed` refusal says: by whom, when, and what there is now. */
export interface ChangedSettings {
  readonly changed_by: string | null
  readonly changed_at: string | null
  readonly changes: readonly SettingChange[]
}
