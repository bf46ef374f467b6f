import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { forgetKeptSessions, keepSessions, keptSessions } from './keptSessions.ts'

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

describe('sessions kept over the sign-in', () => {
  it('come back for their own class only', () => {
    keepSessions('hitting', ['a', 'b'])
    expect(keptSessions('hitting')).toEqual(['a', 'b'])
    expect(keptSessions('pitching')).toEqual([])
  })

  it('are gone once they were forgotten', () => {
    keepSessions('hitting', ['a'])
    forgetKeptSessions()
    expect(keptSessions('hitting')).toEqual([])
  })

  it.each(['no JSON', '[]', 'null', '{"classId":"hitting"}', '{"classId":"hitting","ids":[1,null]}'])(
    'are none when what is stored reads %s',
    (text) => {
      keepSessions('hitting', [])
      for (const key of stored.keys()) stored.set(key, text)
      expect(keptSessions('hitting')).toEqual([])
    },
  )

  it('are none where storage is switched off', () => {
    vi.stubGlobal('sessionStorage', undefined)
    keepSessions('hitting', ['a'])
    forgetKeptSessions()
    expect(keptSessions('hitting')).toEqual([])
  })
})
