import { expect, test } from 'vitest'
import { parseForm } from './form.ts'

test('Names with brackets become lists and objects', () => {
  expect(
    parseForm(
      'amount=4500&items[0][price]=p&items[0][quantity]=2&expand[]=a&expand[]=b.c&metadata[note]=x%20y',
    ),
  ).toEqual({
    amount: '4500',
    items: [{ price: 'p', quantity: '2' }],
    expand: ['a', 'b.c'],
    metadata: { note: 'x y' },
  })
})

test('Names such as __proto__ are ordinary keys', () => {
  const parsed = parseForm('__proto__[admin]=1&constructor=x')

  expect(Object.keys(parsed)).toEqual(['__proto__', 'constructor'])
  expect(Reflect.get({}, 'admin')).toBeUndefined()
})

test.each(['a=1&a=2', 'a=1&a[b]=2', 'a[b=1', '=1', '[]=1'])('%s is refused', (text) => {
  expect(() => parseForm(text)).toThrow()
})
