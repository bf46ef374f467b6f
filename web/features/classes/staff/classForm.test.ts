import { describe, expect, it } from 'vitest'
import { agesOf, newClass, withAgeGroup } from './classForm.ts'

describe('the ages of an age group', () => {
  it.each([
    ['8-10 years', '8', '10'],
    ['Ages 8 to 10', '8', '10'],
    ['8–10', '8', '10'],
    ['9 years old', '9', '9'],
    ['12+', '12', ''],
    ['Ages 13 and up', '13', ''],
    ['10U', '', '10'],
    ['10 and under', '', '10'],
  ])('are read from %s', (text, min_age, max_age) => expect(agesOf(text)).toEqual({ min_age, max_age }))

  it.each(['', 'All ages', 'Grades 3-5', '10U and 12U', 'under 10', '12-8', 'Adults'])(
    'are not guessed from "%s"',
    (text) => expect(agesOf(text)).toBeNull(),
  )

  it('follow what is typed, key by key, until someone enters others', () => {
    let values = newClass('2026-11-25')
    for (const text of ['8', '8-', '8-1', '8-10', '8-10 ', '8-10 years']) values = withAgeGroup(values, text)
    expect(values).toMatchObject({ age_group: '8-10 years', min_age: '8', max_age: '10' })
    expect(withAgeGroup(values, 'All ages')).toMatchObject({ min_age: '', max_age: '' })
    const own = { ...values, max_age: '11' }
    expect(withAgeGroup(own, '8-12 years')).toMatchObject({ min_age: '8', max_age: '11' })
  })
})
