/** A page of the reference: operations that a reader looks for together. */
export interface ReferenceGroup {
  /** The last part of the page's address. */
  readonly slug: string
  readonly title: string
  readonly text: string
  /** Beginnings of paths after `/api/`, in whole segments; of several that match the longest decides. */
  readonly paths: readonly string[]
}

/** In the order in which the reference shows them: what anybody may call first. */
export const referenceGroups: readonly ReferenceGroup[] = [
  {
    slug: 'facility',
    title: 'Facility',
    text: 'Name, hours and prices of the facility, its contact form, the live stream and links in emails.',
    paths: ['facility', 'texts', 'contact', 'form-token', 'events', 'calendar', 'unsubscribe'],
  },
  {
    slug: 'cages',
    title: 'Cages and bookings',
    text: 'Which cages are free and what they cost; booking, moving and canceling cage time.',
    paths: ['cages', 'open-times', 'schedule', 'bookings', 'me/bookings'],
  },
  {
    slug: 'lessons',
    title: 'Coaches and lessons',
    text: 'Coaches and their free times; booking, moving and canceling lessons.',
    paths: ['coaches', 'lessons', 'next-lesson-times', 'me/lessons'],
  },
  {
    slug: 'camps-and-classes',
    title: 'Camps and classes',
    text: 'What is open, how many spots are left, and the registrations of a household.',
    paths: [
      ...['camps', 'classes', 'camp-registrations', 'class-registrations'],
      ...['me/camp-registrations', 'me/class-registrations'],
    ],
  },
  {
    slug: 'memberships',
    title: 'Memberships',
    text: 'The offer, joining, changing the card and leaving.',
    paths: ['memberships', 'me/subscription'],
  },
  {
    slug: 'payments',
    title: 'Payments by card',
    text: 'Opening a checkout, confirming it, and what was paid.',
    paths: ['payments', 'me/payments'],
  },
  {
    slug: 'accounts',
    title: 'Accounts',
    text: 'Signing up and in, passwords, two-step sign-in, devices, and what an account keeps.',
    paths: ['auth', 'me', 'password', 'recovery', 'sign-up', 'email-change', 'setup'],
  },
  {
    slug: 'families',
    title: 'Families',
    text: 'The people for whom an account books, and the adults who share them.',
    paths: [
      ...['participants', 'household-invitations', 'me/household-invitations', 'me/participants'],
      ...['me/received-invitations', 'profile-invitations', 'waivers', 'waiver-copies', 'waiver-handovers'],
    ],
  },
  {
    slug: 'coach',
    title: 'A coach’s day',
    text: 'The calendar, clients, hours, time off and profile of the coach who is signed in.',
    paths: ['coach'],
  },
  {
    slug: 'schedule',
    title: 'Schedule and bookings, for staff',
    text: 'The day at the desk: bookings and lessons of all customers, closures and undo.',
    paths: [
      ...['admin/schedule', 'admin/bookings', 'admin/bookings.csv', 'admin/booking-groups', 'guest-bookings'],
      ...['admin/lessons', 'admin/lesson-groups', 'staff', 'staff-changes', 'closures', 'closure-runs'],
    ],
  },
  {
    slug: 'programs',
    title: 'Camps and classes, for staff',
    text: 'Making and changing camps and classes, registering by hand, rosters.',
    paths: [
      ...['admin/camps', 'admin/camp-banner', 'admin/camp-coaches', 'admin/camp-registrations'],
      ...['admin/classes', 'admin/class-instances', 'admin/class-registrations', 'admin/rosters'],
      ...['manual-camp-registrations', 'manual-class-registrations'],
    ],
  },
  {
    slug: 'people',
    title: 'People, for staff',
    text: 'Customers and staff: finding, adding, merging and deleting them, and their pages.',
    paths: [
      ...['admin/people', 'admin/users', 'admin/users.csv', 'admin/merges', 'admin/search', 'admin/coaches'],
      ...['admin/profile-invitations', 'customers', 'admin/imports', 'admin/everything.zip'],
      ...['staff/waiver-states', 'staff/waiver-handovers'],
    ],
  },
  {
    slug: 'desk-payments',
    title: 'Payments and memberships, for staff',
    text: 'Taking and refunding money at the desk, the list of payments, members.',
    paths: [
      ...['admin/payments', 'admin/payments.csv', 'admin/payment-transactions', 'admin/pending-payments'],
      ...[
        'admin/due-items',
        'admin/till',
        'admin/goods',
        'admin/sales-report',
        'admin/sale-lines',
        'admin/sale-lines.csv',
        'admin/journal.csv',
        'admin/desk-payments',
        'admin/arrivals',
        'admin/desk-refunds',
        'admin/drawers',
        'admin/closings',
      ],
      ...['admin/memberships', 'admin/memberships.csv'],
    ],
  },
  {
    slug: 'messages',
    title: 'Messages, for staff',
    text: 'Messages from visitors, what was mailed, templates, reminders and messages to a session.',
    paths: [
      ...['admin/contact-messages', 'admin/messages', 'admin/email-templates', 'camp-reminders'],
      ...['class-reminders', 'reminder-runs', 'session-audience', 'session-messages'],
    ],
  },
  {
    slug: 'back-office',
    title: 'Settings, reports and audit log',
    text: 'What an owner sets and reads.',
    paths: [
      ...[
        'settings',
        'opening',
        'health',
        'own-facility',
        'admin/dashboard',
        'admin/audit-log',
        'admin/audit-log.csv',
        'admin/audit-people',
      ],
      ...['admin/audit-seal', 'admin/audit-trail'],
    ],
  },
]

/** The group of an operation's path, such as `/api/me/bookings/{id}`; undefined if none has it. */
export function groupOf(path: string): ReferenceGroup | undefined {
  const matching = (group: ReferenceGroup) =>
    Math.max(
      0,
      ...group.paths.filter((start) => `${path}/`.startsWith(`/api/${start}/`)).map((p) => p.length),
    )
  const best = referenceGroups.toSorted((a, b) => matching(b) - matching(a))[0]
  return best && matching(best) > 0 ? best : undefined
}
