import type { CompleteSettings } from '../../../../shared/contract/facilitySettings.ts'
import type { FormSection } from './sections.ts'

/** Messages by the path of their field: 'phone', 'cages.0.price_60_min'. */
export type FieldErrors = Readonly<Record<string, string>>

/** What every list of settings takes. */
export interface ListProps<Entry> {
  value: readonly Entry[]
  /** By the path below the list: '2.price_60_min'. */
  errors: FieldErrors
  onChange: (value: Entry[]) => void
}

/** What the server says about fields, the first message of each. */
export function fieldErrorsOf(error: unknown): FieldErrors {
  const details = error instanceof Error && 'details' in error ? error.details : undefined
  if (!Array.isArray(details)) return {}
  const found: Record<string, string> = {}
  for (const { path, message } of details as { path: PropertyKey[]; message: string }[]) {
    const field = path
      .slice(path.indexOf('changes') + 1)
      .map(String)
      .join('.')
    found[field] ??= message
  }
  return found
}

/** Numbers that were emptied and may not be. */
export const missingNumbers = (section: FormSection, draft: Partial<CompleteSettings>): FieldErrors =>
  Object.fromEntries(
    section.plain.flatMap(({ field, kind }) =>
      kind === 'number' && (draft[field] === null || draft[field] === undefined)
        ? [[field, 'Please enter a number.']]
        : [],
    ),
  )

/** The messages below a field: of `special_days.2` those of its parts too, without the path before them. */
export const errorsBelow = (errors: FieldErrors, path: string): FieldErrors =>
  Object.fromEntries(
    Object.entries(errors).flatMap(([key, message]) => {
      if (key === path) return [['', message]]
      return key.startsWith(`${path}.`) ? [[key.slice(path.length + 1), message]] : []
    }),
  )
