/** The titles of the pages of staff (pageTitles.ts), in a file apart so that the site does not download them. */
export const staffPageTitles: Readonly<Record<string, string>> = {
  '/admin': 'Admin Panel',
  '/admin/dashboard': 'Dashboard',
  '/admin/bookings': 'Bookings',
  '/admin/schedule': 'Schedule',
  '/admin/schedule/print': 'Day Sheet',
  '/admin/rosters': 'Roster',
  '/admin/users': 'Users',
  '/admin/coaches': 'Coaches',
  '/admin/classes': 'Classes',
  '/admin/settings': 'Settings',
  '/admin/payments': 'Payments',
  '/coach-dashboard': 'Coach Dashboard',
  '/coach-setup': 'Coach Profile',
}
