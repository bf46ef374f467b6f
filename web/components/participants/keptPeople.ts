import { typedKeys } from '../../api/ownStorage.ts'
import type { TypedPerson } from './people.ts'

const key = typedKeys.people
const keptFor = 30 * 60_000

/** Who was chosen on a page, and whom someone typed there without being signed in. */
export interface KeptPeople {
  readonly typed: readonly TypedPerson[]
  readonly chosen: readonly string[]
}

/**
 * Keeps them in this browser, for half an hour at most: for signing up or in, and for the way back from the bank's page. Those typed
 * are names and birth dates of children: `forgetPeople` once they are used, or those chosen are booked.
 *
 * @param of the page: 'camp:<id>'.
 */
export function keepPeople(of: string, people: KeptPeople): void {
  attempt(() => localStorage.setItem(key, JSON.stringify({ of, ...people, kept_at: Date.now() })))
}

/** What was kept on this page; null when nothing was, on another page, or too long ago. */
export function keptPeople(of: string): KeptPeople | null {
  const kept = read()
  return kept?.of === of ? { typed: kept.typed, chosen: kept.chosen } : null
}

export function forgetPeople(): void {
  attempt(() => localStorage.removeItem(key))
}

/** Removes what is too old from the browser. Runs with every page. */
export function forgetOldPeople(): void {
  if (attempt(() => localStorage.getItem(key)) && !read()) forgetPeople()
}

function read(): (KeptPeople & { of: string }) | null {
  const found: unknown = attempt(() => JSON.parse(localStorage.getItem(key) ?? 'null'))
  if (typeof found !== 'object' || found === null) return null
  const { of, typed, chosen, kept_at } = found as Partial<Record<string, unknown>>
  if (typeof of !== 'string' || typeof kept_at !== 'number' || !Array.isArray(typed)) return null
  const age = Date.now() - kept_at
  if (age < 0 || age > keptFor) return null
  return {
    of,
    typed: typed.filter(isTyped),
    chosen: Array.isArray(chosen) ? chosen.filter((id) => typeof id === 'string') : [],
  }
}

const isTyped = (found: unknown): found is TypedPerson =>
  typeof found === 'object' &&
  found !== null &&
  'id' in found &&
  typeof found.id === 'string' &&
  'name' in found &&
  typeof found.name === 'string' &&
  'birthDate' in found &&
  (found.birthDate === null || typeof found.birthDate === 'string')

/** Storage can be switched off; then it is typed once more. */
function attempt<Result>(work: () => Result): Result | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}
