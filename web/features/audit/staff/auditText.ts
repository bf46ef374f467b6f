import type { AuditEntry } from '../../../../shared/contract/people/auditLog.ts'
import { capitalized } from '../../../../shared/domain/capitalized.ts'
import { formatAmount } from '../../../../shared/domain/money/money.ts'
import type { AuditAction, AuditSource } from '../../../../shared/domain/people/auditActions.ts'
import { facilityDay } from '../../../../shared/domain/time/time.ts'
import { formatDay, formatTime, formatWallTime } from '../../../../shared/domain/time/timeFormat.ts'

export const actionWords: Readonly<Record<AuditAction, string>> = {
  INSERT: 'Created',
  UPDATE: 'Changed',
  DELETE: 'Deleted',
  READ: 'Read',
  EVENT: 'Event',
  FORGET: 'Forgotten',
}

export const sourceWords: Readonly<Record<AuditSource, string>> = { people: 'People', system: 'System' }

/** Who acted, as the list and the details name them. */
export function actorOf(entry: Pick<AuditEntry, 'admin_user_name' | 'system_operation'>): string {
  return entry.admin_user_name ?? (entry.system_operation ? 'System' : 'Deleted user')
}

/** What a value refers to and how it is shown. */
export interface ValueContext {
  /** The facility's time zone. */
  readonly zone: string
  /** Names by id. */
  readonly names: Readonly<Record<string, string>>
}

export interface FieldChange {
  readonly field: string
  readonly label: string
  /** Null where there was or is none. */
  readonly before: string | null
  readonly after: string | null
}

/** Columns that say nothing about the change. */
const technical = new Set(['id', 'created_at', 'updated_at', 'version', 'search'])

/**
 * The difference that an entry made, field by field in alphabetical order: of a new row its values, of a deleted one those
 * that it had. Leaves out values that are empty on both sides, and the id, which the entry has.
 */
export function changesOf({ old_values, new_values }: AuditEntry, context: ValueContext): FieldChange[] {
  const fields = [...new Set([...Object.keys(old_values ?? {}), ...Object.keys(new_values ?? {})])]
    .filter((field) => field !== 'id')
    .sort()
  return fields
    .map((field) => ({
      field,
      label: fieldLabel(field),
      before: valueText(field, old_values?.[field], context),
      after: valueText(field, new_values?.[field], context),
    }))
    .filter(({ before, after }) => before !== null || after !== null)
}

/** 'price_30_min' is 'Price 30 min', 'cage_id' is 'Cage'. */
export function fieldLabel(field: string): string {
  const words = field.replace(/_ids?$/, '').replaceAll('_', ' ')
  return words === '' ? field : capitalized(words)
}

const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/
const DAY = /^\d{4}-\d{2}-\d{2}$/
const WALL_TIME = /^\d{2}:\d{2}:\d{2}$/
const MONEY = /(^|_)(price|amount|cost|rate|fee|total)(_|$)/

/** A value as a person reads it: money, facility times and names in place of ids; null for none. */
export function valueText(field: string, value: unknown, { zone, names }: ValueContext): string | null {
  if (value === null || value === undefined || value === '') return null
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value === 'number') return MONEY.test(field) ? formatAmount(value) : `${value}`
  if (Array.isArray(value) && value.every((each) => typeof each !== 'object')) {
    const texts = value.map((each) => valueText(field, each, { zone, names }) ?? '')
    return texts.length > 0 ? texts.join(', ') : null
  }
  if (typeof value !== 'string') return JSON.stringify(value, null, 2)
  if (value === '[hidden]') return 'Not shown'
  if (INSTANT.test(value) && !Number.isNaN(Date.parse(value))) return momentText(value, zone)
  if (DAY.test(value)) return formatDay(value, 'dated')
  if (WALL_TIME.test(value)) return formatWallTime(value)
  return names[value] ?? value
}

/** An instant on the facility's clock, 'Nov 24, 2026, 4:00 PM'. */
export const momentText = (instant: string, zone: string): string =>
  `${formatDay(facilityDay(instant, zone), 'dated')}, ${formatTime(instant, zone)}`

const MOST_FIELDS = 3

/**
 * One line about an entry: the sentence that was given with the change, or else the fields that say most. Ids and technical
 * columns are left to the details.
 */
export function summaryOf(entry: AuditEntry, zone: string): string {
  if (entry.table_name === 'auth_sessions') return entry.action === 'INSERT' ? 'Logged in' : sessionEnd(entry)
  if (entry.description) return entry.description
  if (entry.action === 'DELETE') return entry.record_name ?? 'Deleted'
  const told = changesOf(entry, { zone, names: {} }).filter(
    ({ field }) => !technical.has(field) && !/_ids?$/.test(field),
  )
  if (told.length === 0) return entry.record_name ?? actionWords[entry.action]
  const isUpdate = entry.action === 'UPDATE'
  const shown = told.slice(0, MOST_FIELDS).map(({ label, before, after }) => {
    const [from, to] = [short(before), short(after)]
    return isUpdate ? `${label}: ${from} → ${to}` : `${label}: ${to}`
  })
  const more = told.length - shown.length
  return more > 0 ? `${shown.join('; ')}; and ${more} more` : shown.join('; ')
}

const sessionEnd = ({ description }: AuditEntry): string =>
  description === 'Expired' ? 'Session expired' : 'Logged out'

const short = (text: string | null): string =>
  text === null ? 'none' : text.length > 40 ? `${text.slice(0, 39)}…` : text
