/** The draft of a new camp, and whether its form is open: both outlive a reload (spec 3 §4). */
import { type CampValues, emptyCamp } from './campForm.ts'

const draftKey = 'camp_form_draft'
const openKey = 'camp_form_open'

/** What was entered; null when there is nothing, or nothing that looks like a draft. */
export function readDraft(): CampValues | null {
  const found: unknown = attempt(() => JSON.parse(localStorage.getItem(draftKey) ?? 'null'))
  if (typeof found !== 'object' || found === null) return null
  const isLike = (key: string) => {
    const [here, there] = [found, emptyCamp].map((values) => (values as Record<string, unknown>)[key])
    return Array.isArray(there) ? Array.isArray(here) : typeof here === typeof there || there === null
  }
  return Object.keys(emptyCamp).every(isLike) ? { ...emptyCamp, ...found } : null
}

/** Keeps what is entered; an empty form is no draft. */
export function saveDraft(values: CampValues): void {
  const text = JSON.stringify(values)
  attempt(() =>
    text === JSON.stringify(emptyCamp)
      ? localStorage.removeItem(draftKey)
      : localStorage.setItem(draftKey, text),
  )
}

export const isFormOpen = (): boolean => attempt(() => localStorage.getItem(openKey)) === 'true'

export function setFormOpen(isOpen: boolean): void {
  attempt(() => (isOpen ? localStorage.setItem(openKey, 'true') : localStorage.removeItem(openKey)))
}

/** After Cancel and after the camp was made. */
export function clearDraft(): void {
  attempt(() => localStorage.removeItem(draftKey))
  setFormOpen(false)
}

/** Storage can be full or switched off; a draft is a help and nothing that the form needs. */
function attempt<Result>(work: () => Result): Result | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}
