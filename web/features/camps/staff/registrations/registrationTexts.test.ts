import { expect, it } from 'vitest'
import type { StaffCampRegistration } from '../../../../../shared/contract/programs/campRegistrations.ts'
import { NO_NAME, nameOf, shownRegistrations, summaryOf } from './registrationTexts.ts'

const registration = (more: Partial<StaffCampRegistration>): StaffCampRegistration => ({
  id: more.name ?? '',
  camp_id: 'camp',
  is_guest: false,
  status: 'registered',
  created_at: '2026-11-22T18:00:00.000Z',
  canceled_at: null,
  name: 'Mia',
  participant: null,
  registrant: {
    id: 'pat',
    full_name: 'Pat Parent',
    email: 'pat@example.test',
    phone_number: '(409) 555-0123',
  },
  total_cost: 80,
  paid_amount: 0,
  owed_amount: 80,
  refund_by_rule: 0,
  paid_by_card: false,
  attendance: {},
  has_payment: false,
  revision: 0,
  ...more,
})
const mia = registration({ name: 'Mia' })
const noa = registration({ name: 'Noa', status: 'canceled', owed_amount: 0 })
const kim = registration({ name: 'Kim', status: 'paid', owed_amount: 0, registrant: null })
const found = (search: string, status: '' | 'registered' | 'paid' | 'canceled' = '') =>
  shownRegistrations([noa, mia, kim], { search, status }).map(({ name }) => name)

it('finds by participant, parent, e-mail and phone number, and puts canceled ones last', () => {
  expect(found('')).toEqual(['Mia', 'Kim', 'Noa'])
  expect(found(' PAT P')).toEqual(['Mia', 'Noa'])
  expect(found('pat@')).toEqual(['Mia', 'Noa'])
  expect(found('555 0123')).toEqual(['Mia', 'Noa'])
  expect(found('55')).toEqual([])
  expect(found('', 'paid')).toEqual(['Kim'])
})

it('adds up what is owed by those who have a seat', () => {
  expect(summaryOf([mia, mia, noa, kim])).toEqual({ paid: 1, onArrival: 2, canceled: 1, owed: 160 })
})

it('says that nobody knows the name', () => {
  expect(nameOf({ name: null })).toBe(NO_NAME)
  expect(nameOf({ name: '' })).toBe('Name not provided')
})
