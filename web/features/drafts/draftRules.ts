import type { KeptValues } from './draftStore.ts'

/** What decides whether a field is kept in a draft. */
export interface FieldFacts {
  /** Of the element: 'text', 'select-one', 'textarea', … */
  readonly type: string
  /** Everything the field is called: its name, the form library's path, its id. */
  readonly names: readonly string[]
  readonly autoComplete: string
  /** It can be seen and reached; nothing that only programs fill in. */
  readonly visible: boolean
  /** Only shown, or the text of a picker that keeps its choice elsewhere. */
  readonly readOnly: boolean
  /** Inside something that asks not to be kept. */
  readonly isPrivate: boolean
}

/** Parts of names that are never kept (spec 2 §5). */
const secretNames = ['password', 'confirmpassword', 'confirm_password', 'token', 'secret']

/** Browsers' own words for what must not be kept either: cards, one-time codes and passwords under another name. */
const secretAutoComplete = /(^|\s)(cc-|one-time-code|.*password)/

/**
 * What holds text or one choice out of some. Not files (spec 2 §5), and not ticks: a tick is often a consent, which is
 * given again each time.
 */
const keptTypes = new Set([
  'text',
  'email',
  'tel',
  'url',
  'search',
  'number',
  'date',
  'time',
  'datetime-local',
  'month',
  'week',
  'textarea',
  'select-one',
])

/** Whether a field's value may be kept (spec 2 §5, §8). */
export function isKept({ type, names, autoComplete, visible, readOnly, isPrivate }: FieldFacts): boolean {
  if (!visible || readOnly || isPrivate || !keptTypes.has(type)) return false
  if (secretAutoComplete.test(autoComplete.toLowerCase())) return false
  return !names.some((name) => secretNames.some((secret) => name.toLowerCase().includes(secret)))
}

/**
 * The values to restore into the fields of one form: all that differ, or null to leave the form alone. A field that is
 * not empty, and has neither the value from before the draft nor the drafted value, was filled in by something else. A
 * partial restore beside it would mix an old name with a new phone number.
 */
export function restorable(
  fields: readonly { readonly key: string; readonly value: string }[],
  { values, bases }: KeptValues,
): ReadonlyMap<string, string> | null {
  const restored = new Map<string, string>()
  for (const { key, value } of fields) {
    const typed = values[key]
    if (typed === undefined || typed === value) continue
    if (value !== '' && value !== bases[key]) return null
    restored.set(key, typed)
  }
  return restored
}
