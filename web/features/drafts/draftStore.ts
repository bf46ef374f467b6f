/** Where the draft is kept, how often and how long (spec 2 §8). */
const key = 'global_form_data'
export const saveEvery = 3_000
export const saveAtMostEvery = 2_000
const keptFor = 30 * 60_000

/** The values of a page's fields, by the field's key. */
export type DraftValues = Readonly<Record<string, string>>

interface Draft {
  readonly path: string
  readonly saved_at: number
  readonly values: DraftValues
}

/** What was typed at this path within the last half hour; null when nothing was. */
export function readDraft(path: string, now: number): DraftValues | null {
  const draft = parse(read())
  if (!draft || draft.path !== path) return null
  const age = now - draft.saved_at
  return age >= 0 && age <= keptFor ? draft.values : null
}

/** Keeps what is typed, if anything is; the draft of another page gives way. */
export function saveDraft(path: string, values: DraftValues, now: number): void {
  if (!Object.values(values).some((value) => value.trim() !== '')) return
  const draft: Draft = { path, saved_at: now, values }
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
  const { path, saved_at, values } = found as Partial<Record<keyof Draft, unknown>>
  if (typeof path !== 'string' || typeof saved_at !== 'number') return null
  if (typeof values !== 'object' || values === null) return null
  const texts = Object.entries(values).filter(([, value]) => typeof value === 'string')
  return { path, saved_at, values: Object.fromEntries(texts) }
}
