/** What an owner does before the doors open, in order: computed by the server, never ticked by hand (decision 46). */

export type OpeningStepKey =
  | 'place'
  | 'hours'
  | 'cages'
  | 'mail'
  | 'second_factor'
  | 'terms'
  | 'test_booking'
  | 'cards'
  | 'tax'
  | 'coach'
  | 'program'
  | 'backup'
  | 'address'

interface OpeningStepText {
  readonly title: string
  /** What it is about while it is not done. */
  readonly about: string
  /** Whether the doors stay closed without it. */
  readonly needed: boolean
  /** How long it takes someone who does it for the first time. */
  readonly minutes: number
}

export const openingSteps: Readonly<Record<OpeningStepKey, OpeningStepText>> = {
  place: {
    title: 'Name and address',
    about: 'With your phone they are on every page, in every email, and on the map.',
    needed: true,
    minutes: 2,
  },
  hours: { title: 'Hours', about: 'When people can book.', needed: true, minutes: 2 },
  cages: { title: 'Cages and prices', about: 'What people can book.', needed: true, minutes: 3 },
  mail: {
    title: 'Send mail',
    about: 'Your mail server. Until then no one can sign up, and confirmations wait.',
    needed: true,
    minutes: 5,
  },
  second_factor: {
    title: 'Two-step login for admins',
    about: 'An app on your phone. It guards money and names.',
    needed: true,
    minutes: 2,
  },
  terms: {
    title: 'Terms',
    about: 'Our text is a start. Read it, then publish yours.',
    needed: true,
    minutes: 5,
  },
  test_booking: {
    title: 'Test booking',
    about: 'Book a cage next week as a customer does, then cancel it in your account.',
    needed: true,
    minutes: 1,
  },
  cards: {
    title: 'Take cards',
    about: 'Connect Stripe. Until then people pay on arrival.',
    needed: false,
    minutes: 5,
  },
  tax: {
    title: 'Sales tax',
    about: 'None is charged. Enter your rates if what you sell is taxed.',
    needed: false,
    minutes: 2,
  },
  coach: {
    title: 'First coach',
    about: 'For private lessons, with hours and a rate.',
    needed: false,
    minutes: 3,
  },
  program: {
    title: 'First class or camp',
    about: 'Its page stays empty while there is none.',
    needed: false,
    minutes: 5,
  },
  backup: {
    title: 'Backup',
    about: 'Where Dugout runs: npm run backup makes one and reads it back, BACKUP_TO makes one every night.',
    needed: false,
    minutes: 5,
  },
  address: {
    title: 'Public address',
    about: 'An address of your own with https, set where Dugout runs: PUBLIC_URL.',
    needed: false,
    minutes: 15,
  },
}
