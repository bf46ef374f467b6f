import { message } from './blocks.ts'
import { changedBlocks } from './changedBlocks.ts'
import {
  type ChangedByData,
  type ChangesData,
  changeLinkValues,
  changesSample,
  doesItSuit,
  ticketHead,
} from './changes.ts'
import { forParticipant, type MessageTemplate, type ParticipantData, theirs } from './template.ts'

/** One cage booking, formatted for its customer. */
export interface CageBookingData extends ParticipantData {
  readonly full_name: string
  readonly cage_name: string
  /** The ticket's four signs; left out of messages of before there were any. */
  readonly number?: string
  /** As people read it, e.g. 'Tue, Nov 24'. */
  readonly day: string
  /** On the facility's clock, e.g. '4:00–5:30 PM'. */
  readonly time: string
  /** What staff wrote to the customer; empty when nothing. */
  readonly note: string
  /** What comes back of the money, e.g. '$5.00 goes back to the card you paid with.'; empty when nothing does. */
  readonly refund_line: string
}

export interface BookingChangedData extends CageBookingData, ChangesData, ChangedByData {
  /** Where and when it was before, e.g. 'Cage 1, Mon, Nov 23, 5:00–6:00 PM'. */
  readonly previous: string
  /** e.g. '$45.00'. */
  readonly total: string
  /** Where its ticket is; empty for guests. */
  readonly account_url: string
}

export const cageBookingSample: CageBookingData = {
  full_name: 'Jo Slugger',
  participant_name: 'Mia Slugger',
  cage_name: 'Cage 2',
  number: '7KQ4',
  day: 'Tue, Nov 24',
  time: '4:00–5:30 PM',
  note: 'The net of Cage 1 is being mended.',
  refund_line: '$15.00 goes back to the card you paid with.',
}

export const bookingChanged: MessageTemplate<BookingChangedData> = {
  description:
    'Tells the customer that a cage booking was moved or changed, by staff or by themselves; carries the calendar file.',
  sample: {
    ...cageBookingSample,
    previous: 'Cage 1, Mon, Nov 23, 5:00–6:00 PM',
    total: '$45.00',
    account_url: 'https://cages.example/ticket?tab=bookings',
    heading: 'We moved Mia Slugger’s cage, Jo. Sorry.',
    question: doesItSuit,
    ...changesSample('bookings'),
  },
  required: ['day', 'time'],
  values: (data) => ({
    ...data,
    ...changeLinkValues(data),
    head: ticketHead({ what: 'Cage', place: data.cage_name, ...data }),
  }),
  ...message(
    `Booking changed${forParticipant}: {{cage_name}}, {{day}}, {{time}}`,
    ...changedBlocks('booking', `${theirs('booking', ['the', 'your'])} is now on {{day}}, {{time}}:`),
  ),
}
