import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { useAttemptKey } from './attemptKey.ts'

function Attempt({ use }: { use: (attempt: ReturnType<typeof useAttemptKey>) => void }) {
  use(useAttemptKey())
  return null
}

test('the same request keeps its key until it is answered, and a changed request gets another', () => {
  const keys: string[] = []
  const press = ({ keyOf, end }: ReturnType<typeof useAttemptKey>) => {
    keys.push(keyOf({ cage: 1, slots: ['16:00'] }), keyOf({ cage: 1, slots: ['16:00'] }))
    keys.push(keyOf({ cage: 1, slots: ['16:00', '16:30'] }))
    end()
    keys.push(keyOf({ cage: 1, slots: ['16:00', '16:30'] }))
  }
  renderToStaticMarkup(createElement(Attempt, { use: press }))
  const [first, repeated, changed, afterAnswer] = keys
  expect(repeated).toBe(first)
  expect(new Set([first, changed, afterAnswer]).size).toBe(3)
})
