import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { tabDraft } from './draft.ts'

let kept: Map<string, string>
beforeEach(() => {
  kept = new Map()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  })
})
afterEach(() => vi.unstubAllGlobals())

const saved = { host: '', port: 465, password: '' }
const draft = (over = saved) => tabDraft('mail', over, ['password'])

test('what is typed is found again after a reload, over the same saved values only', () => {
  draft().save({ ...saved, host: 'smtp.pine.test' })
  expect(draft().read()).toEqual({ ...saved, host: 'smtp.pine.test' })
  expect(draft({ ...saved, host: 'mail.elsewhere.test' }).read()).toBeNull()
  draft().save(saved)
  expect(kept.size, 'what was taken back by hand').toBe(0)
})

test('a password is never kept', () => {
  draft().save({ ...saved, host: 'smtp.pine.test', password: 'three strikes' })
  expect([...kept.values()].join()).toContain('smtp.pine.test')
  expect([...kept.values()].join()).not.toContain('three strikes')
  draft().save({ ...saved, password: 'three strikes' })
  expect(kept.size).toBe(0)
})

test.each(['', 'nonsense', 'null', '[]', '{"over":1}'])('a storage that holds %s has no draft', (text) => {
  kept.set('dugout.typed.mail', text)
  expect(draft().read()).toBeNull()
})
