import { expect, it } from 'vitest'
import { adminNavigation } from './adminNavigation.ts'

const everything = () => true
const labels = (...of: Parameters<typeof adminNavigation>) => adminNavigation(...of).map(({ label }) => label)

it('has the pages of the specification, in its order, and our own three, for an admin', () => {
  expect(labels('admin', everything)).toEqual([
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
  expect(labels('desk', everything)).not.toContain('Audit Log')
  expect(labels('desk', everything)).not.toContain('Settings')
  expect(labels('desk', everything)).toHaveLength(11)
})

it('leaves out pages that do not exist, and everything for the other roles', () => {
  expect(labels('desk', (path) => path === '/admin/users')).toEqual(['Users'])
  expect(labels('user', everything)).toEqual([])
  expect(labels('coach', everything)).toEqual([])
})
