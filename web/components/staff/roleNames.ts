import type { Role } from '../../../shared/contract/fields.ts'

/** What the roles are called on staff pages. */
export const roleNames: Readonly<Record<Role, string>> = {
  user: 'Customer',
  coach: 'Coach',
  desk: 'Front Desk',
  admin: 'Admin',
}
