import { expect, it } from 'vitest'
import { adminNavigation } from './adminNavigation.ts'

const labels = (...of: Parameters<typeof adminNavigation>) => adminNavigation(...of).map(({ label }) => label)

it('has the pages of the specification and our own four, in groups, for an admin', () => {
  expect(adminNavigation('admin').map(({ group, label }) => `${group}: ${label}`)).toEqual([
    'Today: Dashboard',
    'Today: Schedule',
    'Today: Messages',
    'Bookings: Bookings',
    'Bookings: Payments',
    'Bookings: Users',
    'Programs: Camps',
    'Programs: Classes',
    'Programs: Membership',
    'Manage: Coaches',
    'Manage: Reports',
    'Manage: Audit Log',
    'Manage: Settings',
    'Manage: Help',
  ])
})

it('leaves out for the front desk what only admins may open', () => {
  expect(labels('desk')).not.toContain('Audit Log')
  expect(labels('desk')).not.toContain('Settings')
  expect(labels('desk')).toHaveLength(12)
})

it('leaves out everything for the other roles', () => {
  expect(labels('user')).toEqual([])
  expect(labels('coach')).toEqual([])
})
