import { changedMeanwhile } from '../../../shared/contract/bookings/staffChanges.ts'
import { capitalized } from '../../../shared/domain/capitalized.ts'
import { isRefusal } from '../../api/apiError.ts'

const names = {
  time: 'time',
  cage: 'cage',
  status: 'status',
  price: 'price',
  notes: 'notes',
  attendance: 'check-in',
  contact: 'contact',
} as const

const words: Readonly<Record<string, string>> = {
  'pending payment': 'not paid',
  checked_in: 'checked in',
  no_show: 'no-show',
}

/**
 * What someone else has changed since, and who, as a sentence: 'Olga Other just changed it: cage Cage 1 → Cage 3.'
 * Of several that are changed together it is named.
 * Null for any other error, and where nothing is known.
 */
export function changedMeanwhileText(error: Error): string | null {
  if (!isRefusal(error, 'changed_meanwhile')) return null
  const details = changedMeanwhile.safeParse(error.details)
  if (!details.success || details.data.changes.length === 0) return null
  const { changed_by, changes, refused } = details.data
  const told = changes.map(({ field, from, to }) => `${names[field]} ${textOf(from)} → ${textOf(to)}`)
  const who = capitalized(changed_by)
  return `${who} just changed ${refused?.name ?? 'it'}: ${told.join('; ')}. Nothing was overwritten. Please look at it again.`
}

const textOf = (value: string | null): string => (value ? (words[value] ?? value) : 'none')
