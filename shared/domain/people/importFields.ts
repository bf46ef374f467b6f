/** What the columns of an imported list of people may be, and the headings by which they are recognized. */

interface Field {
  readonly label: string
  /** Headings in small letters without blanks, signs and numbers; a leading 'customer', 'parent' and the like is ignored. */
  readonly headings: readonly string[]
  /** Several columns may be it. */
  readonly many?: true
}

export const importFields = {
  name: {
    label: 'Full Name',
    headings: [
      'name',
      'fullname',
      'names',
      'displayname',
      'customer',
      'client',
      'parent',
      'guardian',
      'contact',
      'person',
    ],
  },
  first_name: { label: 'First Name', headings: ['firstname', 'first', 'givenname', 'forename'] },
  last_name: { label: 'Last Name', headings: ['lastname', 'last', 'surname', 'familyname'] },
  email: { label: 'Email', headings: ['email', 'emailaddress', 'mail', 'emails'] },
  phone: {
    label: 'Phone',
    headings: [
      'phone',
      'phonenumber',
      'mobile',
      'mobilephone',
      'mobilenumber',
      'cell',
      'cellphone',
      'tel',
      'telephone',
    ],
  },
  birth_date: { label: 'Birth Date', headings: ['birthdate', 'birthday', 'dateofbirth', 'dob', 'born'] },
  role: {
    label: 'Customer or Coach',
    headings: ['role', 'type', 'customerorcoach', 'usertype', 'persontype'],
  },
  child_name: {
    label: 'Child’s Name',
    headings: [
      'child',
      'childname',
      'childsname',
      'children',
      'kid',
      'kids',
      'player',
      'players',
      'playername',
      'athlete',
      'son',
      'daughter',
    ],
    many: true,
  },
  child_birth_date: {
    label: 'Child’s Birth Date',
    headings: [
      'childbirthdate',
      'childsbirthdate',
      'childbirthday',
      'childdob',
      'childdateofbirth',
      'playerdob',
      'playerbirthdate',
      'kiddob',
      'athletedob',
    ],
    many: true,
  },
  membership: {
    label: 'Membership (as a note)',
    headings: [
      'membership',
      'membershiptype',
      'membershipplan',
      'plan',
      'package',
      'membershipstatus',
      'subscription',
    ],
    many: true,
  },
  credit: {
    label: 'Credit (as a note)',
    headings: [
      'credit',
      'credits',
      'balance',
      'accountbalance',
      'accountcredit',
      'remainingcredits',
      'giftcard',
    ],
    many: true,
  },
  note: { label: 'Note', headings: ['note', 'notes', 'comment', 'comments', 'remarks', 'memo'], many: true },
  coach_rate: {
    label: 'Coach’s Hourly Rate',
    headings: ['hourlyrate', 'rate', 'coachrate', 'coachshourlyrate', 'lessonprice'],
  },
  coach_bio: { label: 'Coach’s Bio', headings: ['bio', 'coachbio', 'coachsbio', 'about'] },
  booking_date: {
    label: 'Booking Date',
    headings: ['bookingdate', 'date', 'reservationdate', 'appointmentdate', 'day'],
  },
  booking_start: {
    label: 'Booking Start',
    headings: [
      'bookingstart',
      'start',
      'starttime',
      'bookingtime',
      'time',
      'from',
      'appointmenttime',
      'bookingstarttime',
    ],
  },
  booking_end: {
    label: 'Booking End',
    headings: ['bookingend', 'end', 'endtime', 'until', 'to', 'bookingendtime'],
  },
  booking_minutes: {
    label: 'Booking Minutes',
    headings: ['bookingminutes', 'minutes', 'duration', 'durationminutes', 'length', 'mins'],
  },
  booking_cage: {
    label: 'Booking Cage',
    headings: ['bookingcage', 'cage', 'cagename', 'resource', 'lane', 'space'],
  },
  booking_coach: {
    label: 'Booking Coach (a lesson)',
    headings: [
      'bookingcoach',
      'coach',
      'coachname',
      'lessoncoach',
      'instructor',
      'instructorname',
      'trainer',
      'trainername',
    ],
  },
  booking_price: { label: 'Booking Price', headings: ['bookingprice', 'price', 'cost', 'total', 'amount'] },
  booking_paid: { label: 'Booking Paid', headings: ['bookingpaid', 'paid', 'ispaid', 'paymentstatus'] },
} as const satisfies Record<string, Field>

export type ImportField = keyof typeof importFields
export const importFieldKeys = Object.keys(importFields) as [ImportField, ...ImportField[]]

/** Whether several columns may be this. */
export const isRepeated = (field: ImportField): boolean => 'many' in importFields[field]

const letters = (heading: string): string =>
  heading
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}]/gu, '')

const prefixes = /^(?:customer|client|member|parent|guardian|contact|primary|user|coach|account)(?:s)?(?=.)/

/** What stands before the date, time or cage of a booking. */
const bookings = /^(?:lesson|session|booking|reservation|appointment)(?=.)/

/** What a heading says that its column is; empty where it is not known. */
function recognize(heading: string): ImportField | '' {
  const written = letters(heading)
  const known = fieldOf(written) ?? fieldOf(written.replace(prefixes, ''))
  if (known) return known
  // “Lesson Name” is nobody’s name.
  const booked = fieldOf(written.replace(bookings, ''))
  return booked?.startsWith('booking_') ? booked : ''
}

const fieldOf = (form: string): ImportField | undefined =>
  importFieldKeys.find((key) => {
    const { label, headings } = importFields[key]
    return letters(label) === form || (headings as readonly string[]).includes(form)
  })

/** What each column is by its heading and the one before. Of two with one meaning the first counts, unless several may have it. */
export function recognizeColumns(headings: readonly string[]): (ImportField | '')[] {
  const seen = new Set<string>()
  let before: ImportField | '' = ''
  return headings.map((heading) => {
    const said = recognize(heading)
    // A birthday right after a child's name is the child's.
    const field = said === 'birth_date' && before === 'child_name' ? 'child_birth_date' : said
    before = field
    if (field === '' || (seen.has(field) && !isRepeated(field))) return ''
    seen.add(field)
    return field
  })
}

/** The set of headings, whatever their order and capitals: what tells one source from another. */
export const headingsKey = (headings: readonly string[]): string =>
  JSON.stringify(headings.map((heading) => heading.trim().toLowerCase()).sort())
