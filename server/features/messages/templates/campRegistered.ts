import { preparedLines } from '../templateVariables.ts'
import {
  attachedLine,
  type ChangesData,
  cancelLinksHtml,
  cancelLinksSample,
  cancelLinksText,
  changeLinkValues,
  directionsHtml,
  directionsText,
} from './changes.ts'
import type { MessageTemplate, Prepared } from './template.ts'
import { escapeHtml } from './template.ts'

export interface CampRegisteredData extends Pick<ChangesData, 'change_links'> {
  readonly full_name: string
  /** Who takes part, e.g. 'Mia and Leo'; empty where the reader alone does. */
  readonly participant_name: string
  readonly camp_name: string
  /** What there is to tell, e.g. 'You are registered'. */
  readonly headline: string
  readonly sessions: readonly {
    /** As people read it, e.g. 'Tuesday, November 24, 2026'. */
    readonly day: string
    /** On the facility's clock, e.g. '9:00 AM - 12:00 PM'; empty where only the days are known. */
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
    participant_name: '',
    camp_name: 'Fall Skills Camp',
    headline: 'You are registered',
    sessions: [
      { day: 'Tuesday, November 24, 2026', time: '9:00 AM - 12:00 PM' },
      { day: 'Wednesday, November 25, 2026', time: '9:00 AM - 12:00 PM' },
    ],
    key_features: ['Camp shirt included', 'Bring a glove, a bat and water'],
    price: '$180.00',
    payment_line: 'You will pay on arrival.',
    cancel_line: 'Cancel in your account until Tue Nov 17, 9:00 AM, and any payment comes back in full.',
    account_url: 'https://cages.example/account?tab=camps',
    ...cancelLinksSample('camps'),
  },
  required: ['camp_name', 'sessions'],
  values: (data) => ({
    ...data,
    ...changeLinkValues(data),
    sessions: preparedLines(
      data.sessions.map(({ day, time }) => ({
        html: `<tr><td><strong>${escapeHtml(day)}</strong></td><td class="amount">${escapeHtml(time)}</td></tr>`,
        text: time ? `${day}, ${time}` : day,
      })),
    ),
    key_features: data.key_features.length > 0 ? listOf(data.key_features) : '',
  }),
  subject: '{{headline}}: {{camp_name}}',
  html: `<h1>{{headline}}</h1>
<p>Hi {{full_name}}, {{#if participant_name}}the registration of {{participant_name}} for {{camp_name}} is confirmed.{{else}}your spot in {{camp_name}} is yours.{{/if}} See you at {{facility.name}}, {{facility.address}}. ${directionsHtml}</p>
<table class="rows">
{{sessions}}
<tr class="total"><td><strong>Price</strong></td><td class="amount"><strong>{{price}}</strong></td></tr>
</table>
<p>{{payment_line}}</p>
{{#if key_features}}<p>Good to know:</p>
<ul>
{{key_features}}
</ul>{{/if}}
<p class="action"><a class="button" href="{{account_url}}">See my camps</a></p>
<p class="aside">${attachedLine}</p>
<p>Your plans changed? {{#if cancel_line}}{{cancel_line}}{{else}}It begins too soon to be canceled online.{{/if}}</p>
${cancelLinksHtml}<p class="aside">{{#if change_links}}After that, please{{else}}Please{{/if}} call us at {{facility.phone}}.</p>`,
  text: `{{headline}}

Hi {{full_name}}, {{#if participant_name}}the registration of {{participant_name}} for {{camp_name}} is confirmed.{{else}}your spot in {{camp_name}} is yours.{{/if}} See you at {{facility.name}}, {{facility.address}}.
${directionsText}

{{sessions}}

Price: {{price}}
{{payment_line}}
{{#if key_features}}
Good to know:
{{key_features}}
{{/if}}
Your camps: {{account_url}}

${attachedLine}

Your plans changed? {{#if cancel_line}}{{cancel_line}}{{else}}It begins too soon to be canceled online.{{/if}}
${cancelLinksText}{{#if change_links}}After that, please{{else}}Please{{/if}} call us at {{facility.phone}}.`,
}

const listOf = (points: readonly string[]): Prepared =>
  preparedLines(points.map((point) => ({ html: `<li>${escapeHtml(point)}</li>`, text: `- ${point}` })))
