import { describe, expect, test } from 'vitest'
import type { AuditEntry } from '../../../../shared/contract/people/auditLog.ts'
import { actorOf, changesOf, fieldLabel, summaryOf, valueText } from './auditText.ts'

const cage = '6f1f1a34-6d0a-4a52-9d6b-0a2f5c1f7e11'
const context = { zone: 'America/Chicago', names: { [cage]: 'Cage 2' } }

const entry = (values: Partial<AuditEntry>): AuditEntry => ({
  id: cage,
  created_at: '2026-11-24T22:00:00Z',
  action: 'UPDATE',
  table_name: 'bookings',
  record_id: cage,
  record_name: null,
  user_id: null,
  admin_user_name: null,
  role: null,
  system_operation: true,
  description: null,
  old_values: null,
  new_values: null,
  client_info: null,
  staff_change_id: null,
  ...values,
})

describe('A value is shown', () => {
  test.each([
    ['total_cost', 30, '$30.00'],
    ['max_spots', 20, '20'],
    ['published', true, 'Yes'],
    ['published', false, 'No'],
    ['start_time', '2026-11-24T22:00:00+00:00', 'Nov 24, 2026, 4:00 PM'],
    ['start_time', '2026-07-07T21:00:00+00:00', 'Jul 7, 2026, 4:00 PM'],
    ['start_time', '16:30:00', '4:30 PM'],
    ['start_date', '2026-06-01', 'Jun 1, 2026'],
    ['cage_id', cage, 'Cage 2'],
    ['bullet_points', ['Bring a glove', 'Lunch'], 'Bring a glove, Lunch'],
    ['bullet_points', [], null],
    ['email', '[hidden]', 'Not shown'],
    ['notes', '', null],
    ['notes', null, null],
    ['details', { a: 1 }, '{\n  "a": 1\n}'],
    ['notes', '2026-13-45T99:99', '2026-13-45T99:99'],
  ])('%s %j as %j', (field, value, text) => {
    expect(valueText(field, value, context)).toBe(text)
  })
})

test('A field is called as a person would', () => {
  expect(['price_30_min', 'cage_id', 'coach_ids', 'id'].map(fieldLabel)).toEqual([
    'Price 30 min',
    'Cage',
    'Coach',
    'Id',
  ])
})

test('The difference has the fields of both sides, and none that was and is empty', () => {
  const change = entry({
    old_values: { status: 'pending payment', cage_id: cage, notes: null },
    new_values: { status: 'paid', cage_id: null, notes: '' },
  })
  expect(changesOf(change, context)).toEqual([
    { field: 'cage_id', label: 'Cage', before: 'Cage 2', after: null },
    { field: 'status', label: 'Status', before: 'pending payment', after: 'paid' },
  ])
})

describe('An entry in one line', () => {
  test.each<[string, Partial<AuditEntry>, string]>([
    ['is the sentence that was given with it', { description: 'Refund by hand.' }, 'Refund by hand.'],
    [
      'is what changed, without ids',
      { old_values: { status: 'paid', cage_id: 'a' }, new_values: { status: 'canceled', cage_id: 'b' } },
      'Status: paid → canceled',
    ],
    [
      'has three fields at most',
      { action: 'INSERT', new_values: { a: 1, b: 2, c: 3, d: 4, version: 1 } },
      'A: 1; B: 2; C: 3; and 1 more',
    ],
    ['is the name of a deleted row', { action: 'DELETE', record_name: 'Cage 2' }, 'Cage 2'],
    ['is the action where there is nothing to tell', { action: 'READ' }, 'Read'],
    [
      'cuts long texts',
      { old_values: { bio: null }, new_values: { bio: 'x'.repeat(60) } },
      `Bio: none → ${'x'.repeat(39)}…`,
    ],
  ])('%s', (_, values, text) => {
    expect(summaryOf(entry(values), context.zone)).toBe(text)
  })
})

test('Who acted is a person, the system, or someone who is deleted', () => {
  expect(actorOf({ admin_user_name: 'Ada', system_operation: false })).toBe('Ada')
  expect(actorOf({ admin_user_name: null, system_operation: true })).toBe('System')
  expect(actorOf({ admin_user_name: null, system_operation: false })).toBe('Deleted user')
})
