import { type RefObject, useEffect, useState } from 'react'
import type { FieldErrors } from './fieldErrors.ts'

/** What is wrong with the fields of a form; after each refusal the first of them has the focus. */
export function useFieldErrors(form: RefObject<HTMLFormElement | null>) {
  const [errors, setErrors] = useState<FieldErrors>({})
  // Counts refusals: the same fields may be wrong again.
  const [refusals, setRefusals] = useState(0)
  useEffect(() => {
    if (refusals > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [form, refusals])
  return {
    errors,
    refuse(found: FieldErrors) {
      setErrors(found)
      setRefusals(refusals + 1)
    },
    /** Of fields that are typed in; without names of all. */
    forget(fields?: readonly string[]) {
      setErrors(
        fields
          ? Object.fromEntries(
              Object.entries(errors).filter(([path]) => !fields.includes(path.split('.')[0] ?? '')),
            )
          : {},
      )
    },
  }
}
