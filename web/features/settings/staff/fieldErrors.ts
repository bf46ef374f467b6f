import type {
  CompleteSettings,
  SettingsField,
} from '../../../../shared/contract/facility/facilitySettings.ts'
import type { ApiError } from '../../../api/apiError.ts'
import type { Problem } from '../../../components/form/useFields.ts'
import type { Issue } from '../../../components/form/useForm.ts'

/** Messages by the path of their field: 'phone', 'cages.0.price_60_min'. */
export type FieldErrors = Readonly<Record<string, string>>

/** What every list of settings takes. */
export interface ListProps<Entry> {
  value: readonly Entry[]
  /** By the path below the list: '2.price_60_min'. */
  errors: FieldErrors
  onChange: (value: Entry[]) => void
}

/** The field of an issue with `changes`, by its path: a list's entry is named, too. */
export const atSetting = ({ path, message }: Issue): Problem<Partial<CompleteSettings>> => [
  path
    .slice(path.indexOf('changes') + 1)
    .map(String)
    .join('.') as SettingsField,
  message,
]

/** What a refusal says of each field, the first message of each. */
export const fieldErrorsOf = (refusal: ApiError): FieldErrors =>
  Array.isArray(refusal.details)
    ? Object.fromEntries((refusal.details as Issue[]).map(atSetting).toReversed())
    : {}

/** Whether a setting has the same value. What is no number is not the same as none, as it would be in JSON. */
export const isSame = (one: unknown, other: unknown): boolean => written(one) === written(other)

const written = (value: unknown): string | undefined =>
  JSON.stringify(value, (_key, part: unknown) => (Number.isNaN(part) ? 'no number' : part))

/** The messages below a field: of `special_days.2` those of its parts too, without the path before them. */
export const errorsBelow = (errors: FieldErrors, path: string): FieldErrors =>
  Object.fromEntries(
    Object.entries(errors).flatMap(([key, message]) => {
      if (key === path) return [['', message]]
      return key.startsWith(`${path}.`) ? [[key.slice(path.length + 1), message]] : []
    }),
  )
