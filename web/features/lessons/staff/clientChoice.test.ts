import { describe, expect, it } from 'vitest'
import { clientOf, clientRequest, noClient } from './clientChoice.ts'

const lesson = {
  coach_id: '0190163d-8694-739b-aea5-966c26f8ad91',
  lesson_date: '2026-11-24',
  start_time: '16:00',
  duration_minutes: 60,
  payment_method: 'on_arrival',
}
const problems = (values: object) =>
  (clientRequest.safeParse({ ...lesson, ...clientOf({ ...noClient, ...values }) }).error?.issues ?? []).map(
    ({ path, message }) => [path.at(-1), message],
  )
const pat = { id: '0190163d-8694-739b-aea5-966c26f8ad92', full_name: 'Pat Parent' }
const guest = { kind: 'guest', name: 'Gwen', phone: '(409) 555-0177' }
const nameAndPhone = 'Please provide guest name and phone number'

describe('a client', () => {
  it.each([
    ['nobody', {}, [['customer', 'Please select a customer']]],
    [
      'a guest without anything',
      { kind: 'guest' },
      [
        ['name', nameAndPhone],
        ['phone', nameAndPhone],
      ],
    ],
    ['a guest without a phone number', { ...guest, phone: ' ' }, [['phone', nameAndPhone]]],
    [
      'a guest with half an address',
      { ...guest, email: 'gwen@' },
      [['email', 'Please enter a valid email address.']],
    ],
    ['a guest without an address', guest, []],
    ['an existing user', { customer: pat }, []],
  ])('that is %s has the problems of the specification', (_name, values, expected) => {
    expect(problems(values)).toEqual(expected)
  })

  it('is sent as the one kind that is chosen', () => {
    expect(clientOf({ ...noClient, customer: pat, name: 'Gwen', participant: 'x' })).toEqual({
      customer_id: pat.id,
      participant_id: 'x',
    })
    expect(clientOf({ ...noClient, kind: 'guest', name: 'Gwen', customer: pat, asNewGuest: true })).toEqual({
      guest_details: { name: 'Gwen', phone: '', email: '' },
      as_new_guest: true,
    })
  })
})
