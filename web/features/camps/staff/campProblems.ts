/** What refusals of a camp say, for its form. */

import { z } from 'zod'
import {
  type CampConflict,
  campConflicts,
  type StaffCamp,
  staffCamp,
} from '../../../../shared/contract/programs/staffCamps.ts'
import { isRefusal } from '../../../api/apiError.ts'
import { type CampValues, emptyCamp } from './campForm.ts'

/** Sentences for what is left out. */
const sentences: Readonly<Partial<Record<keyof CampValues, string>>> = {
  name: 'Please enter a name.',
  start_date: 'Please choose a date.',
  end_date: 'Please choose a date.',
}

interface Issue {
  readonly path: readonly PropertyKey[]
  readonly message: string
  readonly code?: string | undefined
}

/** Problems of a request at the fields of the form; the first of each field. */
export function problemsIn(issues: unknown): Partial<Record<keyof CampValues, string>> {
  if (!Array.isArray(issues)) return {}
  const found: Partial<Record<keyof CampValues, string>> = {}
  for (const { path, message, code } of issues as Issue[]) {
    const name = String(path[0] ?? '').replace(/^p_/, '')
    const field = Object.keys(emptyCamp).find((key) => key === name) as keyof CampValues | undefined
    if (field) found[field] ??= code === 'custom' ? message : (sentences[field] ?? message)
  }
  return found
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
