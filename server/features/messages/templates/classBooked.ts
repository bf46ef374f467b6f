import { preparedLines } from '../editing/templateVariables.ts'
import { button, heading, message, paragraph, preparedRows, ticket, total } from './blocks.ts'
import {
  attachedFile,
  type BeforeComingData,
  beforeComing,
  beforeComingSample,
  type ChangesData,
  cancelLinks,
  cancelLinksSample,
  changeLinkValues,
  goodToKnow,
  keyFeatures,
  ticketHead,
  ticketRows,
} from './changes.ts'
import { escapeHtml, forParticipant, type MessageTemplate } from './template.ts'

export interface ClassBookedData extends Pick<ChangesData, 'change_links'>, BeforeComingData {
  readonly full_name: string
  /** The ticket's four signs; left out of messages of before there were any. */
  readonly number?: string
  readonly sessions: readonly {
    readonly class_name: string
    /** Who takes part; empty where the reader does. */
    readonly participant_name: string
    /** As people read it, e.g. 'Tue, Nov 24'. */
    readonly day: string
    /** On the facility's clock, e.g. '4:00–5:00 PM'. */
    readonly time: string
    /** e.g. '$21.25', the member discount taken off. */
    readonly price: string
  }[]
  /** Who takes part, e.g. 'Mia and Leo'; empty where only the reader does. */
  readonly participant_name: string
  readonly total: string
  /** What to bring; left out of messages of before there was anything. */
  readonly key_features?: readonly string[]
  /** How it is paid, e.g. 'Paid by card.'. */
  readonly payment_line: string
  /** Until when it can be canceled online; empty when it starts too soon for that. */
  readonly cancel_line: string
  /** Where the customer sees all their classes. */
  readonly account_url: string
}

/** One message per payment, however many sessions it has (decision 25). */
export const classBooked: MessageTemplate<ClassBookedData> = {
  description: 'Confirms class sessions; carries the calendar file.',
  sample: {
    full_name: 'Jo Slugger',
    number: '9HTB',
    sessions: [
      {
        class_name: 'Hitting Basics',
        participant_name: '',
        day: 'Tue, Nov 24',
        time: '4:00–5:00 PM',
        price: '$25.00',
      },
      {
        class_name: 'Hitting Basics',
        participant_name: '',
        day: 'Tue, Dec 1',
        time: '4:00–5:00 PM',
        price: '$25.00',
      },
    ],
    participant_name: '',
    total: '$50.00',
    key_features: ['Please bring: helmet and bat'],
    payment_line: 'Paid by card.',
    cancel_line:
      'Cancel each of them in your account until 24 hours before it starts, and its payment comes back in full.',
    account_url: 'https://cages.example/account?tab=classes',
    ...beforeComingSample,
    ...cancelLinksSample('classes'),
  },
  required: ['sessions'],
  values: (data) => ({
    ...data,
    ...changeLinkValues(data),
    ...sessionValues(data.sessions),
    ...keyFeatures(data.key_features),
    head: headOf(data),
  }),
  ...message(
    `Class booked${forParticipant}: {{summary}}`,
    heading('You are in'),
    paragraph(
      `Hi {{first_name}}, {{#if participant_name}}this is booked for {{participant_name}}.{{else}}your spot is booked.{{/if}} See you at {{facility.name}}.`,
    ),
    ticket(preparedRows('head'), ...ticketRows, preparedRows('sessions'), total('Total', 'total')),
    paragraph('{{payment_line}}'),
    beforeComing,
    goodToKnow,
    button('account_url', 'See My Classes', 'Your classes: {{account_url}}'),
    attachedFile,
    paragraph(
      'Your plans changed? {{#if cancel_line}}{{cancel_line}}{{else}}It starts too soon to be canceled online.{{/if}}',
    ),
    ...cancelLinks('please call'),
  ),
}

type Session = ClassBookedData['sessions'][number]

/** The first session; the others follow in the rows. */
function headOf({ number, sessions: [first, ...others] }: ClassBookedData) {
  const { day = '', time = '', class_name = '' } = first ?? {}
  const more = others.length > 0 ? `, and ${others.length} more` : ''
  return ticketHead({
    what: `Class · ${class_name}`,
    number,
    day: `${day}${more}`,
    time,
    place: '',
    previous: '',
  })
}

/** `sessions`: a row of the table, or a line, for each; `summary`: the first of them in one line. */
const sessionValues = (sessions: readonly Session[]) => ({
  summary: summaryOf(sessions),
  sessions: preparedLines(
    sessions.map(({ class_name, participant_name, day, time, price }) => {
      const title = participant_name === '' ? class_name : `${class_name} for ${participant_name}`
      return {
        html: `<tr><td><strong>${escapeHtml(title)}</strong><br>${escapeHtml(`${day}, ${time}`)}</td><td class="amount">${escapeHtml(price)}</td></tr>`,
        text: `${title}: ${day}, ${time}, ${price}`,
      }
    }),
  ),
})

function summaryOf([first, ...others]: readonly Session[]): string {
  if (!first) return ''
  const { class_name, day, time } = first
  return `${class_name}, ${day}, ${time}${others.length > 0 ? ` and ${others.length} more` : ''}`
}
