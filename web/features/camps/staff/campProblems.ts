/** What refusals of a camp say, for its form. */

import { z } from 'zod'
import {
  type CampConflict,
  campConflicts,
  type StaffCamp,
  staffCamp,
} from '../../../../shared/contract/programs/staffCamps.ts'
import { isRefusal } from '../../../api/apiError.ts'
import type { Issue } from '../../../components/form/useForm.ts'
import { type CampValues, emptyCamp } from './campForm.ts'

/** Sentences for what is left out. */
const sentences: Readonly<Partial<Record<keyof CampValues, string>>> = {
  name: 'Please enter a name.',
  start_date: 'Please choose a date.',
  end_date: 'Please choose a date.',
}

/** The field of the form that an issue of a request is about, with its sentence. */
export function campProblemOf({ path, message, code }: Issue): [keyof CampValues, string] | undefined {
  const name = String(path[0] ?? '').replace(/^p_/, '')
  const field = Object.keys(emptyCamp).find((key) => key === name) as keyof CampValues | undefined
  return field && [field, code === 'custom' ? message : (sentences[field] ?? message)]
}

/** What is in the way of a save; empty for any other error. */
export function conflictsOf(error: Error): readonly CampConflict[] {
  if (!isRefusal(error, 'camp_places_taken')) return []
  return campConflicts.safeParse(error.details).data?.conflicts ?? []
}

/** The camp as someone else has saved it since; null for any other error. */
export function currentOf(error: Error | null): StaffCamp | null {
  if (!isRefusal(error, 'changed_meanwhile')) return null
  return z.object({ camp: staffCamp }).safeParse(error.details).data?.camp ?? null
}
