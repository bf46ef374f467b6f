import type { MessageTemplate } from './template.ts'

export interface CampCanceledData {
  readonly full_name: string
  readonly camp_name: string
  /** e.g. '6/08/2026 - 6/12/2026'. */
  readonly dates: string
  /** What staff wrote to the customer; empty when nothing. */
  readonly note: string
  /** The refund, e.g. '$180.00 goes back to the card you paid with.'; empty when there is none. */
  readonly refund_line: string
  /** Where another camp can be found. */
  readonly book_url: string
}

export const campCanceled: MessageTemplate<CampCanceledData> = {
  description: 'Tells the customer that their registration for a camp was canceled.',
  sample: {
    full_name: 'Jo Slugger',
    camp_name: 'Fall Skills Camp',
    dates: '11/24/2026 - 11/25/2026',
    note: '',
    refund_line: '$180.00 goes back to the card you paid with.',
    book_url: 'https://cages.example/camps',
  },
  required: ['camp_name'],
  subject: 'Registration canceled: {{camp_name}}',
  html: `<h1>Your registration was canceled</h1>
<p>Hi {{full_name}}, your registration for {{camp_name}}, {{dates}}, was canceled.</p>
{{#if refund_line}}<p>{{refund_line}}</p>{{/if}}
{{#if note}}<p class="quote">{{note}}</p>{{/if}}
<p class="action"><a class="button" href="{{book_url}}">See the camps</a></p>
<p class="aside">Questions? Call us at {{facility.phone}}.</p>`,
  text: `Hi {{full_name}}, your registration for {{camp_name}}, {{dates}}, was canceled.
{{#if refund_line}}
{{refund_line}}
{{/if}}
{{#if note}}
{{note}}
{{/if}}
See the camps: {{book_url}}

Questions? Call us at {{facility.phone}}.`,
}
