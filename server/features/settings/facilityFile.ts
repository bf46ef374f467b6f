import { z } from 'zod'
import { openingHours, specialDay, teamRate } from '../../../shared/contract/facility.ts'
import { dollars } from '../../../shared/contract/fields.ts'
import { readPhone } from '../../phoneNumber.ts'
import { limitFields } from '../facility/limits.ts'

/** A file that cannot be put in; each line names the field and what is wrong with it. */
export class UnusableFacilityFile extends Error {
  constructor(lines: readonly string[]) {
    super(`The facility's data was not changed:\n  ${lines.join('\n  ')}`)
  }
}

const text = (most: number) =>
  z
    .string()
    .trim()
    .max(most)
    .regex(/^\P{Cc}*$/u, 'Use printable characters on one line.')
const filled = (most: number) => text(most).min(1, 'Must not be empty.')
const webAddress = z.url({ protocol: /^https?$/, error: 'Must be an address that starts with https://.' })
const percent = z.number().min(0).max(100).multipleOf(0.01)
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

const cage = z.strictObject({
  name: filled(100),
  rename_to: filled(100).optional(),
  price_30_min: dollars.optional(),
  price_60_min: dollars.optional(),
  price_additional_30_min: dollars.optional(),
  is_active: z.boolean().optional(),
})
export type CageEntry = z.output<typeof cage>

const complete = z.strictObject({
  name: filled(200),
  street_address: filled(200),
  city: filled(100),
  state: filled(100),
  postal_code: filled(20),
  phone: filled(40).transform((phone, issues) => {
    const number = readPhone(phone)
    if (number === null) issues.addIssue({ code: 'custom', message: 'Must be a real phone number.' })
    return number ?? phone
  }),
  email: z.email('Must be an e-mail address.'),
  maps_url: webAddress,
  apple_maps_url: webAddress,
  social_links: z.array(z.strictObject({ label: filled(40), url: webAddress })).max(12),
  announcement: text(100),
  rate_line: text(100),
  time_zone: z.string().refine(isZoneName, 'Must be the name of a time zone, e.g. America/Chicago.'),
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
      weekly_hours: z.number().int().positive().max(1_000),
      monthly_hours: z.number().int().positive().max(10_000),
    }),
    (rate) => rate.weekly_hours,
  ),
  cages: unique(cage, ({ name }) => name),
  member_cage_discount_percent: percent,
  member_class_discount_percent: percent,
  membership_monthly_price: dollars,
  founders_cap: z.number().int().min(0).max(100_000),
  membership_agreement: z
    .array(z.strictObject({ title: filled(200), text: z.string().trim().min(1).max(5_000) }))
    .max(50),
  card_payment_for_cages: z.boolean(),
  card_payment_for_lessons: z.boolean(),
  booking_window_days: z.number().int().min(1).max(730),
  cancellation_cutoff_hours: z.number().int().min(0).max(336),
  camp_cancellation_cutoff_days: z.number().int().min(0).max(90),
  class_cancellation_cutoff_hours: z.number().int().min(0).max(336),
  care_retention_days: z.number().int().min(1).max(730),
  membership_notice_days: z.number().int().min(0).max(28),
  member_reservation_limit: z.number().int().min(1).max(100).nullable(),
  desk_refund_limit: dollars,
  ...limitFields,
})

/**
 * A facility's data as its owner edits it. What is left out stays as it is; a list replaces the whole list,
 * except `cages`, where a cage that is left out stays as it is.
 */
export const facilityFile = complete.partial()
export type FacilityFile = z.output<typeof facilityFile>
/** What is printed for editing: everything. */
export type CompleteFacilityFile = z.output<typeof complete>

/**
 * Reads a facility's data from JSON.
 *
 * @throws {UnusableFacilityFile} naming every field that is unknown or wrong.
 */
export function parseFacilityFile(json: string): FacilityFile {
  const parsed = facilityFile.safeParse(parseJson(json))
  if (parsed.success) return parsed.data
  throw new UnusableFacilityFile(
    parsed.error.issues.slice(0, 20).map(({ path, message }) => `${nameOf(path)}: ${message}`),
  )
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch (error) {
    throw new UnusableFacilityFile([`It is not JSON: ${error instanceof Error ? error.message : error}`])
  }
}

/** `cages[2].price_60_min` */
const nameOf = (path: readonly PropertyKey[]): string =>
  path
    .map((step) => (typeof step === 'number' ? `[${step}]` : `.${String(step)}`))
    .join('')
    .replace(/^\./, '') || 'The file'
