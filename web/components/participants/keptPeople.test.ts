import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { forgetOldPeople, forgetPeople, keepPeople, keptPeople } from './keptPeople.ts'

const kept = new Map<string, string>()
const mia = { id: 'typed-1', name: 'Mia Parker', birthDate: '2016-03-09' }
const people = { typed: [mia], chosen: ['typed-1'] }

beforeEach(() => {
  kept.clear()
  vi.useFakeTimers()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('what was typed is there on the same page, and gone once it is used', () => {
  keepPeople('camp:1', people)
  expect(keptPeople('camp:1')).toEqual(people)
  expect(keptPeople('camp:2')).toBeNull()
  forgetPeople()
  expect(keptPeople('camp:1')).toBeNull()
  expect(kept.size).toBe(0)
})

test('after half an hour it is not read, and removed from the browser', () => {
  keepPeople('camp:1', people)
  vi.advanceTimersByTime(30 * 60_000)
  expect(keptPeople('camp:1')).toEqual(people)
  forgetOldPeople()
  expect(kept.size).toBe(1)
  vi.advanceTimersByTime(1)
  expect(keptPeople('camp:1')).toBeNull()
  forgetOldPeople()
  expect(kept.size).toBe(0)
})

test('what someone else wrote there is nothing', () => {
  for (const text of ['nonsense', '7', '{}', '{"of":"camp:1","kept_at":0}']) {
    kept.set('dugout.kept-people', text)
    expect(keptPeople('camp:1')).toBeNull()
  }
  keepPeople('camp:1', { typed: [mia, { name: 'x' } as never], chosen: [3 as never, 'typed-1'] })
  expect(keptPeople('camp:1')).toEqual(people)
})

test('without storage nothing fails', () => {
  vi.stubGlobal('localStorage', undefined)
  keepPeople('camp:1', people)
  forgetOldPeople()
  expect(keptPeople('camp:1')).toBeNull()
})
