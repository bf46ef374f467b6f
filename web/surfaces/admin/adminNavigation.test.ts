import { expect, it } from 'vitest'
import { adminNavigation } from './adminNavigation.ts'

const labels = (...of: Parameters<typeof adminNavigation>) => adminNavigation(...of).map(({ label }) => label)

it('has the pages of the specification, in its order, and our own three, for an admin', () => {
  expect(labels('admin')).toEqual([
    'Dashboard',
    'Bookings',
    'Schedule',
    'Users',
    'Coaches',
    'Payments',
    'Camps',
    'Classes',
    'Membership',
    'Messages',
    'Audit Log',
    'Settings',
    'Help',
  ])
})

it('leaves out for the front desk what only admins may open', () => {
  expect(labels('desk')).not.toContain('Audit Log')
  expect(labels('desk')).not.toContain('Settings')
  expect(labels('desk')).toHaveLength(11)
})

it('leaves out everything for the other roles', () => {
  expect(labels('user')).toEqual([])
  expect(labels('coach')).toEqual([])
})
