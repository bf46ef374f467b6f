import { expect, test } from 'vitest'
import { defaultLessonMinutes, lessonDurations } from '../../../shared/domain/lessons/lessons.ts'
import { readLessonSearch } from './lessonSearch.ts'

test.each(lessonDurations)(
  'a duration of %i minutes is read; the default needs no place in the address',
  (duration) => {
    const kept = duration === defaultLessonMinutes ? undefined : duration
    const search = { date: '2026-11-24', time: '16:30' }
    expect(readLessonSearch({ ...search, duration })).toEqual({ ...search, duration: kept })
  },
)

test.each([
  [{ duration: 45 }, {}],
  [{ duration: '30' }, {}],
  [{ date: '2026-02-30' }, {}],
  [{ date: 20261124 }, {}],
  [{ date: '2026-11-24', time: '25:00' }, { date: '2026-11-24' }],
  [{ date: '2026-11-24', time: 1600 }, { date: '2026-11-24' }],
  [{ time: '16:00' }, {}],
])('of %j only %j is kept', (search, kept) => {
  expect(readLessonSearch(search)).toEqual({ duration: undefined, date: undefined, time: undefined, ...kept })
})
