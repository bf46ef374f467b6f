import { describe, expect, test } from 'vitest'
import { newCamp, type StaffCamp } from '../../../../shared/contract/programs/staffCamps.ts'
import type { Issue } from '../../../components/form/useForm.ts'
import {
  type CampValues,
  canSave,
  changesToTell,
  daysOf,
  emptyCamp,
  filled,
  movedToStart,
  outside,
  requestOf,
  valuesBefore,
  valuesOf,
  withAges,
} from './campForm.ts'
import { campProblemOf } from './campProblems.ts'

const problemsIn = (issues: readonly Issue[] = []) =>
  Object.fromEntries(
    issues
      .map(campProblemOf)
      .filter((problem) => problem !== undefined)
      .toReversed(),
  )

const week: CampValues = {
  ...emptyCamp,
  name: 'Summer Skills',
  start_date: '2099-06-08',
  end_date: '2099-06-12',
}
const morning = { start_time: '09:00', end_time: '12:00' }

test('a new camp has the defaults of the specification, and waits for name and dates', () => {
  expect(
    newCamp.safeParse(requestOf(week)).error?.issues.map(({ path }) => path),
    'no price is proposed',
  ).toEqual([['p_price']])
  expect(newCamp.parse(requestOf({ ...week, price: '0' }))).toMatchObject({
    ...{ p_sport: 'baseball', p_focus: 'all-around', p_max_spots: 20, p_min_age: 8, p_max_age: 12 },
    ...{ p_age_group: '8-12 years', p_registration_enabled: true, p_pay_on_arrival_enabled: true },
    ...{ p_published: false, p_bullet_points: [], p_description: null, p_price: 0 },
  })
  expect([canSave(emptyCamp), canSave({ ...week, name: ' ' }), canSave(week)]).toEqual([false, false, true])
})

describe('times', () => {
  test('the same time is filled in on all days but those that have something then', () => {
    const taken = { date: '2099-06-10', start_time: '11:30', end_time: '13:00' }
    const slots = filled([taken], daysOf(week), morning)
    expect(slots.map(({ date }) => date.slice(-2))).toEqual(['08', '09', '10', '11', '12'])
    expect(slots[2]).toBe(taken)
    expect(filled(slots, daysOf(week), morning)).toEqual(slots)
  })

  test('that only touch the same time leave the day to it, before and after', () => {
    const date = '2099-06-10'
    const early = { date, start_time: '08:00', end_time: morning.start_time }
    const late = { date, start_time: morning.end_time, end_time: '13:00' }
    expect(filled([early, late], [date], morning)).toEqual([early, { date, ...morning }, late])
  })

  test('move with the dates of the camp, over a change of the month', () => {
    const timeslots = filled([], daysOf(week), morning)
    const moved = { ...week, start_date: '2099-06-29', end_date: '2099-07-03', timeslots }
    expect(outside(moved)).toHaveLength(5)
    expect(movedToStart(moved).map(({ date }) => date)).toEqual(daysOf(moved))
    expect(outside({ ...moved, timeslots: movedToStart(moved) })).toEqual([])
  })
})

test('a camp of one day has that day, and one that ends before it begins none', () => {
  expect(daysOf({ start_date: '2099-06-08', end_date: '2099-06-08' })).toEqual(['2099-06-08'])
  expect(daysOf({ start_date: '2099-06-08', end_date: '2099-06-07' })).toEqual([])
})

test('bullet points that were left empty are not sent', () => {
  expect(requestOf({ ...week, bullet_points: [' Bring a bat ', '', ' '] }).p_bullet_points).toEqual([
    'Bring a bat',
  ])
})

test('who is registered is told of times and ages, of a price otherwise, and of nothing else', () => {
  const camp = {
    ...{ name: 'Summer Skills', start_date: '2099-06-08', end_date: '2099-06-08', price: 180 },
    ...{ min_age: 8, max_age: 12, max_spots: 20, bullet_points: [], camp_coaches: [], camp_timeslots: [] },
  } as unknown as StaffCamp
  const values = valuesOf(camp)
  expect(changesToTell(camp, { ...values, name: 'Winter Skills', price: '180' })).toBe('nothing')
  expect(changesToTell(camp, { ...values, price: '190.00' })).toBe('price')
  expect(changesToTell(camp, { ...values, price: '190.00', max_age: '14' })).toBe('matters')
})

test('the ages fill in the age group', () => {
  expect(withAges(week, { max_age: '14' })).toEqual({ min_age: '8', max_age: '14', age_group: '8-14 years' })
})

test('what the contract refuses stands at its field, in words', () => {
  const wrong = { ...week, price: 'x', max_spots: '0', min_age: '13', max_age: '9', end_date: '2099-06-01' }
  const { error } = newCamp.safeParse(requestOf(wrong))
  expect(problemsIn(error?.issues)).toMatchObject({
    price: 'Enter a price, like 24 or 24.50.',
    max_spots: 'Enter a whole number from 1 to 1,000.',
  })
  const late = newCamp.safeParse(requestOf({ ...wrong, price: '1', max_spots: '1' }))
  expect(problemsIn(late.error?.issues)).toEqual({
    end_date: 'A camp can’t end before it starts.',
    max_age: 'The highest age can’t be below the lowest.',
  })
})

test('the values of before a save go over the camp as it is now: sessions that went are new ones, the picture stays', () => {
  const slot = (id: string, start_time: string) => ({
    ...{ id, date: '2099-06-08', start_time, end_time: '12:00' },
  })
  const former = {
    ...{
      name: 'Summer Skills',
      start_date: '2099-06-08',
      end_date: '2099-06-08',
      price: 180,
      age_group: '8-12',
    },
    ...{ min_age: 8, max_age: 12, max_spots: 20, sport: 'baseball', focus: 'hitting', description: null },
    ...{ bullet_points: [], banner_url: '/files/former.jpg', camp_coaches: [], published: true },
    ...{ registration_enabled: true, pay_on_arrival_enabled: false, revision: 3 },
    camp_timeslots: [slot('kept', '09:00'), slot('gone', '10:30')],
  } as unknown as StaffCamp
  const now: StaffCamp = {
    ...former,
    ...{ name: 'Winter Skills', banner_url: '/files/new.jpg', revision: 4 },
    camp_timeslots: [{ ...slot('kept', '09:30'), revision: 1 }] as unknown as StaffCamp['camp_timeslots'],
  }
  expect(valuesBefore(former, now)).toEqual({
    ...valuesOf(former),
    banner_url: '/files/new.jpg',
    timeslots: [slot('kept', '09:00'), { date: '2099-06-08', start_time: '10:30', end_time: '12:00' }],
  })
})
