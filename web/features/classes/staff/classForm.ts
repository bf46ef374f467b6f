import type { z } from 'zod'
import type { ClassSchedule } from '../../../../shared/contract/programs/classes.ts'
import type {
  ClassRow,
  previewClass,
  SessionDate,
  StaffClass,
} from '../../../../shared/contract/programs/staffClasses.ts'
import { defaultScheduleLine, nextSeason, slotKey } from '../../../../shared/domain/programs/classSeason.ts'
import { addDays } from '../../../../shared/domain/time/time.ts'
import { moneyText, readNumber } from '../../../ui/typedNumber.ts'

/** A class, as far as it decides what can be done with it. */
export type ClassToChange = Pick<ClassRow, 'id' | 'name' | 'has_ended'>

/** What is done to a class in its dialog. */
export type ClassTask =
  | { readonly kind: 'create' }
  | { readonly kind: 'edit' | 'duplicate' | 'end' | 'regenerate'; readonly id: string }

/** A class as its form has it. */
export interface ClassValues {
  name: string
  description: string
  what_to_bring: string
  /** Empty: none yet. */
  coach_id: string
  age_group: string
  /** Numbers as they are typed; an empty age is no limit. */
  min_age: string
  max_age: string
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
  what_to_bring: '',
  coach_id: '',
  age_group: '',
  min_age: '',
  max_age: '',
  price: '',
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
    what_to_bring: saved.what_to_bring ?? '',
    coach_id: kind === 'duplicate' && !isActive ? '' : (saved.coach_id ?? ''),
    age_group: saved.age_group ?? '',
    min_age: String(saved.min_age ?? ''),
    max_age: String(saved.max_age ?? ''),
    price: moneyText(saved.price),
    max_spots: String(saved.max_spots),
    cages_reserved: String(saved.cages_reserved),
    start_date: dates.start_date,
    end_date: kind === 'end' && today < dates.end_date ? later(today, dates.start_date) : dates.end_date,
    schedules: saved.class_schedules,
  }
}

const later = (a: string, b: string): string => (a < b ? b : a)

export type Ages = Pick<ClassValues, 'min_age' | 'max_age'>

/**
 * The ages that an age group names: '8-10 years', 'Ages 8 to 10', '12+', '10 and under', '9 years'. Null where it names
 * none, such as 'All ages', or could mean something else, such as 'Grades 3-5'.
 */
export function agesOf(ageGroup: string): Ages | null {
  const years = String.raw`(?:\s*(?:years?|yrs?)(?:\s*old)?)?`
  const read = (ages: string) => new RegExp(`^\\s*(?:ages?)?\\s*${ages}\\s*$`, 'i').exec(ageGroup)?.slice(1)
  const [min_age, max_age] = read(String.raw`(\d{1,2})\s*(?:-|–|to)\s*(\d{1,2})${years}`) ?? []
  if (min_age && max_age) return Number(min_age) <= Number(max_age) ? { min_age, max_age } : null
  const [single] = read(String.raw`(\d{1,2})${years}`) ?? []
  if (single) return { min_age: single, max_age: single }
  const [from] = read(String.raw`(\d{1,2})${years}\s*(?:\+|(?:and|&)\s*(?:up|older|over))`) ?? []
  if (from) return { min_age: from, max_age: '' }
  const [to] = read(String.raw`(\d{1,2})${years}\s*(?:U|(?:and|&|or)\s*(?:under|younger))`) ?? []
  return to ? { min_age: '', max_age: to } : null
}

/** Another age group, with its ages where those were empty or its own before. */
export function withAgeGroup(values: ClassValues, age_group: string): ClassValues {
  const before = agesOf(values.age_group)
  const isOwn = values.min_age === (before?.min_age ?? '') && values.max_age === (before?.max_age ?? '')
  const isEmpty = values.min_age === '' && values.max_age === ''
  return {
    ...values,
    age_group,
    ...((isOwn || isEmpty) && (agesOf(age_group) ?? { min_age: '', max_age: '' })),
  }
}

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
    what_to_bring: values.what_to_bring,
    coach_id: values.coach_id || null,
    age_group: values.age_group,
    min_age: values.min_age.trim() === '' ? null : readNumber(values.min_age),
    max_age: values.max_age.trim() === '' ? null : readNumber(values.max_age),
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
