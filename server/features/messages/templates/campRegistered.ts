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
import type { MessageTemplate } from './template.ts'
import { escapeHtml } from './template.ts'

export interface CampRegisteredData extends Pick<ChangesData, 'change_links'>, BeforeComingData {
  readonly full_name: string
  /** The ticket's four signs; left out of messages of before there were any. */
  readonly number?: string
  /** Who takes part, e.g. 'Mia and Leo'; empty where only the reader does. */
  readonly participant_name: string
  readonly camp_name: string
  /** What there is to tell, e.g. 'You are registered'. */
  readonly headline: string
  readonly sessions: readonly {
    /** As people read it, e.g. 'Tue, Nov 24'. */
    readonly day: string
    /** On the facility's clock, e.g. '9:00 AM–12:00 PM'; empty where only the days are known. */
    readonly time: string
  }[]
  /** The camp's own list, what to bring included. */
  readonly key_features: readonly string[]
  /** e.g. '$180.00'. */
  readonly price: string
  /** How it is paid, e.g. 'You will pay on arrival.'. */
  readonly payment_line: string
  /** Until when it can be canceled online; empty when the camp begins too soon for that. */
  readonly cancel_line: string
  /** Where the customer sees all their camps. */
  readonly account_url: string
}

/** One message per event: a new registration, or the payment of one that was to be paid on arrival (decision 25). */
export const campRegistered: MessageTemplate<CampRegisteredData> = {
  description: 'Confirms a registration for a camp, or that it has been paid later.',
  sample: {
    full_name: 'Jo Slugger',
    number: '4PRC',
    participant_name: '',
    camp_name: 'Fall Skills Camp',
    headline: 'You are registered',
    sessions: [
      { day: 'Tue, Nov 24', time: '9:00 AM–12:00 PM' },
      { day: 'Wed, Nov 25', time: '9:00 AM–12:00 PM' },
    ],
    key_features: ['Camp shirt included', 'Bring a glove, a bat and water'],
    price: '$180.00',
    payment_line: 'You will pay on arrival.',
    cancel_line: 'Cancel in your account until Tue, Nov 17, 9:00 AM, and any payment comes back in full.',
    account_url: 'https://cages.example/account?tab=camps',
    ...beforeComingSample,
    ...cancelLinksSample('camps'),
  },
  required: ['camp_name', 'sessions'],
  values: (data) => ({
    ...data,
    ...changeLinkValues(data),
    head: ticketHead({
      ...{ what: data.camp_name, number: data.number, place: '', previous: '' },
      ...whenOf(data.sessions),
    }),
    sessions: preparedLines(
      data.sessions.map(({ day, time }) => ({
        html: `<tr><td><strong>${escapeHtml(day)}</strong></td><td class="amount">${escapeHtml(time)}</td></tr>`,
        text: time ? `${day}, ${time}` : day,
      })),
    ),
    ...keyFeatures(data.key_features),
  }),
  ...message(
    '{{headline}}: {{camp_name}}',
    heading('{{headline}}', '{{headline}}'),
    paragraph(
      `Hi {{first_name}}, {{#if participant_name}}the registration of {{participant_name}} for {{camp_name}} is confirmed.{{else}}your spot in {{camp_name}} is yours.{{/if}} See you at {{facility.name}}.`,
    ),
    ticket(preparedRows('head'), ...ticketRows, preparedRows('sessions'), total('Price', 'price')),
    paragraph('{{payment_line}}'),
    beforeComing,
    goodToKnow,
    button('account_url', 'See My Camps', 'Your camps: {{account_url}}'),
    attachedFile,
    paragraph(
      'Your plans changed? {{#if cancel_line}}{{cancel_line}}{{else}}It begins too soon to be canceled online.{{/if}}',
    ),
    ...cancelLinks('please call'),
  ),
}

/** From the first day to the last, as on the ticket of the page; the time where it is the same each day. */
function whenOf(sessions: CampRegisteredData['sessions']): { day: string; time: string } {
  const [first, last] = [sessions.at(0), sessions.at(-1)]
  const day = [...new Set([first?.day ?? '', last?.day ?? ''])].join(' to ')
  return { day, time: sessions.every(({ time }) => time === first?.time) ? (first?.time ?? '') : '' }
}
