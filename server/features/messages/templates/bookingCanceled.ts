import { type CageBookingData, cageBookingSample } from './bookingChanged.ts'
import type { MessageTemplate } from './template.ts'

export interface BookingCanceledData extends CageBookingData {
  /** Where another cage can be booked. */
  readonly book_url: string
}

export const bookingCanceled: MessageTemplate<BookingCanceledData> = {
  description: 'Tells the customer that a cage booking was canceled.',
  sample: { ...cageBookingSample, book_url: 'https://cages.example/book-cage' },
  required: ['day', 'time'],
  subject: 'Booking canceled: {{cage_name}}, {{day}}, {{time}}',
  html: `<h1>Your booking was canceled</h1>
<p>Hi {{full_name}}, your booking of {{cage_name}} on {{day}}, {{time}}, was canceled.</p>
{{#if refund_line}}<p>{{refund_line}}</p>{{/if}}
{{#if note}}<p class="quote">{{note}}</p>{{/if}}
<p class="action"><a class="button" href="{{book_url}}">Find another time</a></p>
<p class="aside">Questions? Call us at {{facility.phone}}.</p>`,
  text: `Hi {{full_name}}, your booking of {{cage_name}} on {{day}}, {{time}}, was canceled.
{{#if refund_line}}
{{refund_line}}
{{/if}}
{{#if note}}
{{note}}
{{/if}}
Find another time: {{book_url}}

Questions? Call us at {{facility.phone}}.`,
}
