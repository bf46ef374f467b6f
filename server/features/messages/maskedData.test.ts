import { describe, expect, test } from 'vitest'
import { facility } from '../../test/outbox.ts'
import { MASKED_LINK, maskedData } from './maskedData.ts'
import { renderMessage } from './render.ts'
import { builtInTemplates } from './templates.ts'

const sender = { facility, siteUrl: 'https://cages.test' }
const plain = {}

describe.each(Object.entries(builtInTemplates))('%s', (_name, kind) => {
  test('shows staff no link that only its receiver may have', () => {
    const { subject, html, text } = renderMessage(kind, maskedData(kind, kind.sample), sender)

    const shown = `${subject} ${html} ${text}`
    expect(shown).not.toMatch(/token=|signature=|abc\b/)
    if (kind.secret && kind.required.some((name) => name.endsWith('_url')))
      expect(shown).toContain(MASKED_LINK)
  })
})

test('reads a long address that someone wrote in a moment', () => {
  const data = { message: `https://elsewhere.example/${'a'.repeat(5_000)}$` }
  expect(maskedData(plain, data)).toEqual(data)
})

test('keeps the path of a link and hides what signs it', () => {
  const data = {
    a: 'See https://cages.test/account?tab=camps and https://cages.test/book-cage.',
    b: [
      'https://cages.test/calendar/3FhK2lmQz81xYtRr7uWv',
      'https://cages.test/api/calendar/3FhK2lmQz81xYtRr7uWv.ics',
      { c: 'https://cages.test/reset#token=x' },
    ],
    d: 'https://cages.test/classes/0199d7a2-7c1e-7d50-8a2c-4d5b6c7d8e9f',
    e: 7,
    f: null,
  }

  expect(maskedData(plain, data)).toEqual({
    a: 'See https://cages.test/account?… and https://cages.test/book-cage.',
    b: [
      'https://cages.test/calendar/…',
      'https://cages.test/api/calendar/…',
      { c: 'https://cages.test/reset?…' },
    ],
    d: data.d,
    e: 7,
    f: null,
  })
})
