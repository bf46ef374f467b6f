import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, facilityDay } from '../time/time.ts'
import { type AgeOffer, ageSentence, ageStanding, agesText, fullYears } from './ages.ts'

const camp: AgeOffer = { noun: 'camp', min_age: 8, max_age: 12, start_date: '2027-06-07' }
const day = fc
  .date({ min: new Date('1900-01-01T00:00:00Z'), max: new Date('2199-12-31T00:00:00Z'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))
const isLeap = (year: number) => new Date(Date.UTC(year, 1, 29)).getUTCDate() === 29

describe('fullYears', () => {
  it.each([
    ['the day before a birthday', '2019-06-08', '2027-06-07', 7],
    ['a birthday', '2019-06-07', '2027-06-07', 8],
    ['February 28 of a common year, born on February 29', '2016-02-29', '2027-02-28', 10],
    ['March 1 of a common year, born on February 29', '2016-02-29', '2027-03-01', 11],
    ['February 29 of a leap year, born on February 29', '2016-02-29', '2028-02-29', 12],
    ['the day of the birth', '2027-06-07', '2027-06-07', 0],
    ['a day before the birth', '2028-01-01', '2027-06-07', 0],
  ])('on %s', (_name, birth, on, years) => expect(fullYears(birth, on)).toBe(years))

  it('grows by one on the birthday and on no other day, and is never less than before', () => {
    fc.assert(
      fc.property(day, fc.integer({ min: 0, max: 100 * 366 }), (birth, later) => {
        const on = addDays(birth, later)
        const grown = fullYears(birth, on) - fullYears(birth, addDays(on, -1))
        const year = Number(on.slice(0, 4))
        const bornOnLeapDay = birth.endsWith('-02-29')
        const birthday = bornOnLeapDay && !isLeap(year) ? `${year}-03-01` : `${year}${birth.slice(4)}`
        expect(grown).toBe(on === birthday && on !== birth ? 1 : 0)
      }),
    )
  })

  it('is the same for a moment of the facility day in whatever zone the facility is', () => {
    const zones = fc.constantFrom(
      'America/Chicago',
      'Pacific/Kiritimati',
      'Pacific/Pago_Pago',
      'Europe/London',
    )
    const moments = fc.date({
      min: new Date('2000-01-01T00:00:00Z'),
      max: new Date('2100-01-01T00:00:00Z'),
      noInvalidDate: true,
    })
    fc.assert(
      fc.property(moments, zones, day, (moment, zone, birth) => {
        const today = facilityDay(moment, zone)
        const years = fullYears(birth, today)
        expect(years).toBeGreaterThanOrEqual(0)
        if (today >= birth) {
          // The count says how many birthdays have come.
          const last = Number(birth.slice(0, 4)) + years
          const birthday =
            birth.endsWith('-02-29') && !isLeap(last) ? `${last}-03-01` : `${last}${birth.slice(4)}`
          expect(birthday <= today).toBe(true)
        }
      }),
    )
  })
})

it('judges both ends as within the ages', () => {
  expect([7, 8, 12, 13, null].map((age) => ageStanding(age, camp))).toEqual([
    'outside',
    'within',
    'within',
    'outside',
    'unknown',
  ])
})

it('judges no age without a limit, and one end where there is only one', () => {
  const ages = [null, 3, 12, 13]
  const judged = (range: { min_age: number | null; max_age: number | null }) =>
    ages.map((age) => ageStanding(age, range))
  expect(judged({ min_age: null, max_age: null })).toEqual(['within', 'within', 'within', 'within'])
  expect(judged({ min_age: 13, max_age: null })).toEqual(['unknown', 'outside', 'outside', 'within'])
  expect(judged({ min_age: null, max_age: 12 })).toEqual(['unknown', 'within', 'within', 'outside'])
  expect(agesText({ min_age: 13, max_age: null })).toBe('ages 13 and up')
  expect(agesText({ min_age: null, max_age: 12 })).toBe('ages 12 and under')
})

it('says who is of the wrong age, when, and which ages are right', () => {
  expect(ageSentence({ name: 'Mia', age: 7 }, camp)).toBe(
    'Mia is 7 on the first day. This camp is for ages 8 to 12.',
  )
  expect(ageSentence({ age: 7 }, camp)).toBe('7 years old on the first day. This camp is for ages 8 to 12.')
  expect(ageSentence({ name: 'Pat', is_self: true, age: 40 }, { ...camp, max_age: 8 })).toBe(
    'You are 40 on the first day. This camp is for age 8.',
  )
  expect(agesText(camp)).toBe('ages 8 to 12')
})
