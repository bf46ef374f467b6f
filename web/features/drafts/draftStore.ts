import { typedKeys } from '../../api/ownStorage.ts'

/** Where the draft is kept, how often and how long (spec 2 §8). */
const key = typedKeys.draft
export const saveEvery = 3_000
export const saveAtMostEvery = 2_000
const keptFor = 30 * 60_000

/** The values of a page's fields, by the field's key. */
export type DraftValues = Readonly<Record<string, string>>

/** What was typed into a page's forms. */
export interface KeptValues {
  readonly values: DraftValues
  /** The fields' values before the draft, if not empty. */
  readonly bases: DraftValues
}

interface Draft extends KeptValues {
  readonly path: string
  readonly saved_at: number
}

/** What was typed at this path within the last half hour; null when nothing was. */
export function readDraft(path: string, now: number): KeptValues | null {
  const draft = parse(read())
  if (!draft || draft.path !== path) return null
  const age = now - draft.saved_at
  return age >= 0 && age <= keptFor ? { values: draft.values, bases: draft.bases } : null
}

/** Keeps what is typed, if anything is; replaces the draft of another page. */
export function saveDraft(path: string, { values, bases }: KeptValues, now: number): void {
  if (!Object.values(values).some((value) => value.trim() !== '')) return
  const draft: Draft = { path, saved_at: now, values, bases }
  attempt(() => localStorage.setItem(key, JSON.stringify(draft)))
}

export function clearDraft(): void {
  attempt(() => localStorage.removeItem(key))
}

const read = (): string | null => attempt(() => localStorage.getItem(key)) ?? null

/** Storage can be full or switched off; a draft is a kindness and nothing to trouble anyone with. */
function attempt<Result>(work: () => Result): Result | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}

/** Anything may stand in the storage; what does not look like a draft is none. */
function parse(text: string | null): Draft | null {
  const found: unknown = text === null ? null : attempt(() => JSON.parse(text))
  if (typeof found !== 'object' || found === null) return null
  const { path, saved_at, values, bases } = found as Partial<Record<keyof Draft, unknown>>
  if (typeof path !== 'string' || typeof saved_at !== 'number') return null
  if (typeof values !== 'object' || values === null) return null
  return { path, saved_at, values: textsOf(values), bases: textsOf(bases ?? {}) }
}

const textsOf = (found: object): DraftValues =>
  Object.fromEntries(Object.entries(found).filter(([, value]) => typeof value === 'string'))
