import { expect, test } from 'vitest'
import { birthDateProblem, formatTyped, readTyped, typedDay } from './birthDate.ts'

/** Types one character after the other. */
const type = (keys: string) => [...keys].reduce((text, key) => formatTyped(text + key, text), '')

test.each([
  ['03092016', '03/09/2016'],
  ['392016', '03/09/2016'],
  ['3/9/2016', '03/09/2016'],
  ['12/1/2016', '12/01/2016'],
  ['1/31/2016', '01/31/2016'],
  ['0229', '02/29/'],
  ['12', '12/'],
  ['1', '1'],
  ['4', '04/'],
  ['031.', '03/01/'],
  ['030920169', '03/09/2016'],
])('typing %s shows %s', (keys, shown) => {
  expect(type(keys)).toBe(shown)
})

test('deleting goes back digit by digit, over the slashes', () => {
  let text = '03/09/2016'
  const shown = []
  while (text) {
    text = formatTyped(text.slice(0, -1), text)
    shown.push(text)
  }
  expect(shown).toEqual(['03/09/201', '03/09/20', '03/09/2', '03/09', '03/0', '03', '0', ''])
})

test.each([
  ['2016-03-09', '03/09/2016'],
  ['3/9/2016', '03/09/2016'],
  ['3-9-2016', '03/09/2016'],
  [' 03 09 2016', '03/09/2016'],
])('pasting %s shows %s', (pasted, shown) => {
  expect(formatTyped(pasted)).toBe(shown)
})

test.each([
  ['03/09/2016', '2016-03-09'],
  ['02/29/2016', '2016-02-29'],
  ['02/29/2015', null],
  ['13/01/2015', null],
  ['00/10/2015', null],
  ['04/31/2015', null],
  ['01/01/1899', null],
  ['03/09/16', null],
  ['', null],
])('%s is the day %s', (text, day) => {
  expect(readTyped(text)).toBe(day)
  if (day) expect(typedDay(day)).toBe(text)
})

test('an empty date is a problem where it is required, an impossible or future one always', () => {
  expect(birthDateProblem('', '2026-11-22', false)).toBeNull()
  expect(birthDateProblem('', '2026-11-22', true)).toBe('Please enter the birth date.')
  expect(birthDateProblem('02/30/2016', '2026-11-22', false)).toMatch('month, day and year')
  expect(birthDateProblem('11/23/2026', '2026-11-22', false)).toMatch('in the future')
  expect(birthDateProblem('11/22/2026', '2026-11-22', true)).toBeNull()
})
