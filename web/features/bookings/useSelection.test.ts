import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { keepChoice } from '../../components/keptChoice.ts'
import { keptSelection } from './useSelection.ts'

const slot = { cageId: 'a', cageName: 'Cage 1', start: new Date('2026-11-24T22:00:00Z') }
let stored: string | null = null

beforeEach(() =>
  vi.stubGlobal('localStorage', {
    getItem: () => stored,
    setItem: (_key: string, value: string) => {
      stored = value
    },
  }),
)
afterEach(() => void vi.unstubAllGlobals())

it('Slots kept over the sign-in come back for their own day only', () => {
  keepChoice('slots', '2026-11-24', [slot])
  expect(keptSelection('2026-11-24')).toEqual([slot])
  expect(keptSelection('2026-11-25')).toEqual([])
})

it.each([[{ cageId: 1 }], [null], [{ cageId: 'a', cageName: 'Cage 1', start: 'soon' }]])(
  'What is no slot is left out: %j',
  (other) => {
    keepChoice('slots', '2026-11-24', [other, slot])
    expect(keptSelection('2026-11-24')).toEqual([slot])
  },
)
