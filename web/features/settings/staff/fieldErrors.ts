/** Messages by the path of their field: 'phone', 'cages.0.price_60_min'. */
export type FieldErrors = Readonly<Record<string, string>>

/** What every list of settings takes. */
export interface ListProps<Entry> {
  value: readonly Entry[]
  /** By the path below the list: '2.price_60_min'. */
  errors: FieldErrors
  onChange: (value: Entry[]) => void
}

/** What is wrong with the changes, the first message of each field; `issues` as the contract or a refusal has them. */
export function fieldErrorsOf(issues: unknown): FieldErrors {
  if (!Array.isArray(issues)) return {}
  const found: Record<string, string> = {}
  for (const { path, message } of issues as { path: PropertyKey[]; message: string }[]) {
    const field = path
      .slice(path.indexOf('changes') + 1)
      .map(String)
      .join('.')
    found[field] ??= message
  }
  return found
}

/** The messages below a field: of `special_days.2` those of its parts too, without the path before them. */
export const errorsBelow = (errors: FieldErrors, path: string): FieldErrors =>
  Object.fromEntries(
    Object.entries(errors).flatMap(([key, message]) => {
      if (key === path) return [['', message]]
      return key.startsWith(`${path}.`) ? [[key.slice(path.length + 1), message]] : []
    }),
  )
