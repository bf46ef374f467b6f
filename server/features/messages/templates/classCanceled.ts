import type { MessageTemplate } from './template.ts'

export interface ClassCanceledData {
  readonly full_name: string
  readonly class_name: string
  /** As people read it, e.g. 'Tuesday, November 24, 2026'. */
  readonly day: string
  /** On the facility's clock, e.g. '4:00 PM - 5:00 PM'. */
  readonly time: string
  /** What staff wrote to the customer; empty when nothing. */
  readonly note: string
  /** The refund, e.g. '$21.25 goes back to the card you paid with.'; empty when there is none. */
  readonly refund_line: string
  /** Where another session can be booked. */
  readonly book_url: string
}

export const classCanceled: MessageTemplate<ClassCanceledData> = {
  description:
    'Tells the customer that their place in a class session was canceled; carries the calendar file.',
  sample: {
    full_name: 'Jo Slugger',
    class_name: 'Hitting Basics',
    day: 'Tuesday, November 24, 2026',
    time: '4:00 PM - 5:00 PM',
    note: '',
    refund_line: '$25.00 goes back to the card you paid with.',
    book_url: 'https://cages.example/classes/1',
  },
  required: ['class_name', 'day', 'time'],
  subject: 'Class canceled: {{class_name}}, {{day}}, {{time}}',
  html: `<h1>Your class session was canceled</h1>
<p>Hi {{full_name}}, your place in {{class_name}} on {{day}}, {{time}}, was canceled.</p>
{{#if refund_line}}<p>{{refund_line}}</p>{{/if}}
{{#if note}}<p class="quote">{{note}}</p>{{/if}}
<p class="action"><a class="button" href="{{book_url}}">Find another session</a></p>
<p class="aside">Questions? Call us at {{facility.phone}}.</p>`,
  text: `Hi {{full_name}}, your place in {{class_name}} on {{day}}, {{time}}, was canceled.
{{#if refund_line}}
{{refund_line}}
{{/if}}
{{#if note}}
{{note}}
{{/if}}
Find another session: {{book_url}}

Questions? Call us at {{facility.phone}}.`,
}
