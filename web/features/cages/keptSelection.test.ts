import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { forgetKeptSelection, keepSelection, keptSelection } from './keptSelection.ts'

const slot = { cageId: 'a', cageName: 'Cage 1', start: new Date('2026-11-24T22:00:00Z') }
const stored = new Map<string, string>()

beforeEach(() => {
  stored.clear()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  })
})
afterEach(() => void vi.unstubAllGlobals())

describe('a selection kept over the sign-in', () => {
  it('comes back for its own day only', () => {
    keepSelection('2026-11-24', [slot])
    expect(keptSelection('2026-11-24')).toEqual([slot])
    expect(keptSelection('2026-11-25')).toEqual([])
  })

  it('is gone once it was forgotten', () => {
    keepSelection('2026-11-24', [slot])
    forgetKeptSelection()
    expect(keptSelection('2026-11-24')).toEqual([])
  })

  it.each([
    'no JSON',
    '[]',
    '{"day":"2026-11-24","slots":[{"cageId":1}]}',
    '{"day":"2026-11-24","slots":[null]}',
    '{"day":"2026-11-24","slots":[{"cageId":"a","cageName":"Cage 1","start":"soon"}]}',
  ])('is empty when what is stored reads %s', (text) => {
    keepSelection('2026-11-24', [])
    for (const key of stored.keys()) stored.set(key, text)
    expect(keptSelection('2026-11-24')).toEqual([])
  })

  it('is empty where storage is switched off', () => {
    vi.stubGlobal('sessionStorage', undefined)
    expect(() => keepSelection('2026-11-24', [slot])).not.toThrow()
    expect(keptSelection('2026-11-24')).toEqual([])
  })
})
