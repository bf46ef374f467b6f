import { expect, test } from 'vitest'
import { initialsOf } from './CoachPortrait.tsx'

test.each([
  ['Marcus Delgado', 'MD'],
  ['  ana   maria de la cruz ', 'AC'],
  ['Cher', 'C'],
  ['émile Ruiz', 'ÉR'],
  ['𝒜da Byron', '𝒜B'],
  ['', ''],
])('the initials of %j are %j', (name, initials) => {
  expect(initialsOf(name)).toBe(initials)
})
