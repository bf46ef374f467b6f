import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { clearDraft, readDraft, saveDraft } from './draftStore.ts'

const MINUTE = 60_000
const NOW = 1_800_000_000_000
let kept: Map<string, string>

beforeEach(() => {
  kept = new Map()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  })
})
afterEach(() => vi.unstubAllGlobals())

test('what was typed is found again at the same path', () => {
  saveDraft('/contact', { values: { name: 'Robin', message: '' }, bases: {} }, NOW)
  expect([...kept.keys()]).toEqual(['global_form_data'])
  expect(readDraft('/contact', NOW)).toEqual({ values: { name: 'Robin', message: '' }, bases: {} })
  expect(readDraft('/auth', NOW)).toBeNull()
})

test('is kept for 30 minutes', () => {
  saveDraft('/contact', { values: { name: 'Robin' }, bases: {} }, NOW)
  expect(readDraft('/contact', NOW + 30 * MINUTE)).not.toBeNull()
  expect(readDraft('/contact', NOW + 30 * MINUTE + 1)).toBeNull()
  expect(readDraft('/contact', NOW - 1)).toBeNull()
})

test('nothing typed is not kept, and what was cleared is gone', () => {
  saveDraft('/contact', { values: { name: ' ', message: '' }, bases: {} }, NOW)
  expect(kept.size).toBe(0)
  saveDraft('/contact', { values: { name: 'Robin' }, bases: {} }, NOW)
  clearDraft()
  expect(readDraft('/contact', NOW)).toBeNull()
})

test.each(['', 'nonsense', 'null', '[]', '{"path":"/contact"}', '{"path":1,"saved_at":1,"values":{}}'])(
  'a storage that holds %s has no draft',
  (text) => {
    kept.set('global_form_data', text)
    expect(readDraft('/contact', NOW)).toBeNull()
  },
)

test('a storage that is full or forbidden disturbs nobody', () => {
  const refuse = () => {
    throw new DOMException('No.', 'QuotaExceededError')
  }
  vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse, removeItem: refuse })
  saveDraft('/contact', { values: { name: 'Robin' }, bases: {} }, NOW)
  clearDraft()
  expect(readDraft('/contact', NOW)).toBeNull()
})
