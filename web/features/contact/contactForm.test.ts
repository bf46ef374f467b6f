import { describe, expect, it } from 'vitest'
import {
  CONTACT_MESSAGE_MOST,
  CONTACT_NAME_MOST,
  contactSubject,
} from '../../../shared/contract/messages/messages.ts'
import {
  contactProblems,
  emptyContact,
  mailLink,
  messageMost,
  nameMost,
  roomLeft,
  subjects,
} from './contactForm.ts'

describe('the contact form', () => {
  it('has the limits and subjects of the contract', () => {
    expect([nameMost, messageMost]).toEqual([CONTACT_NAME_MOST, CONTACT_MESSAGE_MOST])
    expect(subjects.map(({ value }) => value)).toEqual(contactSubject.options)
  })

  it('wants all four fields, and more than blanks in them', () => {
    expect(contactProblems.name('  ')).not.toBeNull()
    expect(contactProblems.phone('call me')).not.toBeNull()
    expect(contactProblems.phone('(409) 555-0142')).toBeNull()
    expect(contactProblems.subject('')).not.toBeNull()
    expect(contactProblems.message('\n')).not.toBeNull()
    expect(contactProblems.message('Hi')).toBeNull()
  })

  it('says how much room is left', () => {
    expect(roomLeft(0)).toBe('2,000 characters left.')
    expect(roomLeft(1999)).toBe('1 character left.')
    expect(roomLeft(2000)).toBe('The message is as long as it can be.')
  })
})

describe('the link to the mail program', () => {
  const to = 'hello@cages.example'

  it('carries what was typed, with lines that end as in mail', () => {
    const link = mailLink(to, {
      name: 'Robin & Sons',
      phone: '409 555 0100',
      subject: 'team-training',
      message: 'Two teams?\nFrom May on.',
      website: '',
    })
    expect(link).toBe(
      `mailto:${to}?subject=Team%20training&body=Two%20teams%3F%0D%0AFrom%20May%20on.%0D%0A%0D%0ARobin%20%26%20Sons%2C%20409%20555%200100`,
    )
  })

  it('works for an empty form', () => {
    expect(mailLink(to, emptyContact)).toBe(`mailto:${to}?subject=Question`)
  })
})
