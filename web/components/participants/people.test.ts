import { expect, test } from 'vitest'
import { initialsOf, mergeTyped, type Person } from './people.ts'

const person = (id: string, name: string, birthDate: string | null = null): Person => ({
  id,
  name,
  birthDate,
  isSelf: id === 'me',
  typed: false,
})

test.each([
  ['Mia Parker', 'MP'],
  ['mia', 'M'],
  ['Ana de la Cruz', 'AC'],
  [' Éloi  Roy ', 'ÉR'],
])('the initials of %s are %s', (name, initials) => {
  expect(initialsOf(name)).toBe(initials)
})

test('someone typed who is in the family already is the same person', () => {
  const family = [
    person('me', 'Dana'),
    person('mia', 'Mía Parker', '2016-03-09'),
    person('leo', 'Leo Parker'),
  ]
  const typed = [
    { id: 't1', name: 'mia  parker', birthDate: '2016-03-09' },
    { id: 't2', name: 'Leo Parker', birthDate: '2018-01-01' },
    { id: 't3', name: 'Mia Parker', birthDate: '2019-05-05' },
  ]
  const { people, known } = mergeTyped(family, typed)
  expect([...known]).toEqual([
    ['t1', 'mia'],
    ['t2', 'leo'],
  ])
  expect(people.map(({ id, typed }) => [id, typed])).toEqual([
    ['me', false],
    ['mia', false],
    ['leo', false],
    ['t3', true],
  ])
})
