import type { z } from 'zod'
import type { ClassSchedule } from '../../../../shared/contract/classes.ts'
import type { previewClass, SessionDate, StaffClass } from '../../../../shared/contract/staffClasses.ts'
import { defaultScheduleLine, nextSeason, slotKey } from '../../../../shared/domain/classSeason.ts'
import { addDays } from '../../../../shared/domain/time.ts'
import { moneyText, readNumber } from '../../../ui/typedNumber.ts'

/** What is done to a class in its dialog. */
export type ClassTask =
  | { readonly kind: 'create' }
  | { readonly kind: 'edit' | 'duplicate' | 'end' | 'regenerate'; readonly id: string }

/** A class as its form has it. */
export interface ClassValues {
  name: string
  description: string
  /** Empty: none yet. */
  coach_id: string
  age_group: string
  /** Numbers as they are typed. */
  price: string
  max_spots: string
  cages_reserved: string
  start_date: string
  end_date: string
  schedules: ClassSchedule[]
}

export type PreviewRequest = z.input<(typeof previewClass)['body']>

/** Eight weeks are a usual season. */
const usualDays = 8 * 7 - 1

export const newClass = (today: string): ClassValues => ({
  name: '',
  description: '',
  coach_id: '',
  age_group: '',
  price: '25.00',
  max_spots: '8',
  cages_reserved: '1',
  start_date: today,
  end_date: addDays(today, usualDays),
  schedules: [defaultScheduleLine],
})

/** The values with which a task begins: those of the class, for a new season with its dates, for an end with today's. */
export function valuesOf(saved: StaffClass, kind: ClassTask['kind'], today: string): ClassValues {
  const dates = kind === 'duplicate' ? nextSeason(saved, today) : saved
  const isActive = saved.coach_profile?.is_active ?? false
  return {
    name: saved.name,
    description: saved.description ?? '',
    coach_id: kind === 'duplicate' && !isActive ? '' : (saved.coach_id ?? ''),
    age_group: saved.age_group ?? '',
    price: moneyText(saved.price),
    max_spots: String(saved.max_spots),
    cages_reserved: String(saved.cages_reserved),
    start_date: dates.start_date,
    end_date: kind === 'end' && today < dates.end_date ? later(today, dates.start_date) : dates.end_date,
    schedules: saved.class_schedules,
  }
}

const later = (a: string, b: string): string => (a < b ? b : a)

/** The values as the server is asked what saving them would do. */
export const requestOf = (
  values: ClassValues,
  classId: string | null,
  choices: Choices = noChoices,
): PreviewRequest => ({
  classId,
  classData: {
    name: values.name,
    description: values.description,
    coach_id: values.coach_id || null,
    age_group: values.age_group,
    price: readNumber(values.price),
    max_spots: readNumber(values.max_spots),
    cages_reserved: readNumber(values.cages_reserved),
    start_date: values.start_date,
    end_date: values.end_date,
  },
  schedules: values.schedules,
  ...choices,
})

/** What is chosen when the sessions are looked at. */
export interface Choices {
  readonly leave_out: SessionDate[]
  readonly put_back: SessionDate[]
  readonly registered_sessions: 'keep' | 'move'
}

export const noChoices: Choices = { leave_out: [], put_back: [], registered_sessions: 'keep' }

/** Leaves more sessions out; one that was put back before is no longer. */
export const leavingOut = (choices: Choices, dates: readonly SessionDate[]): Choices => ({
  ...choices,
  leave_out: [...choices.leave_out, ...dates.map(dateOf)],
  put_back: without(choices.put_back, dates),
})

export const puttingBack = (choices: Choices, dates: readonly SessionDate[]): Choices => ({
  ...choices,
  leave_out: without(choices.leave_out, dates),
  put_back: [...choices.put_back, ...dates.map(dateOf)],
})

const dateOf = ({ class_date, start_time }: SessionDate): SessionDate => ({ class_date, start_time })

const without = (dates: readonly SessionDate[], gone: readonly SessionDate[]): SessionDate[] =>
  dates.filter((date) => !gone.some((one) => slotKey(one) === slotKey(date)))
