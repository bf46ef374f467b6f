import { preparedLines } from '../editing/templateVariables.ts'
import { button, heading, message, paragraph, preparedRows, quote, ticket, total, when } from './blocks.ts'
import {
  attachedFile,
  type BeforeComingData,
  beforeComing,
  beforeComingSample,
  type ChangesData,
  changeLinkValues,
  changes,
  changesSample,
  ticketHead,
  ticketRows,
  whatToBring,
} from './changes.ts'
import type { MessageTemplate, ParticipantData } from './template.ts'
import { escapeHtml, forParticipant } from './template.ts'

export interface BookingConfirmedData extends ParticipantData, ChangesData, BeforeComingData {
  readonly full_name: string
  /** The ticket's four signs; left out of messages of before there were any. */
  readonly number?: string
  readonly sessions: readonly {
    readonly cage_name: string
    /** As people read it, e.g. 'Tue, Nov 24'. */
    readonly day: string
    /** On the facility's clock, e.g. '4:00–5:30 PM'. */
    readonly time: string
    /** e.g. '$45.00'. */
    readonly price: string
  }[]
  readonly total: string
  /** Where its ticket is; empty for guests. */
  readonly account_url: string
  /** How it is paid, e.g. 'Pay on arrival.'. */
  readonly payment_line: string
  /** What staff wrote to the customer; empty when nothing. */
  readonly note: string
}

/** One message per booking, however many cages it has (decision 25). */
export const bookingConfirmed: MessageTemplate<BookingConfirmedData> = {
  description: 'Confirms a cage booking; carries the calendar file.',
  sample: {
    full_name: 'Jo Slugger',
    number: '7KQ4',
    participant_name: 'Mia Slugger',
    sessions: [
      { cage_name: 'Cage 2', day: 'Tue, Nov 24', time: '4:00–4:30 PM', price: '$20.00' },
      { cage_name: 'Cage 10', day: 'Tue, Nov 24', time: '5:00–6:00 PM', price: '$30.00' },
    ],
    total: '$50.00',
    account_url: 'https://cages.example/ticket?tab=bookings',
    payment_line: 'Please pay on arrival.',
    note: 'Please use the door on Oak Street.',
    ...beforeComingSample,
    ...changesSample('bookings'),
  },
  required: ['sessions'],
  values: (data) => ({
    ...data,
    ...changeLinkValues(data),
    ...sessionValues(data.sessions),
    head: headOf(data),
  }),
  ...message(
    `Booking confirmed${forParticipant}: {{summary}}`,
    heading('{{#if participant_name}}{{participant_name}} is booked{{else}}You’re booked{{/if}}'),
    paragraph('Hi {{first_name}}, see you at {{facility.name}}.'),
    ticket(preparedRows('head'), ...ticketRows, preparedRows('sessions'), total('Total', 'total')),
    paragraph('{{payment_line}}'),
    whatToBring,
    beforeComing,
    quote('note'),
    when('account_url', button('account_url', 'See Your Booking')),
    attachedFile,
    ...changes('Your plans changed?'),
  ),
}

type Session = BookingConfirmedData['sessions'][number]

/** The first session; the others follow in the rows. */
function headOf({ number, sessions: [first, ...others] }: BookingConfirmedData) {
  const { day = '', time = '', cage_name: place = '' } = first ?? {}
  const more = others.length > 0 ? `, and ${others.length} more` : ''
  return ticketHead({ what: 'Cage', number, day: `${day}${more}`, time, place, previous: '' })
}

/** `sessions`: a row of the table, or a line, for each; `summary`: the first of them in one line. */
const sessionValues = (sessions: readonly Session[]) => ({
  summary: summaryOf(sessions),
  sessions: preparedLines(
    sessions.map(({ cage_name, day, time, price }) => ({
      html: `<tr><td><strong>${escapeHtml(cage_name)}</strong><br>${escapeHtml(`${day}, ${time}`)}</td><td class="amount">${escapeHtml(price)}</td></tr>`,
      text: `${cage_name}: ${day}, ${time}, ${price}`,
    })),
  ),
})

function summaryOf([first, ...others]: readonly Session[]): string {
  if (!first) return ''
  const { cage_name, day, time } = first
  return `${cage_name}, ${day}, ${time}${others.length > 0 ? ' and more' : ''}`
}
