import type { ColumnType, Generated, JSONColumnType } from 'kysely'
import type { PublicTextKey } from '../../../shared/domain/facility/publicTexts.ts'
import type { JournalNames } from '../../../shared/domain/money/journal.ts'
import type { DateLanguage } from '../../../shared/domain/time/timeFormat.ts'
import type {
  Day,
  DefaultInstant,
  DefaultJson,
  Dollars,
  Id,
  Instant,
  NullableInstant,
  NullableJson,
  WallTime,
} from './columns.ts'

/** The name of its files in the storage, without what ends them, and its size in pixels. */
export interface StoredLogo {
  readonly file: string
  readonly width: number
  readonly height: number
}

/** Its files are those of a wide picture. */
export interface StoredBuilding extends StoredLogo {
  readonly alt: string
}

export interface FacilityTable {
  /** Always 1: there is one facility. */
  id: Generated<number>
  name: string
  street_address: string
  city: string
  state: string
  postal_code: string
  phone: string
  email: string
  maps_url: Generated<string>
  apple_maps_url: Generated<string>
  parking: Generated<string>
  what_to_bring: Generated<string>
  /** IANA name. */
  time_zone: Generated<string>
  date_language: Generated<DateLanguage>
  social_links: DefaultJson<{ label: string; url: string }[]>
  announcement: Generated<string>
  rate_line: Generated<string>
  member_cage_discount_percent: Generated<string>
  member_class_discount_percent: Generated<string>
  membership_monthly_price: Generated<Dollars>
  founders_cap: Generated<number>
  /** Sales tax in percent, by what is sold. */
  tax_cages: Generated<string>
  tax_lessons: Generated<string>
  tax_classes: Generated<string>
  tax_camps: Generated<string>
  tax_memberships: Generated<string>
  tax_goods: Generated<string>
  /** Whether it is added to prices; contained in them otherwise. */
  tax_added: Generated<boolean>
  journal_accounts: DefaultJson<JournalNames>
  card_payment_for_cages: Generated<boolean>
  card_payment_for_lessons: Generated<boolean>
  booking_window_days: Generated<number>
  late_after_minutes: Generated<number>
  cancellation_cutoff_hours: Generated<number>
  /** Limits; null: none. */
  unpaid_hours_new_customer: Generated<number | null>
  unpaid_hours_returning_customer: Generated<number | null>
  unpaid_guest_hours_per_address: Generated<number | null>
  unpaid_camps_per_customer: Generated<number | null>
  checkout_hours_new_customer: Generated<number | null>
  checkout_hours_returning_customer: Generated<number | null>
  open_checkouts_per_person: Generated<number | null>
  open_checkouts_per_address: Generated<number | null>
  live_streams_per_person: Generated<number | null>
  live_streams_per_address: Generated<number | null>
  camp_cancellation_cutoff_days: Generated<number>
  class_cancellation_cutoff_hours: Generated<number>
  /** After the last session; then care data is deleted. */
  care_retention_days: Generated<number>
  /** Whether a child's emergency contact and allergies must be said before registering. */
  care_required: Generated<boolean>
  membership_notice_days: Generated<number>
  /** Null: as many as they like. */
  member_reservation_limit: number | null
  /** The most that the front desk refunds at once. */
  desk_refund_limit: Generated<Dollars>
  /** Days before, at `reminder_hour` of the facility's clock; 0 is off. */
  reminder_days_camps: Generated<number>
  reminder_days_classes: Generated<number>
  reminder_days_lessons: Generated<number>
  reminder_days_cages: Generated<number>
  reminder_hour: Generated<number>
  /** When it opened to the public; null before. */
  opened_at: Date | null
  /** When it closed its doors again; null while they are open. */
  closed_at: Date | null
  closed_reason: Generated<string>
  checklist_dismissed: Generated<boolean>
  /** '#rrggbb'; empty: Dugout's own. */
  brand_color: Generated<string>
  logo: NullableJson<StoredLogo>
  /** For dark grounds, where it is another one. */
  logo_dark: NullableJson<StoredLogo>
  building: NullableJson<StoredBuilding>
  created_at: DefaultInstant
  updated_at: DefaultInstant
}

/** A weekday without a row is closed. */
export interface OpeningHoursTable {
  /** 0 = Sunday … 6 = Saturday. */
  day_of_week: number
  opens: WallTime
  closes: WallTime
}

export interface SpecialDaysTable {
  date: Day
  /** Both null: closed all day. */
  opens: WallTime | null
  closes: WallTime | null
  reason: Generated<string>
}

export interface TeamRatesTable {
  weekly_hours: number
  monthly_hours: number
  monthly_price: Dollars
  price_per_hour: Dollars
}

export interface CarouselPicturesTable {
  id: Id
  file: string
  /** Of the largest file, in pixels. */
  width: number
  height: number
  /** Whether it is stored as AVIF too. */
  has_avif: Generated<boolean>
  alt: string
  position: number
  created_at: DefaultInstant
  updated_at: DefaultInstant
}

/** The dashboard's figures of a facility day that is over. */
export interface DailyFiguresTable {
  /** yyyy-MM-dd */
  day: string
  cages_paid: number
  cages_pending: number
  cages_canceled: number
  lessons_paid: number
  lessons_pending: number
  lessons_canceled: number
  seats_paid: number
  seats_pending: number
  seats_canceled: number
  cage_revenue: Dollars
  lesson_revenue: Dollars
  class_revenue: Dollars
  camp_revenue: Dollars
  membership_revenue: Dollars
  goods_revenue: Dollars
  /** Of all cages together. */
  cage_minutes: number
  open_minutes: number
}

/** Closed days that have changed since. */
export interface StaleFigureDaysTable {
  day: string
}

/** Append-only. */
export interface PublicTextsTable {
  key: PublicTextKey
  version: number
  body: string
  published_by: Id | null
  published_at: DefaultInstant
}

export interface ConnectionsTable {
  name: 'mail' | 'cards'
  /** What is no secret, as JSON. */
  settings: JSONColumnType<object>
  /** Sealed (server/integrations/sealedSecret.ts). */
  secret: string
  /** When a test last succeeded with what is entered. */
  accepted_at: Date | null
  updated_at: DefaultInstant
}

/** A backup that was made and read back, or why there is none. */
export interface BackupsTable {
  id: Id
  made_at: Instant
  place: string
  name: string
  bytes: ColumnType<string | null, number | undefined, never>
  row_count: ColumnType<string | null, number | undefined, never>
  problem: ColumnType<string | null, string | undefined, never>
  removed_at: NullableInstant
}
