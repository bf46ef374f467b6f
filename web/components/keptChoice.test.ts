import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { keepChoice, keptChoice } from './keptChoice.ts'

const stored = new Map<string, string>()

beforeEach(() => {
  stored.clear()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

describe('a kept choice', () => {
  it('comes back for its own class only', () => {
    keepChoice('class-sessions', 'hitting', ['a', 'b'])
    expect(keptChoice('class-sessions', 'hitting')).toEqual(['a', 'b'])
    expect(keptChoice('class-sessions', 'pitching')).toEqual([])
    expect(keptChoice('slots', 'hitting')).toEqual([])
  })

  it('leaves nothing once it is empty', () => {
    keepChoice('class-sessions', 'hitting', ['a'])
    keepChoice('class-sessions', 'hitting', [])
    expect([...stored]).toEqual([])
  })

  it('is kept for half an hour', () => {
    vi.useFakeTimers({ now: 0 })
    keepChoice('slots', '2026-11-24', ['a'])
    vi.setSystemTime(30 * 60_000)
    expect(keptChoice('slots', '2026-11-24')).toEqual(['a'])
    vi.setSystemTime(30 * 60_000 + 1)
    expect(keptChoice('slots', '2026-11-24')).toEqual([])
  })

  it.each([
    'no JSON',
    '[]',
    'null',
    '{"of":"hitting","kept_at":1}',
    '{"of":"hitting","chosen":["a"],"kept_at":"x"}',
  ])('is none when what is stored reads %s', (text) => {
    keepChoice('class-sessions', 'hitting', ['a'])
    for (const key of stored.keys()) stored.set(key, text)
    expect(keptChoice('class-sessions', 'hitting')).toEqual([])
  })

  it('is none where storage is switched off', () => {
    vi.stubGlobal('localStorage', undefined)
    expect(() => keepChoice('slots', '2026-11-24', ['a'])).not.toThrow()
    expect(keptChoice('slots', '2026-11-24')).toEqual([])
  })
})
