import { describe, expect, test } from 'vitest'
import { profileChange } from '../../contract/accounts/accountProfile.ts'
import { details } from '../../contract/accounts/households.ts'
import { emergencyContact, pickupAdult } from '../../contract/accounts/participantCare.ts'
import { guestContact } from '../../contract/bookings/bookedGuest.ts'
import { guestDetails } from '../../contract/lessons/lessons.ts'
import { coachChange } from '../../contract/lessons/staffCoaches.ts'
import { contactMessage } from '../../contract/messages/messages.ts'
import { newUser } from '../../contract/people/people.ts'
import { manualChoice } from '../../contract/programs/manualRegistrations.ts'
import { nameProblem } from './personName.ts'

const names = [
  "O'Brien",
  'O’Brien',
  'José',
  '李',
  'Anne-Marie (Annie)',
  'St. John',
  'J.R. Smith',
  'Ph.D. Ruiz Jr.',
  'Mary Ann D’Angelo-Núñez',
  'Coach Pete (10U Crawdads)',
  'علی\u200Cرضا',
]
const texts = [
  'Win $500 now http://win.example/x',
  'see bit.ly/abc',
  'EXAMPLE.COM',
  'Пиши на пример.рф',
  'go to example。com',
  'a@b',
  'write me＠mail',
  '//evil',
  'Jo\u202Egro.live',
  'Jo\u200Bhn',
  'Jo\u2066hn',
  'Jo\nBcc: x',
  'Jo\u0007hn',
]

test.each(names)('%s is a name', (name) => {
  expect(nameProblem(name)).toBeNull()
})

test.each(texts)('%j is refused as a name, with what to do', (text) => {
  expect(nameProblem(text)).toMatch(/^(Enter a name without web or email addresses\.|Type the name again: )/)
})

describe.each([
  ['an account', profileChange.shape.full_name],
  ['a person whom staff enter', newUser.shape.name],
  ['a coach', coachChange.shape.name],
  ['a guest of a lesson', guestDetails.shape.name],
  ['a guest of the desk', guestContact.guest_name],
  ['a guest of a camp or class', manualChoice.shape.guest_name],
  ['a visitor who writes', contactMessage.shape.name],
  ['a child', details.shape.name],
  ['an emergency contact', emergencyContact.shape.name],
  ['a person who picks up', pickupAdult.shape.name],
])('the name of %s', (_, schema) => {
  test('follows the rule', () => {
    for (const name of names) expect(schema.safeParse(name).data).toBe(name)
    for (const text of texts) expect(schema.safeParse(text).error?.issues[0]?.message).toBe(nameProblem(text))
  })
})
